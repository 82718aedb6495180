# ruff: noqa: E501
"""Small words by language: what carries no content, what negates, hedges, counts."""

from __future__ import annotations

from dashboard.scoring.offline.word_set import word_set

STOP: dict[str, frozenset[str]] = {
    "en": word_set(
        """a an the this that these those some any each every all both either neither no none
        and or but nor so yet if then than as while when where which who whom whose what why
        how because since until although though unless whether of in on at to from by with
        without for about against between among into onto through during before after above
        below over under up down out off again further once here there i you he she it we
        they me him her us them my your his its our their mine yours hers ours theirs myself
        itself himself herself themselves be am is are was were been being have has had
        having do does did doing done will would shall should can could may might must ought
        not n't also too very just only even still already ever never such same other another
        own more most less least much many few several said according per via upon within
        along across toward towards around near like unlike despite except including one's
        s t d ll m o re ve y etc e.g i.e vs however therefore thus hence moreover furthermore
        meanwhile instead otherwise indeed actually basically generally usually typically
        approximately roughly nearly almost perhaps possibly probably likely maybe reportedly
        apparently currently now today well rather quite somewhat bit lot kind sort
        don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't cannot
        shouldn't hasn't haven't hadn't it's he's she's that's there's they're we're you're
        i'm let's itself exactly precisely later earlier ago first last next"""
    ),
    "de": word_set(
        """der die das den dem des ein eine einer eines einem einen und oder aber denn doch sondern
        wenn als wie dass daß ob weil da damit um zu in im an am auf aus bei beim bis durch für
        gegen mit nach ohne seit über unter von vom vor zum zur zwischen ich du er sie es wir ihr
        mich dich ihn uns euch ihm ihnen mein dein sein seine seiner seinem seinen ihre ihrer ihrem ihren
        unser euer dieser diese dieses diesem diesen jener welche welcher welches wer was wo wann
        warum sich nicht kein keine keiner keinen keinem auch noch nur schon sehr so dann hier dort
        ist sind war waren bin bist sei wird werden wurde wurden worden hat haben hatte hatten kann
        können konnte muss müssen soll sollen will wollen darf dürfen mag etwa ungefähr rund circa
        mehr weniger etwas alle alles viel viele man laut gemäß pro je"""
    ),
    "es": word_set(
        """el la los las un una unos unas lo y e o u pero sino si que como cuando donde quien cual
        cuyo porque pues de del a al en por para con sin sobre entre hasta desde hacia según tras
        durante ante contra yo tú él ella ello nosotros ellos ellas me te se le les nos mi tu su sus
        este esta estos estas ese esa eso esos aquel aquella no ni también muy más menos ya solo
        sólo es son era eran fue fueron ser sido está están estaba hay ha han había haber tiene
        tienen alrededor aproximadamente cerca casi unos todo toda todos todas"""
    ),
    "fr": word_set(
        """le la les l un une des d du de et ou mais donc or ni car si que qu qui quoi dont où comme
        quand à au aux en dans par pour avec sans sur sous entre vers chez depuis pendant avant
        après contre selon je tu il elle on nous vous ils elles me te se lui leur y mon ton son sa
        ses notre votre leurs ce cet cette ces c ne n pas plus moins très aussi est sont était étaient
        fut furent être été a ont avait avaient avoir s j m t environ tout toute tous toutes"""
    ),
    "it": word_set(
        """il lo la i gli le l un uno una e ed o ma se che chi cui come quando dove perché di del
        dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei nelle
        con su sul sulla per tra fra senza io tu lui lei noi voi loro mi ti si ci vi ne suo sua suoi
        sue questo questa questi queste quello quella non né anche molto più meno è sono era erano
        fu furono essere stato stata stati ha hanno aveva avere circa tutto tutti tutte"""
    ),
    "pt": word_set(
        """o a os as um uma uns umas e ou mas se que quem qual como quando onde porque de do da dos
        das em no na nos nas por pelo pela pelos para com sem sobre entre até desde segundo eu tu
        ele ela nós eles elas me te lhe seu sua seus suas este esta esse essa isso aquele não nem
        também muito mais menos já só é são era eram foi foram ser sido está estão há tem têm
        tinha ter cerca aproximadamente todo toda todos todas ao aos à às"""
    ),
    "nl": word_set(
        """de het een en of maar want dus als dat die dit deze wie wat waar wanneer hoe waarom in op
        aan bij met van voor naar door over onder uit te tot tussen zonder om ik jij hij zij ze wij
        we jullie hun hem haar mijn zijn ons er niet geen ook nog al zeer is was waren ben bent
        wordt worden werd werden heeft hebben had hadden kan kunnen zal zou moet mag ongeveer"""
    ),
}
"""Words without content of their own, lower case."""

