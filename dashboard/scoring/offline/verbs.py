"""English verbs and their forms, as far as cutting sentences needs them."""

from __future__ import annotations

from dashboard.scoring.offline.word_set import word_set

_PLAIN = """
absorb accelerate accept access accompany accomplish account accumulate accuse achieve
acknowledge acquire act activate adapt add address adjust administer admit adopt
advertise advise advocate affect afford agree aim allege allocate allow alter amend
analyse analyze announce answer anticipate apologize appear apply appoint appreciate
approve argue arrange arrest arrive ask assassinate assault assemble assert assess
assign assist assume assure attach attend attract attribute authorize automate avoid
await backup bake ban base become behave believe belong benefit bill boast boil bond
boost border borrow brake breed broadcast bypass calculate call cancel capture carry
carve cater cease celebrate certify characterize charge choose chop cite claim clarify
classify clean click climb close collaborate collapse collect collide combine
commemorate commence commission commit communicate compare compete compile complain
complete comply compose compress comprise compute concern conclude condemn condense
conduct confess confirm connect conquer conserve consider consist constitute construct
consult consume contain contrast contribute convert convict convince cool cooperate
coordinate copy correspond corrode cost cover crash create criticise criticize debug
debut decide declare decline decorate decrease decrypt dedicate deduct defeat defend
define delay delegate delete delight deliver demonstrate deny depart depend depict
deploy derive descend describe deserve detect determine develop devote diagnose differ
digest direct disagree disappear discharge disclose discontinue discourage discover
discuss dislike dismiss display dissolve distinguish distribute divide divorce dominate
donate double download draft drain drip drive drown dry earn ease edit educate elaborate
elect eliminate embrace emerge emigrate emit emphasize employ empty enable encounter
encourage encrypt endorse endure enforce engage enhance enjoy enlist enroll ensure enter
entertain equip erode erupt escape establish evacuate evaluate evaporate evolve examine
exceed exchange exclude execute exhibit exist exit expand expect expire explain explode
explore export express extend face facilitate fail feature fertilize file finance fine
finish flood flow forecast forgive fry fuel fulfill function gain gather generate govern
grab grade graduate grant graze grill grow guarantee guide halt handle happen harvest
hatch hate head heat help hibernate hire hope hospitalize host house hunt hurt identify
ignite ignore illustrate imagine immigrate implement imply import impose improve include
incorporate increase incur indicate induce influence inform inhabit inherit initiate
injure insist inspect inspire install integrate intend interact interview introduce
invade invent invest investigate invite involve iron irrigate isolate issue jail join
justify kidnap kill knit knock label labor lack land last launch learn lease lend
license lie like limit list listen live loan locate lock log login loop love lower
maintain manage manipulate manufacture marry matter mature maximize measure melt mention
merge meter migrate mine minimize mint mix modify monitor mop motivate move murder
narrate narrow need neglect negotiate neighbor nest net nominate normalize notice notify
nurse oblige observe obtain occupy occur offend omit open operate oppose opt orbit
organise organize originate outline outnumber outrank outsell overcome overlook oversee
overtake own oxidize paint participate pass paste pay peak peel perform perish permit
persist persuade pick pilot pioneer plan plant play pledge plug plunge poison polish
portray possess postpone pour praise precede predict prefer prepare prescribe present
preserve prevent price proceed process produce prohibit project prolong promise promote
prompt propel propose prosecute protect prove provide prune publicize publish pull
punish pursue push qualify quote rain raise rally range rank ransom rate ratify reach
react reaffirm realise realize reboot rebrand rebuild recall receive recharge recognise
recognize recommend record recover recruit redesign reduce refer reflect refuel refund
refurbish refuse regain regard register regulate reign reject relate release relinquish
relocate rely remain remember remodel remove rename render renew repair repeal repeat
replace represent request require rescue research resemble reserve reside resign resist
resolve respond rest restart restore restrict result resume retain retire retrain
retreat retrieve retry reunite reveal reverse review reward rinse rival roast rotate
rule rust sack satisfy save scan schedule score scrap screen scroll sculpt seat secure
seek seem seize select sentence separate serve settle sew share shelter shift ship shock
shop shorten shut sign signify simplify simulate sketch skid slice slow smell smoke soak
soar solidify solve sort sound sow span spawn specialise specialize specify spin spoil
sponsor spray staff stand standardize star start state stay steer stem stipulate stir
stop store straddle strengthen stress stretch submit subscribe substitute succeed sue
suffer suggest suit sum summarize supervise supply support suppose surpass surrender
surround survive suspect suspend sustain swap sweep swerve swipe sync tackle talk tap
target taste teach tell tend terminate test testify thank thaw thrive tie tolerate top
total tour tow trace track trade train transfer transform translate transmit transport
travel treat trigger trim triple try turn tweet type undertake uninstall unite unplug
unsubscribe unveil update upgrade upload urge use utilize vaccinate validate value
vanish vary verify violate visit voice vow wager wait walk want warn warrant wash watch
weave weigh welcome widen wish withdraw witness wonder work worship wound yield
"""

