"""Figures of agreement by other programs, on random ratings, for the coefficients to be compared with.

    /usr/bin/python3 oracle.py --seed 1 --npm /tmp/oracle > ../../fixtures/agreement/golden.json

with, on Debian 12,
    apt-get install r-base-core r-cran-vcd r-cran-psych python3-statsmodels python3-sklearn python3-nltk
    npm install --prefix /tmp/oracle krippendorff@0.1.0
--npm may be left out; then that package is not asked. Whatever else is missing is an error.

Where no package has a coefficient (Gwet's, ordinal and ratio alpha, standard errors of Fleiss' kappa) it is worked
out here from its definition, pair by pair and in exact fractions, and errors from how the figure changes when an item
counts a little more.
"""

import argparse
import itertools
import json
import math
import random
import shutil
import statistics
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import nltk
import numpy
import scipy
import sklearn
import statsmodels
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import interval_distance, jaccard_distance
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

HERE = Path(__file__).parent


def ratings_of(rows):
    """The ratings of each item without those that are missing."""
    return [[code for code in row if code is not None] for row in rows]


# Exact, from the definitions.


def pairs_of(units):
    """Every ordered pair of ratings of an item, with the weight 1 / (ratings - 1) that alpha gives it."""
    for unit in units:
        for one, other in itertools.permutations(unit, 2):
            yield one, other, Fraction(1, len(unit) - 1)


def exact_alpha(rows, distance):
    units = [unit for unit in ratings_of(rows) if len(unit) >= 2]
    everything = [code for unit in units for code in unit]
    counts = {code: everything.count(code) for code in everything}
    observed = sum(weight * distance(one, other, counts) for one, other, weight in pairs_of(units))
    expected = sum(counts[a] * counts[b] * distance(a, b, counts) for a in counts for b in counts)
    return None if expected == 0 else float(1 - (len(everything) - 1) * observed / expected)


def ordinal(a, b, counts):
    low, high = min(a, b), max(a, b)
    between = sum(count for code, count in counts.items() if low <= code <= high)
    return (between - Fraction(counts[a] + counts[b], 2)) ** 2 if a != b else Fraction(0)


def ratio(values):
    def distance(a, b, _):
        x, y = Fraction(values[a]), Fraction(values[b])
        return Fraction(0) if x + y == 0 else ((x - y) / (x + y)) ** 2

    return distance


def item_agreement(unit, weight):
    pairs = list(itertools.permutations(unit, 2))
    return sum(weight(a, b) for a, b in pairs) / Fraction(len(pairs))


def weights_of(kind, values):
    spread = Fraction(max(values) - min(values))
    return {
        "identity": lambda a, b: Fraction(a == b),
        "linear": lambda a, b: 1 - abs(Fraction(values[a] - values[b])) / spread,
        "quadratic": lambda a, b: 1 - (Fraction(values[a] - values[b]) / spread) ** 2,
    }[kind]


def gwet(rows, categories, weight):
    """AC1 or AC2 and its standard error (Gwet 2008, 2014), by pairs and exact."""
    units = [unit for unit in ratings_of(rows) if unit]
    double = [unit for unit in units if len(unit) >= 2]
    codes = range(categories)
    n, pairable = len(units), len(double)
    observed = sum(item_agreement(unit, weight) for unit in double) / pairable
    share = [sum(Fraction(unit.count(code), len(unit)) for unit in units) / n for code in codes]
    scale = sum(weight(a, b) for a in codes for b in codes) / Fraction(categories * (categories - 1))
    chance = scale * sum(p * (1 - p) for p in share)
    value = (observed - chance) / (1 - chance)
    squares = Fraction(0)
    for unit in units:
        own = Fraction(n, pairable) * (item_agreement(unit, weight) - chance) / (1 - chance) if len(unit) >= 2 else 0
        chance_of_item = scale * sum(Fraction(1, len(unit)) * (1 - share[code]) for code in unit)
        squares += (own - 2 * (1 - value) * (chance_of_item - chance) / (1 - chance) - value) ** 2
    return float(value), math.sqrt(squares / (n * (n - 1)))


