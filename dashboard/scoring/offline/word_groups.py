"""Words that stand for each other, wider words, opposites and irregular forms.

Written by hand, beside WordNet: what news, manuals and tool results say in their own
ways, and the other languages. Groups of one line mean the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from dashboard.scoring.offline.endings import stem

_SAME = """
company firm business corporation enterprise
movie film picture
ceo chief_executive chief_executive_officer
car automobile vehicle
resign step_down quit leave_office stand_down
release come_out launch publish issue debut drop roll_out hit_theaters premiere
found establish start set_up create begin launch form
start begin commence kick_off get_underway launch open
finish end conclude complete wrap_up finalize
join come_on_board sign_on come_aboard
buy purchase acquire take_over
earn make gross take_in bring_in generate rake_in
cost price be_priced sell_for retail
last take run go_on continue
locate situate base headquarter
headquarters head_office base headquarter
show demonstrate reveal indicate find suggest discover
unveil introduce present announce reveal
direct helm
feature have include contain offer boast comprise
use employ utilize
game match
rain downpour rainfall shower
delay postpone put_off push_back defer reschedule
cancel call_off scrap abort
live reside inhabitant resident population people citizen
inhabitant resident
worker employee staff staffer personnel workforce
big large huge
small little tiny
fast quick rapid
doctor physician
medicine drug medication pharmaceutical
meal food dinner lunch
kill die death dead
child kid
picture photo photograph image
job position post role
pay salary wage
world globe worldwide global globally international worldwide
home house
country nation
area region zone
mistake error
illegal unlawful
law legislation
lead head run
win victory triumph
lose loss defeat
increase rise grow climb go_up jump surge soar gain growth up
decrease fall drop decline go_down slip reduce reduction shrink down plunge
cut reduce slash lower
high tall
kilometre kilometer
metre meter
per each
ask request
help assist aid support
say state tell claim report mention
show display
store keep hold save
ship dispatch send deliver
send deliver ship mail
sunny clear
rainy rain raining
cloudy overcast
also too
approve pass back endorse authorize
reject turn_down deny dismiss refuse decline
uphold affirm grant
write author pen compose
author writer
build construct erect
construction building
weigh weight
long length
tall height high
wide width
deep depth
old age
far distance
cover span travel
move relocate shift transfer
shut close
visit tour
vote elect
marry wed wife husband spouse
husband spouse
wife spouse
buy acquisition purchase
grow growth
fly flight
sell sale
decide decision
lose loss
discover find discovery
explain explanation
arrive arrival come reach
depart departure leave
graduate degree graduation
study research
investigate probe investigation inquiry examine look_into
spend expenditure expense
fire sack dismiss lay_off
hire recruit employ appoint take_on
appoint name nominate
attack assault
injure hurt wound injury
damage harm
crash collide collision accident
police cop officer
student pupil
teacher instructor
university college
shop store
buyer customer client shopper
customer client
phone telephone smartphone handset
tv television
internet web online
website site
twice two_time
daily every_day per_day each_day a_day
weekly every_week per_week
monthly every_month per_month
annual yearly annually every_year per_year a_year
forbid ban prohibit bar outlaw
allow permit let
need require must
must have_to required
free gratis complimentary
near close nearby
get receive obtain
own possess
die pass_away
born birth
play perform star
win receive award
goal score
lead ahead
chairman chair chairwoman chairperson
flat apartment
lift elevator
lorry truck
autumn fall
petrol gasoline gas
holiday vacation
football soccer
film shoot
contact reach
return come_back go_back
happen occur take_place
cause lead_to result_in due because
because due since
fail failure
succeed success
agree agreement deal
deal agreement contract
argue argument dispute
plan intend aim
try attempt
beat defeat overcome
begin inception
flee escape
seat accommodate capacity hold
measure span
consist comprise make_up
ill sick
rich wealthy
poor impoverished
begin founded
ex former formerly
once former
currently now present
initially originally first
eventually finally
rapidly quickly
roughly approximately
nearly almost
brother sibling
sister sibling
mother mom parent
father dad parent
son child
daughter child
boy male
girl female
woman female women
man male men
baby infant
dog puppy
cat kitten
email e-mail
default standard
raise throw
argument parameter
function method
retry try_again
delete remove erase
update upgrade
crash fail
error exception
login log_in sign_in
log_out sign_out logout
us usa united_states u.s america u.s.a
uk united_kingdom britain great_britain u.k
eu european_union
un united_nations
nyc new_york
uae united_arab_emirates
who world_health_organization
nasa national_aeronautics_and_space_administration
launch lift_off blast_off
spacecraft probe
premiere debut
"""

_WIDER = """
pilot person worker
beach place
"""

_OPPOSITES = """
increase decrease
rise fall
grow shrink
gain lose
up down
open close
open closed
close open
start end
begin finish
begin end
start finish
approve reject
accept reject
accept refuse
grant deny
allow forbid
allow ban
permit prohibit
uphold overturn
uphold reject
reject uphold
dismiss uphold
win lose
winner loser
beat lose
buy sell
import export
pass fail
succeed fail
success failure
before after
earlier later
early late
first last
old new
old young
older younger
oldest youngest
high low
higher lower
highest lowest
tall short
taller shorter
tallest shortest
long short
longer shorter
longest shortest
large small
larger smaller
largest smallest
big small
bigger smaller
biggest smallest
heavy light
heavier lighter
heaviest lightest
fast slow
faster slower
fastest slowest
cheap expensive
cheaper costlier
hot cold
warm cool
warmer colder
hotter colder
hottest coldest
wet dry
rainy dry
rainy sunny
rain sunny
sunny cloudy
sunny rain
clear cloudy
strong weak
strengthen weaken
rich poor
full empty
hard easy
hard soft
difficult easy
safe dangerous
safe unsafe
legal illegal
lawful unlawful
public private
guilty innocent
guilty acquitted
convict acquit
alive dead
die survive
male female
man woman
men women
son daughter
brother sister
husband wife
mother father
boy girl
king queen
north south
east west
northern southern
eastern western
left right
top bottom
above below
upper lower
inside outside
indoor outdoor
indoors outdoors
day night
morning evening
morning night
morning afternoon
summer winter
enable disable
enabled disabled
on off
include exclude
included excluded
inclusive exclusive
add remove
install uninstall
encrypt decrypt
encrypted unencrypted
lock unlock
locked unlocked
optional required
optional mandatory
voluntary mandatory
mandatory voluntary
compulsory optional
synchronous asynchronous
mutable immutable
ascending descending
minimum maximum
more less
more fewer
most least
majority minority
better worse
best worst
improve worsen
improve deteriorate
positive negative
profit loss
surplus deficit
support oppose
support reject
favor oppose
agree disagree
like dislike
love hate
praise criticize
ally enemy
friend enemy
arrive depart
arrive leave
enter leave
enter exit
hire fire
join leave
stay leave
appear disappear
build demolish
build destroy
create destroy
construct demolish
expand contract
extend shorten
accelerate slow
ahead behind
lead trail
present absent
absent present
true false
correct incorrect
right wrong
active inactive
available unavailable
complete incomplete
common rare
frequent rare
often rarely
often seldom
always never
everyone nobody
everything nothing
all none
both neither
with without
cancel confirm
cancel ship
cancel approve
cancelled shipped
cancelled delivered
shipped cancelled
shipped pending
delivered pending
pending delivered
pending completed
confirmed cancelled
paid unpaid
refundable nonrefundable
free paid
online offline
vegetarian meat
urban rural
single married
married divorced
marry divorce
married unmarried
domestic foreign
domestic international
temporary permanent
temporarily permanently
partial full
partly fully
partially completely
partially fully
manual automatic
manually automatically
natural artificial
ancient modern
deep shallow
wide narrow
thick thin
visible invisible
known unknown
healthy sick
healthy ill
toxic harmless
harmful harmless
flammable nonflammable
benign malignant
delay advance
postpone advance
abandon keep
abolish introduce
remain leave
raise lower
raise cut
raise reduce
decline rise
decline increase
drop rise
drop increase
fall increase
fall grow
grow decline
expand shrink
reduce increase
cut increase
double halve
borrow lend
teach learn
attack defend
victory defeat
optimistic pessimistic
major minor
senior junior
ascend descend
freeze melt
heat cool
push pull
give take
send receive
question answer
employer employee
landlord tenant
buyer seller
teacher student
doctor patient
parent child
winner runner-up
"""

_IRREGULAR = """
be am is are was were been being
have has had having
do does did done doing
go goes went gone going
make made making
take took taken taking
come came coming
get got gotten getting
give gave given giving
find found
say said
see saw seen
know knew known
think thought
tell told
become became
leave left
feel felt
put put
bring brought
begin began begun
keep kept
hold held
write wrote written
stand stood
hear heard
let let
mean meant
set set setting
meet met
run ran running
pay paid
sit sat sitting
speak spoke spoken
lie lay lain
lead led
read read
grow grew grown
lose lost
fall fell fallen
send sent
build built
understand understood
draw drew drawn
break broke broken
spend spent
cut cut cutting
rise rose risen
drive drove driven
buy bought
wear wore worn
choose chose chosen
win won winning
beat beaten
eat ate eaten
fly flew flown flies
sell sold
teach taught
catch caught
fight fought
throw threw thrown
show shown
sing sang sung
swim swam swum
drink drank drunk
steal stole stolen
hit hit hitting
hurt hurt
shut shut shutting
strike struck
shoot shot
shake shook shaken
sink sank sunk
spring sprang sprung
forget forgot forgotten
forbid forbade forbidden
freeze froze frozen
hide hid hidden
ride rode ridden
ring rang rung
seek sought
sleep slept
slide slid
lay laid
lend lent
light lit
prove proven
quit quit quitting
shrink shrank shrunk
split split
spread spread
stick stuck
swear swore sworn
sweep swept
tear tore torn
wake woke woken
weave wove woven
withdraw withdrew withdrawn
bear bore borne
bind bound
bite bit bitten
blow blew blown
breed bred
deal dealt
dig dug
feed fed
flee fled
hang hung
overcome overcame
undergo underwent undergone
undertake undertook undertaken
uphold upheld
overtake overtook overtaken
step stepped stepping
stop stopped stopping
plan planned planning
die died dies dying
tie tied ties tying
person people persons
child children
man men
woman women
foot feet
tooth teeth
mouse mice
goose geese
life lives
wife wives
knife knives
leaf leaves
half halves
shelf shelves
series series
species species
datum data
criterion criteria
analysis analyses
crisis crises
basis bases
good better best
bad worse worst
far further farther furthest
"""


_SAME_ELSEWHERE: dict[str, str] = {
    "de": """