_NOUN_LIKE = """
access account address aim answer attack attempt average award balance bar base battle
benefit bill block board book border bottle box break bridge broadcast budget build call
camp care cast cause center change charge chart check claim class climb coach code color
command comment compact complete concern contact contest contract control cook copy cost
count course court cover crash credit cross cut damage dance date deal debate debut
decline decrease defeat delay demand design display document draft drag dream dress
drink drop effect end estimate exchange exercise exhibit experience export express face
feature feed feel field fight figure file fill film finance fire fish fit fix flight
float flow focus fold forecast form frame fuel function fund gain gift grade grant group
guarantee guard guess guide hand head heat help host house impact import increase
influence input interest interview issue joke judge jump kick lack land launch leak
lease level lift light limit line link list load loan lock log look love lower machine
mail map march mark market match matter measure merit mind miss mix model monitor move
murder name need note notice number object offer orbit order outline output pack paint
park part pass peak phone picture pilot pin place plan plant play plot point poll post
pound power practice praise present press price print process profile profit program
progress project promise prompt protest pull purchase push question quote race rain
raise range rank rate record refund release remark rent repair repeat reply report
request rescue research reserve result return review reward ride ring rise risk rock
roll round rule run sail sample save scale schedule score screen seal search seat sense
sequence service set shape share shelter shift ship shop shot show side sign signal size
sleep smoke sound source space span split sponsor spot spread staff stage stamp stand
star start state station stay step stock stop store storm stress strike stroke study
style suit summer supply support surface survey switch table talk target task taste tax
team test text thank ticket tie time tip title top total touch tour tower track trade
train transfer trend trip trust try turn twist type update upgrade use value view visit
voice volunteer vote walk want wash waste watch water wave will wind wish witness work
worry wound yield zone
"""