def multi_pi(units, counts):
    """Fleiss' kappa if each item counted so often."""
    total = sum(counts)
    size = len(units[0])
    shares = {}
    for unit, count in zip(units, counts):
        for code in unit:
            shares[code] = shares.get(code, 0) + count / (total * size)
    agreed = sum(
        count * sum(a == b for a, b in itertools.permutations(unit, 2)) / (size * (size - 1))
        for unit, count in zip(units, counts)
    ) / total
    chance = sum(share * share for share in shares.values())
    return (agreed - chance) / (1 - chance)


def error_by_influence(units, figure):
    """The standard error from how the figure changes with each item's weight (infinitesimal jackknife)."""
    n, step = len(units), 1e-5
    influence = []
    known = {}
    for item, unit in enumerate(units):
        key = tuple(sorted(unit))
        if key not in known:
            more, less = [1.0] * n, [1.0] * n
            more[item] += step
            less[item] -= step
            known[key] = (figure(units, more) - figure(units, less)) / (2 * step) * n
        influence.append(known[key])
    return math.sqrt(sum(change * change for change in influence) / (n * (n - 1)))


# Packages.


def task_of(rows, label=lambda code: code, distance=None):
    data = [
        (f"rater {rater}", f"item {item}", label(code))
        for item, row in enumerate(rows)
        for rater, code in enumerate(row)
        if code is not None
    ]
    return AnnotationTask(data) if distance is None else AnnotationTask(data, distance=distance)


def table_of(rows, categories):
    table = numpy.zeros((categories, categories))
    for first, second in rows:
        if first is not None and second is not None:
            table[first, second] += 1
    return table


def masi(a, b):
    """As Passonneau 2006 has it; nltk rounds the thirds."""
    if a == b:
        return 0.0
    shared = len(a & b)
    factor = 0 if shared == 0 else 2 / 3 if a <= b or b <= a else 1 / 3
    return 1 - factor * shared / len(a | b)


def jaccard(a, b):
    return 0.0 if not a and not b else jaccard_distance(a, b)


