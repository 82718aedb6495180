# ruff: noqa: E501
"""Units, currencies and what they are in SI: the table behind quantities."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """What a unit measures, and how a value becomes SI: value × factor + offset."""

    dimension: str
    factor: float
    offset: float = 0.0


_RAW: dict[str, dict[float, str]] = {
    "length": {
        1.0: "m metre metres meter meters metro metros mètre mètres metri 米 公尺 미터 "
        "метр метров メートル",
        1e3: "km kms kilometre kilometres kilometer kilometers kilómetro kilómetros "
        "kilometro kilometros kilomètre kilomètres chilometro chilometri quilômetro "
        "quilômetros quilómetros 公里 千米 킬로미터 км キロメートル キロ",
        1e-2: "cm centimetre centimetres centimeter centimeters zentimeter centímetro "
        "centímetros centimètre centimètres 厘米 公分 см",
        1e-3: "mm millimetre millimetres millimeter millimeters milímetro milímetros "
        "millimètre millimètres 毫米 мм",
        1e-6: "µm μm micron microns micrometre micrometres micrometer micrometers",
        1e-9: "nm nanometre nanometres nanometer nanometers 纳米",
        1609.344: "mi mile miles meile meilen milla millas miglio miglia 英里",
        1852.0: "nautical_mile nautical_miles nmi 海里",
        0.9144: "yd yard yards",
        0.3048: "ft foot feet pie pies fuß pied pieds 英尺",
        0.0254: "inch inches zoll pulgada pulgadas pouce pouces 英寸 吋",
        9.4607e15: "light_year light_years lichtjahr lichtjahre lichtjahren 光年",
        1.495978707e11: "au astronomical_unit astronomical_units",
        500.0: "里",
    },
    "mass": {
        1.0: "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm "
        "kilogramo kilogramos 公斤 千克 킬로그램 кг キログラム",
        1e-3: "g gr gram grams gramme grammes gramm gramo gramos grammo grammi 克 гр",
        1e-6: "mg milligram milligrams milligramme milligramm miligramo miligramos "
        "milligrammes 毫克 мг",
        1e-9: "µg μg mcg microgram micrograms 微克",
        1e3: "tonne tonnes tonnen metric_ton metric_tons tonelada toneladas tonnellate t 吨 "
        "тонн toneladas_métricas",
        907.18474: "ton tons short_ton short_tons",
        0.45359237: "lb lbs pound pounds pfund libra libras livre livres 磅",
        0.028349523125: "oz ounce ounces unze unzen onza onzas once onces 盎司",
        6.35029318: "stone",
        0.5: "斤",
    },
    "time": {
        1.0: "s sec secs second seconds sekunde sekunden segundo segundos seconde "
        "secondes secondo secondi 秒 초 秒钟",
        60.0: "min mins minute minutes minuten minuto minutos minuti minuut 分钟 분 분간 "
        "минут минуты",
        3600.0: "h hr hrs hour hours stunde stunden std hora horas heure heures ora ore "
        "uur uren 小时 시간 時間 часов часа",
        86400.0: "d day days tag tage tagen día días dia dias jour jours giorno giorni "
        "dag dagen 天 일간 日間 дней дня",
        604800.0: "week weeks woche wochen semana semanas semaine semaines settimana "
        "settimane weken 周 星期 주 недель недели",
        2629800.0: "month months monat monate monaten mes meses mois mese mesi maand "
        "maanden mês 个月 個月 개월 か月 месяцев месяца",
        31557600.0: "yr yrs year years jahr jahre jahren año años an ans année années "
        "anno anni ano anos jaar jaren 年 岁 歲 년 лет года",
        315576000.0: "decade decades jahrzehnt jahrzehnte jahrzehnten década décadas "
        "décennie décennies",
        3155760000.0: "century centuries jahrhundert jahrhunderte siglo siglos siècle "
        "siècles",
        1e-3: "ms millisecond milliseconds millisekunde millisekunden milisegundos 毫秒",
        1e-6: "µs μs microsecond microseconds",
        1e-9: "ns nanosecond nanoseconds",
        1209600.0: "fortnight fortnights",
    },
    "area": {
        1.0: "m² m2 sqm square_metre square_metres square_meter square_meters sq_m "
        "quadratmeter metros_cuadrados mètres_carrés metri_quadrati 平方米",
        1e6: "km² km2 square_kilometre square_kilometres square_kilometer "
        "square_kilometers sq_km quadratkilometer kilómetros_cuadrados "
        "kilomètres_carrés 平方公里 平方千米",
        1e4: "ha hectare hectares hektar hectárea hectáreas 公顷",
        4046.8564224: "acre acres 英亩",
        0.09290304: "ft² sq_ft square_foot square_feet sqft",
        2589988.11: "square_mile square_miles sq_mi",
        1e-4: "cm² square_centimetres square_centimeters",
        666.6667: "亩",
    },
    "volume": {
        1e-3: "l litre litres liter liters litro litros litri 升 리터",
        1e-6: "ml millilitre millilitres milliliter milliliters mililitro mililitros "
        "cc 毫升",
        1e-5: "cl centilitre centilitres centiliter centiliters",
        1.0: "m³ m3 cubic_metre cubic_metres cubic_meter cubic_meters kubikmeter "
        "metros_cúbicos mètres_cubes 立方米",
        3.785411784e-3: "gallon gallons us_gallon us_gallons gal galón galones",
        4.73176473e-4: "pint pints",
        9.46352946e-4: "quart quarts",
        2.365882365e-4: "cup cups",
        1.58987295e-1: "barrel barrels bbl",
        1.478676478e-5: "tablespoon tablespoons tbsp",
        4.92892159e-6: "teaspoon teaspoons tsp",
        2.95735296e-5: "fl_oz fluid_ounce fluid_ounces",
        0.028316846592: "cubic_feet cubic_foot cu_ft",
    },
    "speed": {
        1.0: "m/s mps metres_per_second meters_per_second meter_pro_sekunde",
        1
        / 3.6: "km/h kmh kph kilometres_per_hour kilometers_per_hour kilometres_an_hour "
        "kilometers_an_hour stundenkilometer kilometer_pro_stunde kilómetros_por_hora "
        "kilomètres_par_heure kilomètres_heure 公里/小时",
        0.44704: "mph miles_per_hour miles_an_hour millas_por_hora",
        0.514444: "kn kt kts knot knots knoten",
        1e3: "km/s",
    },
    "data": {
        1.0: "byte bytes",
        1e3: "kb kilobyte kilobytes",
        1e6: "mb megabyte megabytes",
        1e9: "gb gigabyte gigabytes",
        1e12: "tb terabyte terabytes",
        1e15: "pb petabyte petabytes",
        1024.0: "kib",
        1048576.0: "mib",
        1073741824.0: "gib",
        1099511627776.0: "tib",
        0.125: "bit bits",
    },
    "transfer": {1e6: "mb/s", 1e9: "gb/s", 1e3: "kb/s", 1e12: "tb/s", 1.0: "b/s"},
    "times": {1.0: "times mal veces vezes fois volte 次 回 번"},
    "data rate": {
        1.0: "bps bit/s",
        1e3: "kbps kbit/s",
        1e6: "mbps mbit/s megabits_per_second",
        1e9: "gbps gbit/s gigabits_per_second",
    },
    "energy": {
        1.0: "j joule joules",
        1e3: "kj kilojoule kilojoules",
        1e6: "mj megajoule megajoules",
        4.184: "cal",
        4184.0: "kcal calorie calories kilocalorie kilocalories calorías kalorien",
        3.6e6: "kwh kilowatt_hour kilowatt_hours kilowattstunde kilowattstunden",
        3.6e9: "mwh megawatt_hour megawatt_hours",
        3.6e12: "gwh gigawatt_hour gigawatt_hours",
        3.6e15: "twh terawatt_hour terawatt_hours",
        3600.0: "wh",
        1.602e-19: "ev",
    },
    "power": {
        1.0: "w watt watts vatios",
        1e3: "kw kilowatt kilowatts kilovatios 千瓦",
        1e6: "mw megawatt megawatts",
        1e9: "gw gigawatt gigawatts",
        745.7: "hp horsepower bhp",
        735.5: "ps pferdestärken cv",
    },
    "pressure": {
        1.0: "pa pascal pascals",
        100.0: "hpa mbar millibar millibars",
        1e3: "kpa",
        1e5: "bar bars",
        101325.0: "atm atmospheres",
        6894.757: "psi",
        133.322: "mmhg",
        1e6: "mpa",
    },
    "frequency": {
        1.0: "hz hertz",
        1e3: "khz",
        1e6: "mhz",
        1e9: "ghz",
        1 / 60: "rpm",
    },
    "voltage": {1.0: "v volt volts", 1e3: "kv kilovolt kilovolts", 1e-3: "mv"},
    "current": {1.0: "amp amps ampere amperes", 1e-3: "ma mah"},
    "angle": {1.0: "°"},
    "percent": {
        1.0: "% percent per_cent pct prozent por_ciento pour_cent per_cento por_cento "
        "procent процентов процента 퍼센트 パーセント ％",
        0.1: "‰ per_mille promille 成",
    },
    "points": {
        1.0: "percentage_point percentage_points prozentpunkt prozentpunkte "
        "prozentpunkten puntos_porcentuales points_de_pourcentage pp 个百分点",
        0.01: "basis_point basis_points bps_points",
    },
}

UNITS: dict[str, tuple[Unit, ...]] = {
    word.replace("_", " "): (Unit(dimension, factor),)
    for dimension, by_factor in _RAW.items()
    for factor, words in by_factor.items()
    for word in words.split()
}
"""Readings of a unit's name, lower case; likeliest first."""
UNITS["成"] = (Unit("percent", 10.0),)

