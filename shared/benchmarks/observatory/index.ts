import type { Benchmark } from '../benchmark.ts';
import { acceptObject } from '../problems.ts';
import { baseline } from './baseline.ts';
import { parseItem as parseEntity } from './codec.ts';
import { health } from './health.ts';
import { imageGeneration } from './imageGeneration.ts';
import { metrics } from './metrics.ts';
import { proposals } from './proposals.ts';
import { composedOf, entityItemOf, isQuery, parseQueryItem, queryStimulus } from './queries/queryItem.ts';
import { querySets } from './querySets.ts';
import { initialVocabulary, ObservatoryPayload, ObservatoryVocabulary } from './schema.ts';
import { facets, summarize } from './summary.ts';
import { localise } from './task.ts';
import { variantAddition } from './variantAddition.ts';

/** The Perceptual Observatory: attributes of faces and words, on originals and on variants that share their boxes. */
export const observatory: Benchmark = {
  id: 'observatory',
  title: 'The Perceptual Observatory',
  description:
    'Faces and rendered words with boxes around their attributes, and transformed variants that share the boxes of their original.',
  sample: {
    title: 'Perceptual Observatory sample',
    folder: 'Observatory sample',
    about:
      'Sixteen drawn faces and twelve words with variants: boxes of raters and a detector, questions, a study, models.',
  },
  vocabulary: {
    initial: initialVocabulary,
    parse: (value) => acceptObject(ObservatoryVocabulary, value),
  },
  parseItem: (value) => (isQuery(value) ? parseQueryItem(value) : parseEntity(value)),
  candidate: (imageName) => ({
    id: imageName,
    domain: 'CELEB',
    entity: stemOf(imageName),
    image: imageName,
  }),
  // Who it is, and how a variant was made, is kept from the person who has yet to answer.
  stimulus: (payload) =>
    isQuery(payload)
      ? queryStimulus(payload)
      : { domain: ObservatoryPayload.parse(payload).domain ?? 'CELEB' },
  summarize,
  facets,
  tasks: [localise],
  additions: [variantAddition],
  imageGeneration,
  isQuery,
  rendered(payload) {
    if (isQuery(payload)) return null;
    const { domain, entity } = ObservatoryPayload.parse(payload);
    return domain === 'WORD' ? (entity ?? null) : null;
  },
  asksAbout: entityItemOf,
  composedOf,
  baseline,
  metrics,
  proposals,
  querySets,
  health,
};

const stemOf = (file: string): string => {
  const stem = (file.split('/').at(-1) ?? file).replace(/\.[^.]+$/u, '');
  return stem === '' ? file : stem;
};
