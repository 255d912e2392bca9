import * as fc from 'fast-check';
import { z } from 'zod';
import type { ItemDistance, QueryItem } from '../../shared/benchmarks/querySets.ts';
import { pick, seededRandom } from './random.ts';
import { type PlannedEntity, queryItem } from './queryItems.ts';

export const Shown = z.looseObject({
  item: z.string(),
  image: z.string(),
  transformation: z.string(),
  role: z.enum(['answer', 'neighbour', 'other_domain']),
});
export const Line = z.looseObject({
  id: z.string(),
  item: z.string(),
  domain: z.enum(['CELEB', 'WORD']),
  entity: z.string(),
  family: z.enum(['Org', 'ID', 'OOD']),
  transformation: z.string(),
  support: z.looseObject({ image: z.string(), transformation: z.string() }),
  seed: z.number(),
  rule: z.string(),
  neighbours: z.string(),
});

export const request = (
  kind: string,
  count: number,
  seed = 1,
  distances: readonly ItemDistance[] | null = null,
) => ({
  kind,
  count,
  seed,
  distances,
});
export const counted = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, list]) => [value, list.length]));

/** Levenshtein's distance by his table: an oracle that shares nothing with the index. */
export function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Faces, some of them of one person, and words that are close to one another. */
export function plan(seed: number, faces: number, words: number): QueryItem[] {
  const random = seededRandom(seed);
  const hexadecimal = Array.from('0123456789abcdef');
  const hash = (): string => Array.from({ length: 64 }, () => pick(random, hexadecimal)).join('');
  const celebrities: PlannedEntity[] = Array.from({ length: faces }, (_, at) => ({
    id: `c${String(at).padStart(4, '0')}`,
    domain: 'CELEB',
    entity: `Person ${String(Math.floor(random() * faces))}`,
    gender: random() < 0.5 ? 'male' : 'female',
    hash: hash(),
  }));
  const stems = [
    'cat',
    'cot',
    'cut',
    'Car',
    'care',
    'core',
    'bare',
    'bat',
    'BAT',
    'at',
    'hat',
    'heat',
    'zebra',
  ];
  const written: PlannedEntity[] = Array.from({ length: words }, (_, at) => ({
    id: `w${String(at).padStart(4, '0')}`,
    domain: 'WORD',
    entity: pick(random, stems),
  }));
  return [...celebrities, ...written].map(queryItem);
}

export const planned = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 24 }))
  .map(([seed, faces, words]) => plan(seed, faces, words));
export const anySeed = fc.integer({ min: 0, max: 0xffff_ffff });
export const anyCount = fc.integer({ min: 1, max: 20 });
export const nameOf = (items: readonly QueryItem[], id: string): string =>
  JSON.stringify(items.find(({ externalId }) => externalId === id)?.payload['entity'])
    .slice(1, -1)
    .toLowerCase();