class Batch:
    """Questions to R and to the npm package, asked all at once."""

    def __init__(self, npm):
        self.npm, self.tables, self.alphas = npm, [], []

    def kappa(self, table, expected):
        self.tables.append((table, expected))

    def alpha(self, rows, level, value, expected):
        if self.npm is not None:
            turned = [[None if code is None else value(code) for code in row] for row in zip(*rows)]
            self.alphas.append(({"rows": turned, "level": level}, expected))

    def ask(self):
        lines = [
            " ".join(str(int(number)) for number in [len(table), *table.flatten()]) for table, _ in self.tables
        ]
        answer = subprocess.run(
            ["Rscript", str(HERE / "kappa.R")], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for line, (table, expected) in zip(answer, self.tables, strict=True):
            figures = [float(figure) for figure in line.split()]
            for name, at in [("cohen_kappa", 0), ("cohen_kappa_linear", 2), ("cohen_kappa_quadratic", 4)]:
                expected.append(figure_of(name, "vcd", figures[at], figures[at + 1]))
            expected.append(figure_of("cohen_kappa", "psych", figures[6]))
            expected.append(figure_of("cohen_kappa_quadratic", "psych", figures[7]))
        if self.npm is not None:
            answer = subprocess.run(
                ["node", str(HERE / "alpha.cjs"), self.npm],
                input=json.dumps([question for question, _ in self.alphas]),
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for value, (question, expected) in zip(json.loads(answer), self.alphas, strict=True):
                expected.append(figure_of(f"krippendorff_alpha_{question['level']}", "npm krippendorff", value))


def figure_of(coefficient, by, value, error=None):
    return {"coefficient": coefficient, "by": by, "value": value, "standardError": error}


def random_rows(rng, items, raters, categories, missing, agreement):
    truth_weights = [rng.random() + 0.2 for _ in range(categories)]
    rows = []
    for _ in range(items):
        truth = rng.choices(range(categories), truth_weights)[0]
        row = []
        for _ in range(raters):
            if rng.random() < missing:
                row.append(None)
            elif rng.random() < agreement:
                row.append(truth)
            else:
                row.append(rng.randrange(categories))
        rows.append(row)
    return rows


def has_figures(rows):
    """Whether the items that everybody rated leave no coefficient undefined: the programs stumble over those."""
    complete = [row for row in rows if None not in row]
    return any(len(set(row)) > 1 for row in complete) and all(len(set(codes)) > 1 for codes in zip(*complete))


def category_case(rng, batch, items, raters, categories, missing):
    rows = [[]]
    while not has_figures(rows):
        rows = random_rows(rng, items, raters, categories, missing, rng.uniform(0.3, 0.9))
    values = sorted(rng.sample(range(0, 4 * categories), categories))
    places = list(range(categories))
    expected = []
    units = [unit for unit in ratings_of(rows) if len(unit) >= 2]
    per_item = [float(item_agreement(unit, weights_of("identity", places))) for unit in units]
    expected.append(
        figure_of(
            "percent_agreement",
            "definition",
            statistics.fmean(per_item),
            statistics.stdev(per_item) / math.sqrt(len(per_item)),
        )
    )
    if raters == 2:
        table = table_of(rows, categories)
        batch.kappa(table, expected)
        for name, wt in [("cohen_kappa", None), ("cohen_kappa_linear", "linear"), ("cohen_kappa_quadratic", "quadratic")]:
            result = cohens_kappa(table, wt=wt)
            expected.append(figure_of(name, "statsmodels", result.kappa, math.sqrt(result.var_kappa)))
            both = [row for row in rows if None not in row]
            first, second = zip(*both)
            score = cohen_kappa_score(first, second, labels=places, weights=wt)
            expected.append(figure_of(name, "sklearn", score))
            if wt is not None:
                result = cohens_kappa(table, weights=values, wt=wt)
                expected.append(figure_of(f"{name} of values", "statsmodels", result.kappa, math.sqrt(result.var_kappa)))
        both = [row for row in rows if None not in row]
        pi_error = error_by_influence(both, multi_pi)
        expected.append(figure_of("scott_pi", "nltk", task_of(both).pi(), pi_error))
    if missing == 0:
        counts, _ = aggregate_raters(numpy.array(rows), n_cat=categories)
        expected.append(
            figure_of("fleiss_kappa", "statsmodels", fleiss_kappa(counts), error_by_influence(rows, multi_pi))
        )
    pairable = [row for row in rows if sum(code is not None for code in row) >= 2]
    expected.append(figure_of("krippendorff_alpha_nominal", "nltk", task_of(pairable).alpha()))
    by_value = task_of(pairable, lambda code: values[code], interval_distance)
    expected.append(figure_of("krippendorff_alpha_interval", "nltk", by_value.alpha()))
    expected.append(figure_of("krippendorff_alpha_ordinal", "definition", exact_alpha(rows, ordinal)))
    expected.append(figure_of("krippendorff_alpha_ratio", "definition", exact_alpha(rows, ratio(values))))
    batch.alpha(rows, "nominal", lambda code: code, expected)
    for level in ["interval", "ratio"]:
        batch.alpha(rows, level, lambda code: values[code], expected)
    for name, kind, scores in [
        ("gwet_ac1", "identity", places),
        ("gwet_ac2", "quadratic", places),
        ("gwet_ac2_linear", "linear", places),
        ("gwet_ac2 of values", "quadratic", values),
    ]:
        value, error = gwet(rows, categories, weights_of(kind, scores))
        expected.append(figure_of(name, "definition", value, error))
    return {"rows": encoded(rows), "raters": raters, "categories": categories, "values": values, "expected": expected}


def set_case(rng, items, raters, missing):
    sets = [frozenset(rng.sample("abcde", rng.randrange(0, 5))) for _ in range(9)]
    sets = sorted(set(sets), key=sorted)
    rows = random_rows(rng, items, raters, len(sets), missing, 0.5)
    pairable = [row for row in rows if sum(code is not None for code in row) >= 2]
    expected = [
        figure_of(name, "nltk", task_of(pairable, lambda code: sets[code], distance).alpha())
        for name, distance in [("alpha_masi", masi), ("alpha_jaccard", jaccard)]
    ]
    return {
        "rows": encoded(rows),
        "raters": raters,
        "sets": [sorted(members) for members in sets],
        "expected": expected,
    }


def overlap(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def box_case(rng, items, threshold):
    """Two raters' boxes, matched by SciPy."""
    drawn = []
    matched, first_count, second_count = [], 0, 0
    for _ in range(items):
        crowd = [[rng.randrange(60), rng.randrange(60), rng.randrange(5, 40), rng.randrange(5, 40)] for _ in range(7)]
        sides = []
        for _ in range(2):
            kept = [box for box in crowd if rng.random() < 0.8]
            sides.append([[side + rng.randrange(0, 5) for side in box] for box in kept])
        first, second = sides
        table = numpy.array([[overlap(a, b) for b in second] for a in first]).reshape(len(first), len(second))
        for row, column in zip(*linear_sum_assignment(table, maximize=True)):
            if table[row, column] > 0:
                matched.append(float(table[row, column]))
        first_count += len(first)
        second_count += len(second)
        drawn.append(sides)
    reached = [one for one in matched if one >= threshold]
    found = len(reached)
    expected = [
        figure_of("box_mean_iou", "scipy", statistics.fmean(reached) if reached else None),
        figure_of("box_precision", "scipy", found / second_count),
        figure_of("box_recall", "scipy", found / first_count),
        figure_of("box_f1", "scipy", 2 * found / (first_count + second_count)),
    ]
    return {"boxes": drawn, "threshold": threshold, "expected": expected}


def encoded(rows):
    """Items as words of a text: a digit per rater and a dot where the rating is missing."""
    return " ".join("".join("." if code is None else str(code) for code in row) for row in rows)


def needs_r():
    if shutil.which("Rscript") is None:
        sys.exit("R is not installed.")
    for package in ["vcd", "psych"]:
        if subprocess.run(["Rscript", "-e", f"library({package})"], capture_output=True).returncode != 0:
            sys.exit(f"R's package {package} is not installed.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--npm", default=None)
    arguments = parser.parse_args()
    needs_r()
    rng = random.Random(arguments.seed)
    batch = Batch(arguments.npm)
    sizes = itertools.product([12, 40, 150], [2, 3, 5], [2, 3, 5, 8], [0, 0.3])
    category = [category_case(rng, batch, *size) for size in sizes]
    sets = [set_case(rng, *size) for size in itertools.product([15, 60], [2, 4], [0, 0.3])]
    boxes = [box_case(rng, items, threshold) for items in [1, 5, 20] for threshold in [0.5, 0.75]]
    batch.ask()
    versions = {
        "python": sys.version.split()[0],
        "nltk": nltk.__version__,
        "scipy": scipy.__version__,
        "sklearn": sklearn.__version__,
        "statsmodels": statsmodels.__version__,
        "r": subprocess.run(
            ["Rscript", "-e", 'cat(R.version.string, "vcd", format(packageVersion("vcd")), "psych", format(packageVersion("psych")))'],
            capture_output=True,
            text=True,
            check=True,
        ).stdout,
        "npm krippendorff": None if arguments.npm is None else "0.1.0",
    }
    command = f"/usr/bin/python3 oracle.py --seed {arguments.seed}" + ("" if arguments.npm is None else " --npm DIR")
    json.dump({"command": command, "versions": versions, "category": category, "sets": sets, "boxes": boxes}, sys.stdout)


main()
