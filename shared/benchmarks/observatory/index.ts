import type { JsonObject } from '../../domain/json.ts';
import type { Benchmark, ItemSummary } from '../benchmark.ts';
import { acceptObject } from '../problems.ts';
import { parseItem } from './codec.ts';
import { health } from './health.ts';
import { querySets } from './querySets.ts';
import { Payload, Vocabulary, initialVocabulary } from './schema.ts';
import { localise } from './task.ts';

/** The Perceptual Observatory: attributes of faces and words, on originals and on variants that share their boxes. */
export const observatory: Benchmark = {
  id: 'observatory',
  title: 'The Perceptual Observatory',
  description:
    'Faces and rendered words with boxes around their attributes, and transformed variants that share the boxes of their original.',
  vocabulary: {
    initial: initialVocabulary,
    parse: (value) => acceptObject(Vocabulary, value),
  },
  parseItem,
  candidate: (imageName) => ({
    id: imageName,
    domain: 'CELEB',
    entity: stemOf(imageName),
    image: imageName,
  }),
  // Who it is, and how a variant was made, is kept from whoever has yet to answer.
  stimulus: (payload) => ({ domain: Payload.parse(payload).domain ?? 'CELEB' }),
  summarize,
  facets: [
    { name: 'domain', title: 'Domain' },
    { name: 'gender', title: 'Gender' },
    { name: 'category', title: 'Category' },
    { name: 'variants', title: 'Variants' },
  ],
  tasks: [localise],
  querySets,
  health,
};

function summarize(payload: JsonObject): ItemSummary {
  const { id, domain, entity, gender, category, variants = [] } = Payload.parse(payload);
  const facets: Record<string, string> = { variants: String(variants.length) };
  if (domain !== undefined) facets['domain'] = domain;
  if (typeof gender === 'string') facets['gender'] = gender;
  if (typeof category === 'string' && category.trim() !== '') facets['category'] = category;
  return { title: entity ?? String(id ?? ''), label: null, facets };
}

const stemOf = (file: string): string => {
  const stem = (file.split('/').at(-1) ?? file).replace(/\.[^.]+$/u, '');
  return stem === '' ? file : stem;
};
