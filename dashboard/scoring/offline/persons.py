"""Tells persons, things and groups apart by the words that name them."""

from __future__ import annotations

from typing import Literal

from dashboard.scoring.offline.word_set import word_set

Being = Literal["he", "she", "person", "thing", "they", "name"]
"""What a subject is: a man, a woman, either, a thing, several, or a bare name."""

MALE_NAMES = word_set("""
    Adam Ahmed Albert Alan Alexander Ali Andreas Andrew Andy Anthony Antonio Arthur
    Ben Benjamin Bernard Bill Bob Boris Brad Brian Bruce Carl Carlos Charles Chris
    Christian Christopher Daniel David Dennis Diego Donald Edward Elon Emmanuel Eric
    Ernest Fernando Frank Franz Fred Gary George Giovanni Gordon Graham Greg Hans
    Harold Harry Heinrich Henry Hugo Ian Isaac Ivan Jack Jacob Jacques James Jan Jason
    Javier Jean Jeff Jim Joe Johann John Jonathan Jordan José Joseph Juan Julius
    Justin Karl Keith Kevin Lars Larry Leonard Leonardo Louis Ludwig Luis Luke Marc
    Marco Marcus Mario Mark Martin Matthew Max Michael Miguel Mike Mohamed Mohammed
    Muhammad Neil Nick Nicholas Nikola Niels Oliver Oscar Otto Pablo Patrick Paul
    Pedro Peter Philip Pierre Rafael Ralph Richard Rob Robert Roger Roland Ron Ronald
    Rudolf Ryan Sam Samuel Sebastian Sergei Simon Stephen Steve Steven Stuart Sundar
    Ted Thomas Tim Tom Tony Victor Vincent Vladimir Walter Warren Wilhelm William
    Winston Wolfgang Xavier Zachary
""")
FEMALE_NAMES = word_set("""
    Ada Alice Amanda Amelia Amy Ana Andrea Angela Anita Ann Anna Anne Annie Barbara
    Beth Betty Carmen Carol Caroline Catherine Charlotte Chiara Christina Christine
    Claire Clara Cynthia Dana Deborah Diana Diane Donna Dorothy Eleanor Elena
    Elisabeth Elizabeth Ella Emily Emma Erika Eva Fatima Florence Frances Frida
    Gabriela Giulia Gloria Grace Greta Hannah Helen Helena Ida Ingrid Irene Isabel
    Isabella Jane Janet Jennifer Jessica Joan Joanna Judith Julia Julie Karen Kate
    Katherine Kathryn Laura Lena Leila Linda Lisa Louise Lucia Lucy Margaret Maria
    Marie Marta Martha Mary Maya Megan Melanie Mia Michelle Monica Nadia Nancy Natalie
    Nicole Nina Olga Olivia Patricia Paula Petra Priya Rachel Rebecca Rita Rosa
    Rosalind Ruth Samantha Sandra Sara Sarah Sofia Sophia Sophie Stella Susan Svetlana
    Sylvia Teresa Theresa Ursula Valentina Vera Victoria Virginia Yuki Yvonne Zoe
""")
_MEN = word_set("""
    man boy father son brother husband king prince uncle grandfather actor spokesman
    businessman chairman gentleman monk sir duke lord mr
""")
_WOMEN = word_set("""
    woman girl mother daughter sister wife queen princess aunt grandmother actress
    spokeswoman businesswoman chairwoman lady nun duchess dame mrs ms miss
""")
_PERSONS = word_set("""
    ceo president director author doctor engineer scientist writer singer artist player
    teacher professor founder co-founder minister mayor senator manager coach driver
    pilot officer lawyer judge nurse student patient customer user employee worker owner
    victim suspect defendant plaintiff researcher physicist chemist mathematician
    composer painter poet novelist journalist politician athlete footballer striker
    midfielder goalkeeper captain chef designer developer architect historian
    philosopher economist analyst accountant cto cfo chancellor spokesperson chairperson
    person guest passenger tenant landlord applicant candidate child baby teenager dr
    professor detective soldier general
""")
_GROUPS = word_set("""
    band team group family police company firm committee government council board crew
    couple staff organisation organization club party jury
""")
_LIVES = word_set("""
    born died married graduated studied grew retired resigned joined wrote starred sang
    emigrated divorced worked played taught lived earned
""")
_ORGANISED = word_set("""
    inc corp ltd llc gmbh ag university college museum bank group company institute
    agency party airlines motors bridge tower river lake mount park city hotel church
    station airport festival award prize cup league film movie album
""")


def being(subject: str, rest: str) -> Being:
    """Return what a subject names, judged by itself and what is said of it."""
    words = subject.split()
    bare = [word.strip(".,'\"“”()").removesuffix("'s") for word in words]
    lower = [word.lower() for word in bare]
    if "and" in lower:
        return "they"
    head = lower[: lower.index("of")][-1] if "of" in lower[1:] else lower[-1]
    if lower[0] in _TITLES or lower[0] in _MEN | _WOMEN:
        return "he" if lower[0] in _MEN else "she" if lower[0] in _WOMEN else "person"
    if lower[0] in _DETERMINERS:
        return _described(head)
    if all(word[:1].isupper() or not word[:1].isalpha() for word in bare):
        return _named(bare, lower, rest)
    return "they" if head.endswith("s") and not head.endswith(("ss", "us")) else "thing"


def is_group(subject: str) -> bool:
    """Whether a subject is one thing that may be spoken of as they."""
    return bool(subject) and subject.split()[-1].lower() in _GROUPS


def _described(head: str) -> Being:
    if head in _MEN:
        return "he"
    if head in _WOMEN:
        return "she"
    if head in _PERSONS or head.endswith("-old"):
        return "person"
    plural = head.endswith("s") and not head.endswith(("ss", "us", "is", "series"))
    return "they" if plural or head in ("people", "children") else "thing"


def _named(bare: list[str], lower: list[str], rest: str) -> Being:
    if bare[0] in MALE_NAMES:
        return "he"
    if bare[0] in FEMALE_NAMES:
        return "she"
    if not _ORGANISED.isdisjoint(lower) or any(word[:1].isdigit() for word in lower):
        return "thing"
    if not _LIVES.isdisjoint(rest.lower().replace(".", " ").split()[:6]):
        return "person"
    return "name"


_TITLES = word_set("dr prof professor president senator king queen pope sir")
_DETERMINERS = word_set("the a an this that its his her their our my your")