_IRREGULAR = """
arise/arose/arisen bear/bore/borne beat/beat/beaten become/became/become
begin/began/begun bind/bound/bound bite/bit/bitten blow/blew/blown break/broke/broken
bring/brought/brought build/built/built burst/burst/burst buy/bought/bought
catch/caught/caught choose/chose/chosen come/came/come cost/cost/cost cut/cut/cut
deal/dealt/dealt dig/dug/dug draw/drew/drawn drink/drank/drunk drive/drove/driven
eat/ate/eaten fall/fell/fallen feed/fed/fed feel/felt/felt fight/fought/fought
find/found/found flee/fled/fled fly/flew/flown forget/forgot/forgotten
freeze/froze/frozen get/got/got give/gave/given go/went/gone grow/grew/grown
hang/hung/hung hear/heard/heard hide/hid/hidden hit/hit/hit hold/held/held
hurt/hurt/hurt keep/kept/kept know/knew/known lay/laid/laid lead/led/led leave/left/left
lend/lent/lent let/let/let lie/lay/lain lose/lost/lost make/made/made mean/meant/meant
meet/met/met overcome/overcame/overcome oversee/oversaw/overseen pay/paid/paid
put/put/put quit/quit/quit read/read/read rebuild/rebuilt/rebuilt ride/rode/ridden
ring/rang/rung rise/rose/risen run/ran/run say/said/said see/saw/seen seek/sought/sought
sell/sold/sold send/sent/sent set/set/set shake/shook/shaken shine/shone/shone
shoot/shot/shot show/showed/shown shrink/shrank/shrunk shut/shut/shut sing/sang/sung
sink/sank/sunk sit/sat/sat sleep/slept/slept speak/spoke/spoken spend/spent/spent
split/split/split spread/spread/spread stand/stood/stood steal/stole/stolen
strike/struck/struck swear/swore/sworn swim/swam/swum take/took/taken
teach/taught/taught tear/tore/torn tell/told/told think/thought/thought
throw/threw/thrown undergo/underwent/undergone understand/understood/understood
wake/woke/woken wear/wore/worn win/won/won withdraw/withdrew/withdrawn
write/wrote/written
"""

_WEAK_NOUNS = word_set(
    "find get go keep know make mean put say see sell send sit spend take tell think "
    "throw undergo understand become bring buy choose come eat give hear hide lend "
    "let lose oversee seek teach withdraw write arise begin want"
)
"""Irregular verbs, and others, whose forms are seldom nouns."""


def third_person(base: str) -> str:
    """Return the form after he, she or it."""
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def _ing_form(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1] + "ing"
    if base in _DOUBLING:
        return base + base[-1] + "ing"
    return base + "ing"


def _past_form(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    if base in _DOUBLING:
        return base + base[-1] + "ed"
    return base + "ed"


_DOUBLING = word_set(
    "admit ban begin commit cut drop get hit incur let occur opt permit plan put refer "
    "run set ship shut sit split star stem stop submit swim top transfer win forget "
    "quit plan shop knit net scan scrap spot swap equip compel"
)

_TRIPLES = [entry.split("/") for entry in _IRREGULAR.split()]
_PASTS = {base: past for base, past, _ in _TRIPLES}
_BASES = word_set(_PLAIN) | word_set(_NOUN_LIKE) | _PASTS.keys() | {"want", "help"}

NOUNS_TOO = word_set(_NOUN_LIKE) - _WEAK_NOUNS
"""Base forms that are nouns as often as verbs."""
BASES = frozenset(_BASES)
SINGULARS = {third_person(base): base for base in _BASES}
"""Third person forms, each with its base."""
ONLY_PAST = frozenset(
    past for base, past, part in _TRIPLES if past not in (part, base)
) - {"lay", "bit"}
"""Past forms that cannot be participles."""
PAST_OR_PARTICIPLE = frozenset(
    past for base, past, part in _TRIPLES if past == part and past != base
)
ONLY_PARTICIPLE = frozenset(
    part for base, past, part in _TRIPLES if part not in (past, base)
) | {"born"}
UNCHANGED = frozenset(past for base, past, _ in _TRIPLES if past == base)
"""Past forms that look like their base: cut, set, put."""
NOT_PASTS = word_set(
    "need indeed hundred feed speed seed weed bleed breed proceed exceed succeed embed "
    "sacred naked hatred kindred wicked aged red bed shed wed sled shred rugged "
    "beloved "
    "bred alleged so-called married unprecedented united limited unlimited unmatched "
    "related detailed advanced renowned acclaimed talented experienced "
    "complicated"
)
"""Words in -ed that are no past of a verb, or nearly always an adjective."""
GERUNDS = {_ing_form(base): base for base in _BASES}
"""-ing forms, each with its base."""


def past(base: str) -> str:
    """Return the simple past of a base form."""
    return _PASTS.get(base) or _past_form(base)
