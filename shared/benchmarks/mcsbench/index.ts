import type { Json, JsonObject } from '../../base/json.ts';
import type { Benchmark, ItemSummary } from '../benchmark.ts';
import { acceptObject } from '../problems.ts';
import { audits } from './auditFile.ts';
import { baseline } from './baseline.ts';
import { chains } from './chainFile.ts';
import { parseItem } from './codec.ts';
import { findTask } from './families.ts';
import { unwrapItems } from './generated.ts';
import { health } from './health.ts';
import { judging } from './judging.ts';
import { metrics } from './metrics.ts';
import { relations } from './relationFile.ts';
import { initialVocabulary, McsBenchPayload, McsBenchVocabulary } from './schema.ts';
import { validate } from './task.ts';
import { validation } from './validation.ts';

/** MCSBench: is a concept understood by its structure, and is a right answer rightly justified? */
export const mcsBench: Benchmark = {
  id: 'mcsbench',
  title: 'MCSBench',
  description:
    'Generated five-way questions about concepts on images, with their evidence and reasoning chains, to be validated option by option.',
  sample: {
    title: 'MCSBench sample',
    folder: 'MCSBench sample',
    about:
      'Twenty-eight questions about drawn things: two rounds of validation, fixes, a study, models and judges.',
  },
  vocabulary: {
    initial: initialVocabulary,
    parse: (value) => acceptObject(McsBenchVocabulary, value),
  },
  parseItem,
  unwrap: unwrapItems,
  candidate: (imageName) => ({ id: imageName, image: imageName }),
  stimulus,
  summarize,
  facets: [
    { name: 'task', title: 'Task' },
    { name: 'level', title: 'Level' },
    { name: 'domain', title: 'Domain' },
  ],
  tasks: [validate],
  additions: [audits, chains, relations],
  validation,
  baseline,
  judging,
  metrics,
  health,
};

/** What a reviewer is shown beside the image. Scores, tags, error types and keys of the source's own are verdicts. */
const SHOWN = [
  'task',
  'variant',
  'level',
  'domain',
  'concept',
  'definition',
  'attributes',
  'confusing_concepts',
  'question',
  'descriptions',
  'options',
  'answer',
  'matching',
  'strategy',
  'references',
  'evidence',
  'rc_breakdown',
] as const;

function stimulus(payload: JsonObject): JsonObject {
  const { rc_items } = McsBenchPayload.pick({ rc_items: true }).parse(payload);
  const shown = SHOWN.flatMap((key): [string, Json][] => {
    const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  const probes = rc_items?.map(({ question, options, answer }) => ({ question, options, answer }));
  return Object.fromEntries([...shown, ...(probes === undefined ? [] : [['rc_items', probes] as const])]);
}

function summarize(payload: JsonObject): ItemSummary {
  const { id, task = '', level, domain, question = '', concept } = McsBenchPayload.parse(payload);
  const family = findTask(task);
  const facets: Record<string, string> = {};
  if (task.trim() !== '') facets['task'] = family?.name ?? task.trim();
  const at = level ?? family?.level;
  if (at !== undefined) facets['level'] = at;
  if ((domain ?? '').trim() !== '') facets['domain'] = (domain ?? '').trim();
  const title = [question, concept ?? ''].find((text) => text.trim() !== '');
  return { title: title ?? String(id ?? ''), label: null, facets };
}
