"""Makes keys of tool results readable: ``temperature_c: 4`` is "temperature: 4 °C"."""

from __future__ import annotations

import re
from functools import lru_cache

from dashboard.scoring.offline.word_set import word_set

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-zß-ÿ]+|\d+|[^\W\d_a-zA-Z]+")
_NUMERIC = re.compile(r"[-+−]?\d[\d.,\s]*\Z")

_UNITS = {
    "c": "°C", "celsius": "°C", "degc": "°C", "f": "°F", "fahrenheit": "°F",
    "degf": "°F", "deg": "°", "degrees": "°",
    "kmh": "km/h", "kph": "km/h", "kmph": "km/h", "mph": "mph", "mps": "m/s",
    "knots": "knots", "kts": "knots",
    "ms": "ms", "millis": "ms", "milliseconds": "ms", "s": "s", "sec": "s",
    "secs": "s", "seconds": "seconds", "min": "min", "mins": "min",
    "minutes": "minutes", "h": "h", "hr": "h", "hrs": "h", "hours": "hours",
    "days": "days", "weeks": "weeks", "months": "months", "years": "years",
    "km": "km", "m": "m", "cm": "cm", "mm": "mm", "mi": "miles", "miles": "miles",
    "meters": "metres", "metres": "metres", "kilometers": "km", "ft": "ft",
    "feet": "feet", "inches": "inches", "yd": "yards",
    "kg": "kg", "g": "g", "mg": "mg", "lb": "lb", "lbs": "lb", "oz": "oz",
    "grams": "g", "tonnes": "tonnes", "l": "litres", "ml": "ml", "liters": "litres",
    "litres": "litres", "gal": "gallons",
    "m2": "m²", "sqm": "m²", "km2": "km²", "sqkm": "km²", "sqft": "sq ft",
    "pct": "%", "percent": "%", "percentage": "%", "perc": "%",
    "usd": "USD", "eur": "EUR", "gbp": "GBP", "jpy": "JPY", "chf": "CHF",
    "cad": "CAD", "aud": "AUD", "inr": "INR", "cny": "CNY", "sek": "SEK",
    "nok": "NOK", "dkk": "DKK", "brl": "BRL", "mxn": "MXN",
    "bytes": "bytes", "kb": "KB", "mb": "MB", "gb": "GB", "tb": "TB",
    "w": "W", "kw": "kW", "mw": "MW", "kwh": "kWh", "mwh": "MWh", "v": "V",
    "mah": "mAh", "hz": "Hz", "khz": "kHz", "mhz": "MHz", "ghz": "GHz",
    "hpa": "hPa", "kpa": "kPa", "psi": "psi", "ppm": "ppm", "kcal": "kcal",
}  # fmt: skip
"""The last word of a key, and the unit it gives to a number."""

_CONTAINERS = word_set("""
    result results data items item response value values output outputs payload
    records record content contents list rows row entries entry hits body object
    objects documents document args arguments properties attributes fields
""")
_IDENTITIES = (
    "name", "title", "city", "location", "place", "country", "product", "id", "label",
    "symbol", "ticker", "company", "team", "event", "date", "day", "sku", "model",
    "username", "user", "email", "code", "key", "subject", "tool", "type", "year",
)  # fmt: skip
_MONEY = word_set("""
    price total amount cost fee subtotal tax balance revenue salary budget discount
    shipping refund value paid due sum income profit rate
""")


@lru_cache(maxsize=4096)
def key_words(key: str) -> tuple[str, ...]:
    """Return the words of a key, in small letters: ``windSpeedKmh`` has three."""
    return tuple(word.lower() for word in _WORDS.findall(key)) or (key.lower(),)


@lru_cache(maxsize=4096)
def key_name(key: str, *, numeric: bool) -> tuple[str, str]:
    """Return how a key reads and the unit it gives to a number; blank for none."""
    words = key_words(key)
    if numeric and len(words) > 1:
        unit = _UNITS.get(words[-1])
        if unit:
            return " ".join(words[:-1]), unit
        if len(words) > 2 and words[-1].isdigit():
            unit = _UNITS.get(words[-2] + words[-1])
            if unit:
                return " ".join(words[:-2]), unit
    return " ".join(words), ""


def is_numeric(value: str) -> bool:
    """Whether a value is one number and nothing else."""
    return _NUMERIC.match(value) is not None


def is_container(key: str) -> bool:
    """Whether a key says only that something is inside, as ``result`` does."""
    return key_words(key)[-1] in _CONTAINERS and len(key_words(key)) == 1


def identity_rank(key: str) -> int | None:
    """Return how well a value tells its object from others, 0 best; None if not."""
    words = key_words(key)
    if words[-1] in _IDENTITIES:
        return _IDENTITIES.index(words[-1]) + (0 if len(words) == 1 else 1)
    return None


def takes_currency(key: str) -> bool:
    """Whether a number under this key is money when a currency stands beside it."""
    return not _MONEY.isdisjoint(key_words(key))