NEGATORS: dict[str, frozenset[str]] = {
    "en": word_set(
        """not n't never no none nobody nothing neither nor nowhere cannot don't doesn't
        didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't hasn't haven't
        hadn't mustn't needn't ain't dont doesnt didnt isnt wasnt cant wont fail fails failed hardly scarcely zero"""
    ),
    "de": word_set(
        "nicht kein keine keiner keinen keinem keines nie niemals niemand nichts weder"
    ),
    "es": word_set("no nunca jamás ningún ninguna ninguno nadie nada tampoco ni"),
    "fr": word_set("ne n pas jamais aucun aucune personne rien ni"),
    "it": word_set("non mai nessun nessuno nessuna niente nulla né"),
    "pt": word_set("não nunca jamais nenhum nenhuma ninguém nada nem"),
    "nl": word_set("niet geen nooit niemand niets"),
    "ru": word_set("не нет ни без никогда никто ничего"),
}
"""Words that turn a statement around."""
NEGATING_AFTER = word_set(
    """without exclude excludes excluding excluded lacks lacked lacking prohibit prohibits
    prohibited forbid forbids bans deny denies denied refuse refuses refused ohne sin sans senza
    sem zonder except instead"""
)
"""Words that turn around only what follows them."""
DENYING = word_set(
    """unavailable unable false impossible forbidden banned disallowed ineligible absent
    unverboten verboten prohibido interdit interdite vietato proibido"""
)
"""Words that deny by themselves."""
NEGATING_CHARACTERS: dict[str, tuple[str, str]] = {
    "zh": (
        r"不|没|未|無|无|非|别|勿",
        r"不仅|不僅|不过|不少|不断|不同|不久|不但|不止|不只|不足|不到|不管|不论|不得不|无论|非常|未来|并非常|"
        r"非洲|除非|别的|特别|分别|区别|差别|级别|性别|类别|告别|个别|别人|无数|无线|无疑|不等|不错",
    ),
    "ja": (r"ない|ません|なかった|ず(?=[、。に])|なく", r"少なく|なくなっ"),
    "ko": (r"않|없|못|아니|안 ", r"없이도"),
}
"""What negates in scripts without spaces, and what only looks like it."""

WHOLE = word_set(
    """all every each everyone everybody everything always entire entirely whole wholly
    completely fully totally exclusively solely only invariably universally"""
)
"""English words that claim the whole."""
MOSTLY = word_set(
    "most mostly mainly majority largely primarily predominantly usually generally"
)
"""English words for more than half."""
PARTLY = word_set(
    """some several many few partly partially sometimes occasionally part certain various often
    rarely seldom minority half"""
)
"""English words for less than the whole."""
NOWHERE = word_set("none no never nobody neither nothing")
"""English words for nothing of the whole."""
EXCLUSIVE = word_set("only solely exclusively purely")
"""English words that shut everything else out."""

HEDGES = word_set(
    """may might could possibly perhaps maybe probably likely potentially apparently seemingly
    allegedly reportedly suggests suggest appears appear seems seem would unlikely presumably
    vermutlich möglicherweise vielleicht wahrscheinlich könnte posiblemente quizás tal probablemente
    podría peut-être probablement pourrait forse potrebbe talvez poderia"""
)
"""Words that leave room."""

GENERIC = word_set(
    """make take get go come give become include use work call know want need see look seem show
    provide help let keep put turn allow have do be feature offer achieve reach hold serve act
    consider describe mention report note state tell say explain talk refer relate involve
    concern follow begin start happen occur remain continue exist mean thing way time part
    number amount people person man woman place year day month week hour minute company
    organization group team member country city town area region world name type form example
    case fact point end result side kind piece item set system information detail data text
    passage document article context source story report question answer statement total
    function default parameter argument value method option setting field return
    crucial important significant essential key main major overall additional specific
    particular respectively notable notably
    located location situated various different certain several new old good great big large
    small long high low own same able based"""
)
"""English words so wide that lacking one says little."""

PRAISE = word_set(
    """best greatest finest amazing awesome fantastic wonderful excellent outstanding superb
    brilliant stunning beautiful gorgeous breathtaking incredible remarkable extraordinary
    exceptional impressive spectacular magnificent marvelous fabulous terrific perfect
    innovative revolutionary groundbreaking pioneering visionary iconic legendary renowned
     acclaimed beloved leading world-class
    top-notch cutting-edge state-of-the-art unrivaled unparalleled unmatched unforgettable
    delicious tasty charming delightful thrilling fascinating inspiring
    historic masterpiece genius bargain must-see must-have must-read terrible awful horrible
    disappointing ugly worst overrated underrated overpriced disastrous mediocre
    impressively brilliantly beautifully remarkably incredibly amazingly undoubtedly
    unquestionably arguably luckily
     worthwhile cozy luxurious
     trustworthy impeccable flawless stellar dazzling
     inspirational admirable
    commendable great stunningly
    hervorragend ausgezeichnet wunderbar fantastisch großartig beste besten beeindruckend
    schön schönste innovativ legendär
    excelente maravilloso fantástico increíble mejor impresionante hermoso espectacular
    innovador legendario
    excellent merveilleux fantastique incroyable meilleur meilleure magnifique superbe
    impressionnant spectaculaire innovant légendaire
    eccellente meraviglioso fantastico incredibile migliore magnifico splendido
    melhor maravilhoso fantástico incrível excelente magnífico"""
)
"""Words that judge; whoever writes them says more than facts."""
SIGNS_WITHOUT_CONTENT = frozenset(
    "的了是在和与及或也都就而为有被将于约人名年月日个之其此该这那把从到对由以所上中下里会能可要已"
    "のはがをにでとものへやかよりまでしたすますですいるれらなただ이가은는을를의에도로와과다"
)
"""Signs that carry little by themselves."""
PRAISE_CJK = "最好|最佳|最棒|优秀|出色|卓越|精彩|美丽|完美|伟大|杰出|惊人|令人难忘|一流|素晴らし|最高の|美し"
"""The same in scripts without spaces."""