firma unternehmen gesellschaft betrieb konzern
auto wagen fahrzeug pkw
gründen gegründet gründung gründe
beginnen anfangen starten begann beginn
mitarbeiter angestellte beschäftigte beschäftigt beschäftigen arbeitnehmer
wohnen leben einwohner bewohner
öffnen geöffnet offen öffnet eröffnen eröffnet
kosten preis kostet
sitz hauptsitz zentrale
kaufen erwerben übernehmen
arzt mediziner
ungefähr etwa circa
film kinofilm spielfilm
haus gebäude
schließen geschlossen
verschieben verschoben verlegen verlegt
siegen gewinnen besiegen schlagen
zahlen bezahlen
sterben starb gestorben tod
sagen mitteilen erklären
bauen erbaut errichten errichtet gebaut
wachsen steigen zunehmen
sinken fallen zurückgehen abnehmen
groß riesig
eintritt zutritt
auftreten passieren geschehen
lehrer lehrkraft
kind kinder
fahrzeug fahrzeuge
verletzt verletzung
leiten führen
liegen befinden
enden aufhören schließen
reise fahrt
umsatz erlös einnahmen
gewinn überschuss
""",
    "es": """
empresa compañía firma sociedad
coche automóvil auto carro
fundar crear establecer
empezar comenzar iniciar
terminar acabar finalizar
inaugurar abrir
película film filme
sede cuartel
trabajador empleado
vivir habitante residir
comprar adquirir
costar precio
médico doctor
vencer ganar derrotar batir
llegar aterrizar arribar
salir despegar partir
avión vuelo aeronave
pagar abonar indemnizar
indemnizar indemnización
niño niña menor
aumentar subir crecer incrementar
bajar caer disminuir descender reducir
construir edificar levantar
escribir redactar autor
morir fallecer muerte
nacer nacimiento
retraso tarde demora
problema incidente incidencia
dirigir encabezar liderar
ventas facturación ingresos
lluvia precipitación
estudiante alumno
casa vivienda hogar
""",
    "fr": """
