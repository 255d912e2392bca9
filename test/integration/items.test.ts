import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemFilter, ItemRow, ItemSort } from '../../shared/contract/items.ts';
import { ItemStatus } from '../../shared/domain/status.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { pick, seededRandom } from '../helpers/random.ts';
import { externalIdOf, syntheticItems } from '../helpers/syntheticItems.ts';

const COUNT = 300;
const folder = temporaryFolder();
const imported: ItemSort = { by: 'imported', descending: false };
const texts = new Map<string, string>();
let open: Services;
let all: ItemRow[];

beforeAll(async () => {
  const ports = testPorts(folder.path);
  (
    await createCasebook(folder.join('a.casebook'), { benchmark: 'caughtcheating', title: 'A' }, ports)
  ).close();
  open = createServices(await openCasebook(folder.join('a.casebook'), ports));
  const { id: person } = open.people.add({ handle: 'ana', name: '', roles: ['curator'] }, null);
  const writer = open.casebook.derived.items;
  const random = seededRandom(7);
  for (const payload of syntheticItems(COUNT, 7)) {
    const name = externalIdOf(payload);
    const { id } = writer.insert({
      externalId: name,
      payload,
      images: [{ role: 'photo', name, imageId: null }],
      imported: true,
    });
    texts.set(id, JSON.stringify(payload));
    writer.setStatus(id, pick(random, ItemStatus.options));
    if (random() < 0.3)
      open.items.tag({ ids: [id] }, [pick(random, ['night', 'doubtful'])], [], person, everything);
  }
  all = open.items.list({}, imported, 0, 1000, everything).rows;
});

afterAll(async () => {
  await open.close();
  folder[Symbol.dispose]();
});

/** The same filter, said in plain code. */
function holds(row: ItemRow, filter: ItemFilter): boolean {
  const words = filter.text?.split(' ') ?? [];
  const text = [texts.get(row.id) ?? '', row.externalId, ...row.tags].join(' ').toLowerCase();
  return (
    (filter.status?.includes(row.status) ?? true) &&
    (filter.label?.includes(row.label) ?? true) &&
    (filter.tags?.some((tag) => row.tags.includes(tag)) ?? true) &&
    Object.entries(filter.facets ?? {}).every(([name, values]) => values.includes(row.facets[name] ?? '')) &&
    words.every((word) => new RegExp(`\\b${word}`, 'u').test(text))
  );
}

const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values], { minLength: 1 });
const filters: fc.Arbitrary<ItemFilter> = fc.record(
  {
    status: some(ItemStatus.options),
    label: some<string | null>(['clued', 'unclued', null]),
    tags: some(['night', 'doubtful', 'absent']),
    facets: fc.record(
      { scene: some(['hotel', 'dining']), partner: some(['boyfriend']) },
      { requiredKeys: [] },
    ),
    text: fc.constantFrom('slippers', 'spoon reflect', 'night', 'zebra', 'alone hotel'),
  },
  { requiredKeys: [] },
);

describe('a list of items', () => {
  it('finds what the filter says, whatever is combined', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const expected = all.filter((row) => holds(row, filter)).map(({ id }) => id);
        const found = open.items.list(filter, imported, 0, 1000, everything);
        expect(found.total).toBe(expected.length);
        expect(found.rows.map(({ id }) => id)).toEqual(expected);
      }),
    );
  });

  it('keeps what it is told to keep, in its place', () => {
    fc.assert(
      fc.property(filters, fc.subarray([...Array(COUNT).keys()], { maxLength: 5 }), (filter, places) => {
        const kept = places.flatMap((place) => all[place]?.id ?? []);
        const expected = all.filter((row) => holds(row, filter) || kept.includes(row.id)).map(({ id }) => id);
        const found = open.items.list({ ...filter, kept }, imported, 0, 1000, everything);
        expect(found.rows.map(({ id }) => id)).toEqual(expected);
      }),
    );
  });

  it('counts what each value would find', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const counts = open.items.counts(filter, everything);
        const without = (part: keyof ItemFilter): ItemFilter =>
          Object.fromEntries(Object.entries(filter).filter(([key]) => key !== part));
        for (const status of ItemStatus.options) {
          const expected = all.filter((row) => holds(row, { ...without('status'), status: [status] })).length;
          expect(counts.status.find(({ value }) => value === status)?.count ?? 0).toBe(expected);
        }
        for (const tag of ['night', 'doubtful']) {
          const expected = all.filter((row) => holds(row, { ...without('tags'), tags: [tag] })).length;
          expect(counts.tags.find(({ value }) => value === tag)?.count ?? 0).toBe(expected);
        }
        for (const scene of ['hotel', 'dining']) {
          const facets = { ...filter.facets, scene: [scene] };
          const expected = all.filter((row) => holds(row, { ...filter, facets })).length;
          expect(counts.facets['scene']?.find(({ value }) => value === scene)?.count ?? 0).toBe(expected);
        }
        const found = all.filter((row) => holds(row, filter));
        expect(counts.total).toBe(found.length);
        expect(counts.missingImages).toBe(found.length);
      }),
    );
  });

  it('comes in pages that join without a gap, in any order', () => {
    const sorts = fc.record({
      by: fc.constantFrom<ItemSort['by']>('imported', 'externalId', 'label', 'status', 'updated', 'title'),
      descending: fc.boolean(),
    });
    fc.assert(
      fc.property(filters, sorts, fc.integer({ min: 1, max: 90 }), (filter, sort, size) => {
        const whole = open.items.list(filter, sort, 0, 1000, everything).rows.map(({ id }) => id);
        const pages: string[] = [];
        for (let offset = 0; offset < whole.length; offset += size) {
          pages.push(...open.items.list(filter, sort, offset, size, everything).rows.map(({ id }) => id));
        }
        expect(pages).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('knows an item’s place and neighbours', () => {
    const filter: ItemFilter = { status: ['draft'] };
    const rows = open.items.list(filter, imported, 0, 1000, everything).rows;
    const middle = present(rows[Math.floor(rows.length / 2)]);
    const around = open.items.neighbours(middle.id, filter, imported, 2, everything);
    expect(around.position).toBe(rows.indexOf(middle));
    expect(around.rows.map(({ id }) => id)).toEqual(
      rows.slice(rows.indexOf(middle) - 2, rows.indexOf(middle) + 3).map(({ id }) => id),
    );
    const outside = present(all.find((row) => row.status === 'accepted'));
    expect(open.items.neighbours(outside.id, filter, imported, 2, everything).position).toBeNull();
  });
});
