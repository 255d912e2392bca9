"""What an LLM judge's agreement with people comes to, before and after decisions, by other programs.

    /usr/bin/python3 oracle.py < rows.json

with, on Debian 12, apt-get install python3-statsmodels python3-sklearn. Standard input: {"values": [...], "rows":
[[first person, second person, LLM, decision], ...]}, null where nobody said anything; a decision counts only where
the three differ. Agreement beyond kappa is worked out here from its definition.
"""

import json
import math
import sys
from fractions import Fraction

import numpy
import sklearn
import statsmodels
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa


def said(row):
    return [value for value in row[:3] if value is not None]


def is_disputed(row):
    return len(set(said(row))) > 1


def of_people(row):
    people = {value for value in row[:2] if value is not None}
    return people.pop() if len(people) == 1 else None


def that_holds(row):
    return row[3] if is_disputed(row) else of_people(row)


def gwet_ac1(pairs, values):
    agreement = Fraction(sum(a == b for a, b in pairs), len(pairs))
    shares = [Fraction(sum((a == v) + (b == v) for a, b in pairs), 2 * len(pairs)) for v in values]
    chance = sum(share * (1 - share) for share in shares) / (len(values) - 1)
    return float((agreement - chance) / (1 - chance))


def ordinal_alpha(pairs, values):
    everything = [value for pair in pairs for value in pair]
    counts = [everything.count(value) for value in values]

    def distance(a, b):
        low, high = sorted((values.index(a), values.index(b)))
        between = sum(counts[low : high + 1])
        return (between - Fraction(counts[low] + counts[high], 2)) ** 2 if low != high else Fraction(0)

    observed = sum(2 * distance(a, b) for a, b in pairs)
    expected = sum(
        counts[values.index(a)] * counts[values.index(b)] * distance(a, b) for a in values for b in values
    )
    return float(1 - (len(everything) - 1) * observed / expected)


def figures(pairs, values):
    table = numpy.array([[sum(pair == (a, b) for pair in pairs) for b in values] for a in values])
    plain = cohens_kappa(table)
    quadratic = cohens_kappa(table, wt="quadratic")
    first, second = zip(*[(values.index(a), values.index(b)) for a, b in pairs])
    places = list(range(len(values)))
    score = cohen_kappa_score(first, second, labels=places)
    weighted = cohen_kappa_score(first, second, labels=places, weights="quadratic")
    assert math.isclose(score, plain.kappa) and math.isclose(weighted, quadratic.kappa)
    agreement = sum(a == b for a, b in pairs) / len(pairs)
    found = {
        "percent_agreement": [agreement, None],
        "cohen_kappa": [plain.kappa, math.sqrt(plain.var_kappa)],
        "gwet_ac1": [gwet_ac1(pairs, values), None],
    }
    if len(values) == 2:
        found["pabak"] = [2 * agreement - 1, None]
    else:
        found["cohen_kappa_quadratic"] = [quadratic.kappa, math.sqrt(quadratic.var_kappa)]
        found["krippendorff_alpha_ordinal"] = [ordinal_alpha(pairs, values), None]
    return {"units": len(pairs), "confusion": table.tolist(), "figures": found}


def side(rows, values, against):
    pairs = [(against(row), row[2]) for row in rows if row[2] is not None and against(row) is not None]
    return figures(pairs, values)


def main():
    asked = json.load(sys.stdin)
    rows, values = asked["rows"], asked["values"]
    json.dump(
        {
            "versions": {"statsmodels": statsmodels.__version__, "sklearn": sklearn.__version__},
            "disputed": [place for place, row in enumerate(rows) if is_disputed(row)],
            "before": side(rows, values, of_people),
            "after": side(rows, values, that_holds),
            "people": figures([(row[0], row[1]) for row in rows if None not in row[:2]], values),
        },
        sys.stdout,
    )


main()
