import type { JsonObject } from '../../base/json.ts';
import type { Benchmark, ItemSummary } from '../benchmark.ts';
import { acceptObject } from '../problems.ts';
import { baseline } from './baseline.ts';
import { imageRoles, parseItem } from './codec.ts';
import { domainName } from './domains.ts';
import { health } from './health.ts';
import { judging } from './judging.ts';
import { logicChecks } from './logicFile.ts';
import { metrics } from './metrics.ts';
import { ArgusPayload, ArgusVocabulary, initialVocabulary } from './schema.ts';
import { validate } from './task.ts';
import { validation } from './validation.ts';

/** Argus Inspection: is a dangerous detail of the image noticed that the text keeps quiet about? */
export const argus: Benchmark = {
  id: 'argus',
  title: 'Argus Inspection',
  description:
    'Everyday scenes with a trap that only the image shows: a basic and a deceptive question and a standard answer each.',
  sample: {
    title: 'Argus sample',
    folder: 'Argus sample',
    about:
      'Twenty-four drawn scenes with traps: texts and pictures validated, a study of both versions, models and judges.',
  },
  vocabulary: {
    initial: initialVocabulary,
    parse: (value) => acceptObject(ArgusVocabulary, value),
  },
  parseItem,
  imageRoles,
  candidate: (imageName) => ({ id: imageName, image: imageName }),
  // The texts themselves are what is reviewed; keys of the source's own may hold verdicts.
  stimulus(payload): JsonObject {
    const { domain, topic, item, scenario, trap, basic_question, deceptive_question, answer } =
      ArgusPayload.parse(payload);
    const texts = { domain, topic, item, scenario, trap, basic_question, deceptive_question, answer };
    return Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
    );
  },
  summarize,
  facets: [
    { name: 'domain', title: 'Domain' },
    { name: 'topic', title: 'Topic' },
  ],
  tasks: [validate],
  validation,
  additions: [logicChecks],
  baseline,
  judging,
  metrics,
  health,
};

function summarize(payload: JsonObject): ItemSummary {
  const { id, domain = '', topic = '', trap = '', scenario = '' } = ArgusPayload.parse(payload);
  const facets: Record<string, string> = {};
  if (domain.trim() !== '') facets['domain'] = domainName(domain);
  if (topic.trim() !== '') facets['topic'] = topic;
  const title = [trap, scenario].find((text) => text.trim() !== '');
  return { title: title ?? String(id ?? ''), label: null, facets };
}
