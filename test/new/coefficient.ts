import { type NewName, type Plan, replaced, withImport } from './plan.ts';

/** A coefficient of categories: its file, its entry, and a test against the first published figure. */
export function planCoefficient({ camel, upper, snake, title }: NewName): Plan {
  const file = `shared/agreement/coefficients/${camel}.ts`;
  return {
    files: {
      [file]: `import { undefinedBecause } from '../ratings/estimate.ts';
import { basisOf } from '../ratings/patterns.ts';
import type { CategoryCoefficient } from './coefficient.ts';

/** The formula, and where it is from. */
export const ${upper}: CategoryCoefficient = {
  title: '${title}',
  explanation: 'What it tells, in a sentence for somebody who reads a table.',
  source: null,
  levels: ['nominal'],
  prepare: ({ patterns }) => ({
    value: () => Number.NaN,
    expected: () => Number.NaN,
    estimate: () => undefinedBecause('The formula is not written yet.', basisOf(patterns, 2)),
  }),
};
`,
      [`test/unit/${camel}.test.ts`]: `import { expect, it } from 'vitest';
import { ${upper} } from '../../shared/agreement/coefficients/${camel}.ts';
import { patternsOf } from '../../shared/agreement/ratings/patterns.ts';

it('gives the published figure', () => {
  // Item by item, the category that each rater gave.
  const codes = Int32Array.from([0, 0, 0, 1, 1, 1]);
  const patterns = patternsOf({ items: 3, raters: 2, categories: 2, codes, values: null });
  const { value } = ${upper}.prepare({ level: 'nominal', patterns, offered: 2, sets: [] }).estimate();
  expect(
    value,
    'Put the ratings and the figure of a published example here, and the formula into ${file}',
  ).toBeCloseTo(0.5, 6);
});
`,
    },
    lines: [
      {
        path: 'shared/agreement/coefficients/coefficients.ts',
        add: (text) =>
          replaced(
            withImport(text, `import { ${upper} } from './${camel}.ts';`),
            /\n\} as const satisfies Readonly<Record<string, CategoryCoefficient>>/u,
            `\n  ${snake}: ${upper},$&`,
          ),
      },
    ],
  };
}