_CELSIUS = Unit("temperature", 1.0, 273.15)
_FAHRENHEIT = Unit("temperature", 5 / 9, 459.67 * 5 / 9)
for _names, _unit in (
    ("°c;degrees celsius;degree celsius;celsius;grad celsius;centigrade;"
     "degrees centigrade;degrees c;grados celsius;grados centígrados;"
     "degrés celsius;gradi celsius;摄氏度;℃;deg c", _CELSIUS),
    ("°f;degrees fahrenheit;degree fahrenheit;fahrenheit;grad fahrenheit;degrees f;"
     "grados fahrenheit;degrés fahrenheit;华氏度;℉;deg f", _FAHRENHEIT),
    ("kelvin;kelvins", Unit("temperature", 1.0)),
):  # fmt: skip
    for _name in _names.split(";"):
        UNITS[_name] = (_unit,)
for _name in ("degrees", "degree", "grad", "grados", "degrés", "gradi", "度"):
    UNITS[_name] = (Unit("angle", 1.0), _CELSIUS, _FAHRENHEIT)
UNITS["°"] = UNITS["degrees"]

CASED = {"K": (Unit("temperature", 1.0),), "MW": (Unit("power", 1e6),)}
"""Names whose case decides."""

CURRENCIES: dict[str, str] = {
    name: code
    for code, names in {
        "USD": "$ us$ usd dollar dollars dólar dólares dolar us-dollar 美元 달러 ドル "
        "bucks долларов",
        "EUR": "€ eur euro euros 欧元 유로 ユーロ евро",
        "GBP": "£ gbp quid sterling 英镑",
        "JPY": "¥ jpy yen 日元 円 엔",
        "CNY": "cny rmb yuan renminbi 元 人民币 ￥",
        "INR": "₹ inr rupee rupees rs",
        "KRW": "₩ krw won 원 韩元",
        "RUB": "₽ rub rouble roubles ruble rubles рублей рубля руб",
        "CHF": "chf franken francs franc",
        "CAD": "c$ cad ca$",
        "AUD": "a$ aud au$",
        "HKD": "hk$ hkd 港元",
        "SEK": "sek kronor",
        "NOK": "nok kroner",
        "MXN": "mxn pesos peso",
        "BRL": "r$ brl reais",
        "PLN": "pln zł złoty",
        "TRY": "₺ lira",
        "BTC": "btc bitcoin bitcoins",
    }.items()
    for name in names.split()
}
"""A currency's names, lower case, and its code."""
for _word, _code in (("pounds", "GBP"), ("pound", "GBP"), ("pfund", "GBP")):
    UNITS[_word] = (*UNITS[_word], Unit(f"money {_code}", 1.0))
