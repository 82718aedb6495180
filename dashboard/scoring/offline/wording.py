"""The sentences that say why a claim got its label, in the language of the output."""

from __future__ import annotations

from collections.abc import Mapping

_SENTENCES: dict[str, dict[str, str]] = {
    "differs": {
        "en": "The context says {theirs}, the output says {mine}.",
        "de": "Im Kontext steht {theirs}, in der Ausgabe {mine}.",
        "es": "El contexto dice {theirs}; la respuesta dice {mine}.",
        "fr": "Le contexte dit {theirs}, la réponse dit {mine}.",
        "zh": "上下文说的是{theirs}，输出说的是{mine}。",
    },
    "finer": {
        "en": "The context says only {theirs}, the output says {mine}.",
        "de": "Im Kontext steht nur {theirs}, in der Ausgabe {mine}.",
        "es": "El contexto solo dice {theirs}; la respuesta dice {mine}.",
        "fr": "Le contexte dit seulement {theirs}, la réponse dit {mine}.",
        "zh": "上下文只说{theirs}，输出却说{mine}。",
    },
    "absent": {
        "en": "Nothing in the context speaks of {what}.",
        "de": "Nichts im Kontext spricht von {what}.",
        "es": "Nada en el contexto habla de {what}.",
        "fr": "Rien dans le contexte ne parle de {what}.",
        "zh": "上下文没有提到{what}。",
    },
    "nothing": {
        "en": "Nothing in the context speaks of this.",
        "de": "Nichts im Kontext spricht davon.",
        "es": "Nada en el contexto habla de esto.",
        "fr": "Rien dans le contexte n'en parle.",
        "zh": "上下文没有提到这一点。",
    },
    "opposite": {
        "en": "The context says the opposite.",
        "de": "Der Kontext sagt das Gegenteil.",
        "es": "El contexto dice lo contrario.",
        "fr": "Le contexte dit le contraire.",
        "zh": "上下文说的正好相反。",
    },
    "reversed": {
        "en": "In the context it is the other way round.",
        "de": "Im Kontext ist es umgekehrt.",
        "es": "En el contexto es al revés.",
        "fr": "Dans le contexte, c'est l'inverse.",
        "zh": "上下文中的关系正好相反。",
    },
    "order": {
        "en": "In the context the order of events is another.",
        "de": "Im Kontext ist die Reihenfolge eine andere.",
        "es": "En el contexto el orden de los hechos es otro.",
        "fr": "Dans le contexte, l'ordre des faits est différent.",
        "zh": "上下文中事件的先后顺序不同。",
    },
    "too much": {
        "en": "The context does not say {mine}, it says {theirs}.",
        "de": "Im Kontext steht nicht {mine}, sondern {theirs}.",
        "es": "El contexto no dice {mine}, sino {theirs}.",
        "fr": "Le contexte ne dit pas {mine}, mais {theirs}.",
        "zh": "上下文没有说{mine}，而是说{theirs}。",
    },
    "subjective": {
        "en": "“{what}” is a judgement that the context does not make.",
        "de": "„{what}“ ist eine Wertung, die der Kontext nicht enthält.",
        "es": "«{what}» es una valoración que el contexto no hace.",
        "fr": "« {what} » est un jugement que le contexte ne porte pas.",
        "zh": "“{what}”是上下文没有作出的评价。",
    },
    "hedged": {
        "en": "The context says this only with reservation.",
        "de": "Der Kontext sagt das nur unter Vorbehalt.",
        "es": "El contexto lo dice solo con reservas.",
        "fr": "Le contexte ne le dit qu'avec réserve.",
        "zh": "上下文只是有保留地这样说。",
    },
    "copied": {
        "en": "The context says so word for word.",
        "de": "Das steht wörtlich im Kontext.",
        "es": "El contexto lo dice palabra por palabra.",
        "fr": "Le contexte le dit mot pour mot.",
        "zh": "上下文原文如此。",
    },
    "held": {
        "en": "The context says so.",
        "de": "Das sagt der Kontext.",
        "es": "El contexto lo dice.",
        "fr": "Le contexte le dit.",
        "zh": "上下文支持这一说法。",
    },
    "entailed": {
        "en": "The context says so in other words.",
    },
    "unentailed": {
        "en": "What the context says nearest to this does not bear it out.",
    },
    "opposed": {
        "en": "What the context says nearest to this speaks against it.",
    },
    "refusal": {
        "en": "The output says that it does not know, which claims nothing.",
        "de": "Die Ausgabe sagt, dass sie es nicht weiß; das behauptet nichts.",
        "es": "La respuesta dice que no lo sabe, y eso no afirma nada.",
        "fr": "La réponse dit ne pas savoir, ce qui n'affirme rien.",
        "zh": "输出表示不知道，没有作出断言。",
    },
}


def sentence(wording: str, words: Mapping[str, str], language: str) -> str:
    """Return the reason in a language, in English where that is not at hand."""
    by_language = _SENTENCES[wording]
    pattern = by_language.get(language, by_language["en"])
    return pattern.format(**words)