entreprise société compagnie firme
voiture automobile véhicule
fonder créer établir
commencer débuter
employé salarié collaborateur
habitant résident vivre
acheter acquérir
coûter prix
siège
vendre vente
ventes chiffre affaires
baisser reculer diminuer chuter baisse recul
augmenter progresser croître hausse progression
battre vaincre gagner remporter
emprunter prêt prêter emprunt
durée durer
construire bâtir édifier
mourir décéder mort
naître naissance né née
enfant gamin
diriger mener
élève étudiant
maison domicile
film long-métrage
ouvrir ouvert
fermer fermé
médicament remède
livre ouvrage
payer régler
""",
    "it": """
azienda società impresa ditta compagnia
macchina automobile auto vettura
fondare creare
dipendente lavoratore impiegato
abitante residente
costare prezzo
vincere battere sconfiggere
aumentare crescere salire
diminuire calare scendere ridurre
costruire edificare
morire morte scomparire
durare durata richiedere
iniziare cominciare
finire terminare concludere
nave traghetto
ogni giorno quotidiano
viaggio traversata
comprare acquistare
casa abitazione
film pellicola
medico dottore
""",
    "pt": """
empresa companhia firma
carro automóvel veículo
funcionário empregado trabalhador
fundar criar estabelecer
vencer derrotar ganhar bater vitória
aumentar crescer subir
diminuir cair descer reduzir
construir edificar
morrer falecer morte
golo gol marcar marcou golos
devolver devolução devoluções
prazo dias
iniciar começar
terminar acabar concluir
comprar adquirir
casa moradia
filme película
médico doutor
""",
}

_OPPOSITES_ELSEWHERE: dict[str, str] = {
    "de": """
