"""The three published worked examples, as samples to try the scorer with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """A sample with a name to press."""

    name: str
    input: str
    context: tuple[str, ...]
    output: str


EXAMPLES: tuple[Example, ...] = (
    Example(
        name="iPhone",
        input="When was the first iPhone released?",
        context=(
            "The iPhone was first released in 2007.",
            "Steve Jobs unveiled it at Macworld.",
            "The original model had a 3.5-inch screen.",
        ),
        output=(
            "The iPhone was first released in 2007, when Steve Jobs unveiled it at "
            "Macworld. The original iPhone featured a 3.5-inch screen."
        ),
    ),
    Example(
        name="Star Wars",
        input="Tell me about the first Star Wars movie.",
        context=(
            "The first Star Wars movie was released in 1977.",
            "It was directed by George Lucas.",
            "The film earned $775 million worldwide.",
            "The movie was filmed in Tunisia and England.",
        ),
        output=(
            "The first Star Wars movie came out in 1977 and was directed by George "
            "Lucas. It made over $1 billion at the box office and was filmed entirely "
            "in California."
        ),
    ),
    Example(
        name="Wright brothers",
        input="When did the Wright brothers first fly?",
        context=(
            "The Wright brothers made their first flight in 1903.",
            "The flight lasted 12 seconds.",
            "It covered a distance of 120 feet.",
        ),
        output=(
            "The Wright brothers achieved their historic first flight in 1908. The "
            "flight lasted about 2 minutes and covered nearly a mile."
        ),
    ),
)
