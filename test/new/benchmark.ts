import { type NewName, type Plan, replaced, withImport } from './plan.ts';

/** A benchmark: a folder in each layer and its line in each registry, its page of the guide, and a test of its first item. */
export function planBenchmark({ camel, pascal, title }: NewName): Plan {
  if (camel !== camel.toLowerCase())
    throw new Error(`A benchmark's name has small letters only: ${camel.toLowerCase()}.`);
  const shared = `shared/benchmarks/${camel}/index.ts`;
  const beforeGeneric = (text: string): string => replaced(text, /\bgeneric,?\s*\];/u, `${camel}, generic];`);
  return {
    files: {
      [shared]: sharedPart(camel, title),
      [`electron/core/benchmarks/${camel}/index.ts`]: corePart(camel, title),
      [`renderer/benchmarks/${camel}/index.tsx`]: `import { lazy } from 'react';
import type { BenchmarkParts } from '../parts.ts';

/** What ${title} adds to the window. */
export const ${camel}: BenchmarkParts = {
  desk: {
    form: lazy(async () => import('./DeskForm.tsx')),
    noLabels: 'There are no box labels.',
  },
  commands: [],
  VocabularyEditor: lazy(async () => import('./VocabularyEditor.tsx')),
};
`,
      [`renderer/benchmarks/${camel}/DeskForm.tsx`]: `import { Radio, Stack } from '@mantine/core';
import { KINDS } from '../../../shared/benchmarks/${camel}/index.ts';
import { useAnswer, useDesk } from '../../ui/form/context.ts';

/** The question of ${title}. */
export default function DeskForm() {
  const { editing } = useDesk();
  const { kind } = useAnswer();
  return (
    <Radio.Group
      label="Kind"
      value={typeof kind === 'string' ? kind : ''}
      onChange={(chosen) => {
        editing.setFields({ kind: chosen });
      }}
    >
      <Stack gap="xs">
        {KINDS.map((each) => (
          <Radio key={each} value={each} label={each} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
`,
      [`renderer/benchmarks/${camel}/VocabularyEditor.tsx`]: `import { Text } from '@mantine/core';

/** ${title} has no words of its own. */
export default function ${pascal}Vocabulary() {
  return <Text>This benchmark has no vocabulary.</Text>;
}
`,
      [`resources/guide/benchmark-${camel}.md`]: `# ${title}

What an item is, what raters are asked, and which figures follow.
`,
      [`test/unit/${camel}.test.ts`]: `import { expect, it } from 'vitest';
import { ${camel} } from '../../shared/benchmarks/${camel}/index.ts';

/** The first item, as your data has it. */
const FIRST = {};

it('reads the first real item', () => {
  expect(
    ${camel}.parseItem(FIRST),
    'Put the first real item of your data into FIRST, and its keys into ${shared}',
  ).toMatchObject({ ok: true });
});
`,
    },
    lines: [
      {
        path: 'shared/benchmarks/registry.ts',
        add: (text) => beforeGeneric(withImport(text, `import { ${camel} } from './${camel}/index.ts';`)),
      },
      {
        path: 'electron/core/benchmarks/registry.ts',
        add: (text) => beforeGeneric(withImport(text, `import { ${camel} } from './${camel}/index.ts';`)),
      },
      {
        path: 'renderer/benchmarks/registry.ts',
        add: (text) =>
          replaced(
            withImport(text, `import { ${camel} } from './${camel}/index.tsx';`),
            /\n {2}generic,\n\};/u,
            `\n  ${camel},$&`,
          ),
      },
      {
        path: 'renderer/screens/help/guide.ts',
        add: (text) => replaced(text, / benchmark-generic\b/u, ` benchmark-${camel}$&`),
      },
      {
        path: '.oxlintrc.json',
        add: (text) => replaced(text, /argus\|caughtcheating(?:\|[a-z]+)*/gu, `$&|${camel}`),
      },
    ],
  };
}

const sharedPart = (camel: string, title: string): string => `import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';
import type { Benchmark } from '../benchmark.ts';
import { acceptObject, brokenRule, markUnanswered } from '../problems.ts';
import type { Task } from '../task.ts';

/** What raters choose from. */
export const KINDS = ['first', 'second'] as const;

const Kind = z.enum(KINDS);
const SourceItem = z.looseObject({ id: z.string().min(1), image: z.string().min(1), kind: Kind.optional() });
const Payload = SourceItem.partial();
const Answer = z.strictObject({ kind: Kind.optional() });

const classify: Task = {
  id: 'classify',
  title: 'Classify',
  fields: () => [{ name: 'kind', title: 'Kind', comparison: { level: 'nominal' } }],
  initialAnswer(payload): JsonObject {
    const { kind } = Payload.parse(payload);
    return kind === undefined ? {} : { kind };
  },
  parseAnswer: (answer) => acceptObject(Answer, answer),
  applyAnswer(payload, { kind }) {
    const { kind: _, ...unanswered } = payload;
    return kind === undefined ? unanswered : { ...payload, kind };
  },
  check: ({ answer }) =>
    answer['kind'] === undefined ? [markUnanswered(brokenRule('kind', 'The kind is not chosen.'))] : [],
};

/** ${title}: what its items are, what raters are asked, which rules hold. */
export const ${camel}: Benchmark = {
  id: '${camel}',
  title: '${title}',
  description: 'What the items are, in one sentence.',
  vocabulary: { initial: {}, parse: (value) => acceptObject(z.strictObject({}), value) },
  parseItem(value) {
    const accepted = acceptObject(SourceItem, value);
    if (!accepted.ok) return accepted;
    const { id, image } = SourceItem.parse(accepted.value);
    const images = [{ role: 'image', name: image }];
    return { ok: true, value: { externalId: id, payload: accepted.value, images } };
  },
  candidate: (imageName) => ({ id: imageName, image: imageName }),
  // What raters who are blind to the item's texts see of it beside its images, such as its question.
  stimulus: () => ({}),
  summarize(payload) {
    const { id = '', kind = null } = Payload.parse(payload);
    return { title: id, label: kind, facets: {} };
  },
  facets: [],
  tasks: [classify],
  health: () => [],
};
`;

const corePart = (
  camel: string,
  title: string,
): string => `import { itemLines } from '../../formats/writing/exportItemLines.ts';
import { type Format, hasKeys } from '../../formats/format.ts';
import type { BenchmarkCore } from '../benchmark.ts';

const items: Format = {
  description: {
    id: '${camel}',
    title: '${title}',
    reads: 'JSON Lines of items (id, image, kind), or a folder that holds ${camel}.jsonl',
    writes: 'a folder with ${camel}.jsonl and images/',
    source: 'either',
    target: 'folder',
  },
  position: 310,
  recognition: { order: 259, file: (head) => hasKeys(head, 'id', 'image') },
  reads: { of: 'items', benchmark: '${camel}', files: [['${camel}.jsonl', '${camel}.json']] },
  writes: {
    of: 'items',
    format: ({ benchmark }) =>
      itemLines({
        file: '${camel}',
        owns: /^(?:${camel}\\.jsonl|boxes\\.json)$|^images\\//u,
        refuse: () => (benchmark.id === '${camel}' ? null : 'It is not an item of ${title}.'),
        withImageNames: (payload, [image = payload['image'] ?? null]) => ({ ...payload, image }),
      }),
  },
};

/** What ${title} brings to the core: one format. */
export const ${camel}: BenchmarkCore = { id: '${camel}', formats: [items] };
`;