zunehmen abnehmen
steigen sinken
steigen fallen
gestiegen gesunken
gestiegen gefallen
öffnen schließen
offen geschlossen
geöffnet geschlossen
beginnen enden
gewinnen verlieren
gewann verlor
erlaubt verboten
erlauben verbieten
annehmen ablehnen
angenommen abgelehnt
genehmigen ablehnen
genehmigt abgelehnt
groß klein
alt neu
alt jung
hoch niedrig
warm kalt
vor nach
mit ohne
immer nie
zugenommen abgenommen
wachsen schrumpfen
gewachsen geschrumpft
sieg niederlage
kaufen verkaufen
gekauft verkauft
tag nacht
öffnet schließt
erhöhen senken
erhöht gesenkt
stieg sank
stieg fiel
pflicht freiwillig
bestanden durchgefallen
zugestimmt abgelehnt
reich arm
lang kurz
teuer billig
innen außen
""",
    "es": """
aumentar disminuir
aumentar reducir
subir bajar
subió bajó
aumentó disminuyó
crecer caer
abrir cerrar
abierto cerrado
empezar terminar
ganar perder
ganó perdió
aceptar rechazar
aprobar rechazar
aprobó rechazó
permitir prohibir
permitido prohibido
grande pequeño
alto bajo
antes después
con sin
siempre nunca
creció cayó
aumento descenso
aumento disminución
victoria derrota
compró vendió
comprar vender
día noche
primero último
abre cierra
incluye excluye
aceptó rechazó
""",
    "fr": """