for _word in ("cent", "cents", "centavos", "céntimos"):
    UNITS[_word] = (Unit("money USD", 0.01), Unit("money EUR", 0.01))
for _word in ("pence", "p"):
    UNITS[_word] = (Unit("money GBP", 0.01),)
for _name, _code in CURRENCIES.items():
    if _name not in UNITS:
        UNITS[_name] = (Unit(f"money {_code}", 1.0),)
for _name, _code in (
    ("swiss francs", "CHF"),
    ("australian dollars", "AUD"),
    ("canadian dollars", "CAD"),
    ("us dollars", "USD"),
    ("u.s dollars", "USD"),
    ("pounds sterling", "GBP"),
    ("british pounds", "GBP"),
    ("indian rupees", "INR"),
    ("japanese yen", "JPY"),
    ("hong kong dollars", "HKD"),
):
    UNITS[_name] = (Unit(f"money {_code}", 1.0),)
UNITS["$"] = (Unit("money USD", 1.0),)
UNITS["¥"] = (Unit("money JPY", 1.0), Unit("money CNY", 1.0))

LONGEST_UNIT = 3
"""Words in the longest name of a unit."""

KEY_UNITS: dict[str, str] = {
    "c": "celsius",
    "celsius": "celsius",
    "f": "fahrenheit",
    "kmh": "km/h",
    "kph": "km/h",
    "mph": "mph",
    "km": "km",
    "m": "m",
    "cm": "cm",
    "mm": "mm",
    "miles": "miles",
    "ft": "ft",
    "kg": "kg",
    "g": "g",
    "mg": "mg",
    "lb": "lb",
    "lbs": "lb",
    "s": "s",
    "sec": "s",
    "secs": "s",
    "seconds": "s",
    "ms": "ms",
    "min": "min",
    "mins": "min",
    "minutes": "min",
    "h": "h",
    "hours": "h",
    "hrs": "h",
    "days": "days",
    "weeks": "weeks",
    "months": "months",
    "years": "years",
    "pct": "%",
    "percent": "%",
    "percentage": "%",
    "usd": "usd",
    "eur": "eur",
    "gbp": "gbp",
    "mb": "mb",
    "gb": "gb",
    "kb": "kb",
    "tb": "tb",
    "bytes": "bytes",
    "hpa": "hpa",
    "kwh": "kwh",
    "kw": "kw",
    "l": "l",
    "ml": "ml",
    "hz": "hz",
    "ghz": "ghz",
    "mhz": "mhz",
    "v": "v",
    "w": "w",
    "sqft": "sq ft",
    "sqm": "sqm",
    "km2": "km2",
}
"""The last part of a key such as temperature_c or duration_min, and its unit."""
