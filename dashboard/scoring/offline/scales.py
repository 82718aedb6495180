# ruff: noqa: E501
"""Words on the two sides of a scale: each of one side is the opposite of the other's.

Where WordNet has one pair of antonyms (rise, fall), texts use a dozen words for each
side (climb, soar, gain; drop, slip, ease). A line holds both sides, parted by a bar.
"""

from __future__ import annotations

_SCALES = """
rise increase climb grow gain jump soar surge advance swell rally go_up pick_up | fall decrease drop decline shrink sink plunge slump slip tumble dwindle ease dip recede go_down
raise lift increase boost hike expand extend widen upgrade | lower cut reduce slash trim curb decrease shrink shorten narrow downgrade
keep maintain retain unchanged preserve | lower raise drop abandon scrap cut change lose abolish
accept approve pass endorse adopt back ratify grant uphold carry | reject refuse deny decline dismiss veto overturn defeat turn_down vote_down strike_down throw_out
allow permit let authorize legalize | forbid ban prohibit bar outlaw disallow
start begin open commence launch | end finish close stop conclude cease
open reopen | close shut shutter closed
win | lose forfeit abandon withdraw
beat defeat | lose
succeed success | fail failure flop
buy purchase acquire | sell
arrive enter land come_in | depart leave exit take_off
hire appoint recruit employ | fire dismiss sack lay_off
join | leave quit
include contain | exclude omit lack
praise applaud welcome commend | criticize condemn attack denounce blame
support favor favour back endorse | oppose resist reject fight
love enjoy like | hate dislike loathe
survive live alive recover | die perish dead succumb
guilty convict convicted | innocent acquit acquitted clear
mandatory compulsory required obligatory | optional voluntary
enable activate enabled | disable deactivate disabled
full | empty vacant
postpone delay defer | cancel advance
confirm | deny cancel
build construct erect | demolish destroy tear_down raze
improve strengthen better | worsen deteriorate weaken worse
early | late
hot warm | cold cool chilly
wet rainy damp | dry arid
strong | weak feeble
cheap inexpensive | expensive costly pricey dear
safe harmless | dangerous unsafe hazardous harmful
large big huge great vast | small little tiny
majority | minority
always | never rarely
often frequent frequently | rarely seldom rare
increase | decrease reduce lower cut
tighten narrow | widen loosen relax
add | remove drop delete
encourage promote | discourage prevent
lead | trail
attack | defend
lend loan | borrow
teach | learn
employer | employee
landlord | tenant
maximum most | minimum least
inside indoors | outside outdoors
present | absent
known famous | unknown obscure
same identical | different
healthy fit | sick ill unhealthy
"""


def _scales() -> dict[str, tuple[str, ...]]:
    """Return for each word the words on the other side of its scales."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _SCALES.strip().split("\n"):
        sides = [side.split() for side in line.split("|")]
        for mine, theirs in (sides, sides[::-1]):
            against = tuple(word.replace("_", " ") for word in theirs)
            for word in mine:
                spoken = word.replace("_", " ")
                found[spoken] = (*found.get(spoken, ()), *against)
    return found


SCALES = _scales()
"""For each word its opposites."""
