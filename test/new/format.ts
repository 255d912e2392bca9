import { type NewName, type Plan, replaced, withImport } from './plan.ts';

/** A format of boxes that is read: its object, its line, and a test of how its files are recognised. */
export function planFormat({ camel, kebab, title }: NewName): Plan {
  const file = `electron/core/formats/${camel}.ts`;
  return {
    files: {
      [file]: `import { CasebookError } from '../../../shared/base/errors.ts';
import { type Format, hasKeys } from './format.ts';

/** What its files are, and who writes them. */
export const ${camel}: Format = {
  description: {
    id: '${kebab}',
    title: '${title}',
    reads: 'a JSON file of boxes',
    writes: null,
    source: 'file',
    target: null,
  },
  position: 900,
  recognition: { order: 900, file: (head) => hasKeys(head, '${camel}') },
  reads: {
    of: 'boxes',
    read: async (source) => {
      throw new CasebookError(
        'invalid_input',
        \`Casebook cannot read \${source} yet.\`,
        'Nothing was imported. Write the reader beside the format.',
      );
    },
  },
};
`,
      [`test/unit/${camel}Format.test.ts`]: `import { expect, it } from 'vitest';
import { ${camel} } from '../../electron/core/formats/${camel}.ts';

/** How a real file begins. */
const FIRST = '';

it('recognises a file by its first line', () => {
  expect(
    ${camel}.recognition?.file?.(FIRST),
    'Put the beginning of a real file into FIRST, and what tells it from others into ${file}',
  ).toBe(true);
});
`,
    },
    lines: [
      {
        path: 'electron/core/formats/index.ts',
        add: (text) =>
          replaced(
            withImport(text, `import { ${camel} } from './${camel}.ts';`),
            /(?<=generalFormats: readonly Format\[\] = \[[^\]]*)\n\];/u,
            `\n  ${camel},\n];`,
          ),
      },
    ],
  };
}
