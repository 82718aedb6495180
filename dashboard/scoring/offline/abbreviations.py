"""Words whose full stop does not, or need not, end a sentence."""

from __future__ import annotations

from dashboard.scoring.offline.word_set import word_set

BEFORE_A_NAME = word_set("""
    mr mrs ms mx dr prof rev fr sr sra srta st ste mt ft gen col lt sgt capt cpt cmdr
    adm maj brig gov sen rep pres hon hr fam mme mlle mgr msgr dott sig ing arq lic
    dipl dra profa exmo ilmo hl bzw bspw
""")
"""Stand before a name or another word: never the end."""

NEVER_END = word_set("""
    e.g eg i.e ie viz cf vs v approx ca circa al z.b u.a d.h z.t u.s.w sog vgl ggf
    inkl exkl zzgl evtl p.ej p.e ej aprox bijv resp o.a d.w.z env c.-à-d incl excl est
""")
"""Stand before what they introduce."""

BEFORE_A_NUMBER = word_set("""
    no nos nr num núm n p pp pg pag pág s vol vols fig figs eq eqs sec secs ch chap
    art arts para ver par abs bd kap jan feb mar apr jun jul aug sep sept oct nov dec
    okt dez tel ext op rm q ref
""")
"""Stand before a number; elsewhere they end a sentence like any word."""

MAY_END = word_set("""
    tsp tbsp pt qt gal pkg doz yr yrs mo mos wk wks wt ht temp
    etc usw inc ltd co corp plc llc bros gmbh jr sr esq ph.d m.d b.a m.a a.m p.m am pm
    u.s u.k u.n e.u d.c u.s.a b.c a.d b.c.e c.e min max sec hr hrs ft lb lbs oz kg km
    cm mm mi sq dept univ assn ave blvd rd mio mrd s.a s.l s.p.a b.v n.v st
""")
"""May stand at the end; they do when a word follows that starts sentences."""

MONTHS = word_set("""
    januar jänner februar märz april mai juni juli august september oktober november
    dezember januari februari maart mei augustus december jan feb mär apr jun jul aug
    sep sept okt nov dez jahrhundert jahrhunderts century januara februara března
    května leden únor duben červen červenec srpen září říjen listopad prosinec marts
    maj tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta
    elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
""")
"""What follows an ordinal written with a full stop, as in ``5. März``."""

STARTERS = word_set("""
    The A An This That These Those It Its He His She Her They Their We Our You Your I
    My In On At By For From With As If When While After Before Since Although Though
    However But And Or So Yet Then There Here What Where Who Why How Which Both All
    Some Many Most Each Every No Not Despite During Because According Also Its Another
    Other One Two Der Die Das Ein Eine Er Sie Es Wir Ihr Im Am Zum Zur Bei Nach Vor
    Mit Auch Aber Und El La Los Las Un Una Uno En De Por Para Con Se Su Sus Este Esta
    Esto Y Pero Ella Le Les Des Du Il Elle Ils Elles Ce Cette Ces Dans Au Aux Sur Avec
    Et Mais Lo Gli Nel Nella Della Del Questo Questa Non Per O Os As Um Uma Ele Ela No
    Na Em Het Een De Hij Zij Ze Dit Dat Deze Op Bij Maar
""")
"""Words that, with a capital, begin a sentence far more often than a name."""