augmenter diminuer
augmenté diminué
augmenter baisser
augmenté baissé
ouvrir fermer
ouvert fermé
commencer finir
gagner perdre
gagné perdu
accepter refuser
accepté refusé
accepté rejeté
approuver rejeter
approuvé rejeté
autorisé interdit
autoriser interdire
grand petit
avant après
avec sans
toujours jamais
reculé progressé
reculer progresser
hausse baisse
baisse hausse
gagné perdu
victoire défaite
ouvre ferme
plus moins
premier dernier
jour nuit
matin soir
""",
    "it": """
aumentare diminuire
aumentato diminuito
aprire chiudere
aperto chiuso
vincere perdere
vinto perso
approvato respinto
accettato rifiutato
permesso vietato
prima dopo
con senza
sempre mai
cresciuto calato
aumento calo
vittoria sconfitta
comprato venduto
apre chiude
giorno notte
cominciare concludere
cominciato concluso
iniziare finire
iniziato finito
""",
    "pt": """
aumentou diminuiu
aumentou caiu
subiu caiu
aberto fechado
abrir fechar
ganhou perdeu
aprovou rejeitou
permitido proibido
antes depois
com sem
sempre nunca
cresceu caiu
aumento queda
vitória derrota
comprou vendeu
abre fecha
dia noite
começou terminou
aceita recusa
aceito recusado
""",
}


def _table(text: str, language: str = "en") -> dict[str, tuple[str, ...]]:
    """Return for each word, and its stem, the lines that it stands in."""
    found: dict[str, tuple[str, ...]] = {}
    for place, line in enumerate(text.split("\n")):
        for word in line.split():
            spoken = word.replace("_", " ")
            for form in {spoken, stem(spoken, language)}:
                found[form] = (*found.get(form, ()), f"+{language}{place}")
    return found


def _pairs(text: str, language: str = "en") -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in text.split("\n"):
        if line:
            one, other = ({word, stem(word, language)} for word in line.split())
            for mine, theirs in ((one, other), (other, one)):
                for form in mine:
                    found[form] = (*found.get(form, ()), *theirs)
    return found


def _merged(
    tables: Iterable[dict[str, tuple[str, ...]]],
) -> dict[str, tuple[str, ...]]:
    merged: dict[str, tuple[str, ...]] = {}
    for table in tables:
        for word, values in table.items():
            merged[word] = (*merged.get(word, ()), *values)
    return merged


SAME = _merged(
    (_table(_SAME), *(_table(text, code) for code, text in _SAME_ELSEWHERE.items()))
)
"""For each word the groups that it belongs to."""
WIDER: dict[str, tuple[str, ...]] = {
    line.split()[0]: tuple(f"={word}" for word in line.split()[1:])
    for line in _WIDER.split("\n")
    if line
}
"""For each word what it is a kind of."""
OPPOSITES = _merged(
    (
        _pairs(_OPPOSITES),
        *(_pairs(text, code) for code, text in _OPPOSITES_ELSEWHERE.items()),
    )
)
"""For each word those that mean the opposite, both ways."""
IRREGULAR: dict[str, str] = {
    form: line.split()[0]
    for line in _IRREGULAR.split("\n")
    for form in line.split()[1:]
}
"""For each irregular form its base form."""
