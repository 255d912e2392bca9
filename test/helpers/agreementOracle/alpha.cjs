// Krippendorff's alpha as the npm package krippendorff gives it. The folder it is installed in is the argument;
// reads a list of {rows, level} from standard input, a row per rater with null where a rating is missing.
const { createRequire } = require('node:module');
const { readFileSync } = require('node:fs');
const { alpha } = createRequire(`${process.argv[2]}/`)('krippendorff');

const metrics = {
  nominal: (a, b) => (a === b ? 0 : 1),
  interval: (a, b) => (a - b) ** 2,
  ratio: (a, b) => (a + b === 0 ? 0 : ((a - b) / (a + b)) ** 2),
};
const cases = JSON.parse(readFileSync(0, 'utf8'));
const figures = cases.map(({ rows, level }) =>
  alpha(
    rows.map((row) => row.map((value) => value ?? undefined)),
    metrics[level],
  ),
);
process.stdout.write(JSON.stringify(figures));
