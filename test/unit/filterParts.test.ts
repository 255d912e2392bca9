import { expect, it } from 'vitest';
import { partsOf } from '../../renderer/ui/items/filterParts.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import { PersonId } from '../../shared/base/ids.ts';

const ADA = PersonId.parse('0190aaaa-0000-7000-8000-000000000001');

/** Filters, what they ask for in words, and the filter without the first part. */
const CASES: readonly (readonly [ItemFilter, readonly string[], ItemFilter | undefined])[] = [
  [{}, [], undefined],
  [{ text: 'cat', images: 'missing' }, ['“cat”', 'Image missing'], { images: 'missing' }],
  [{ status: ['draft', 'accepted'] }, ['Draft', 'Accepted'], { status: ['accepted'] }],
  [{ label: [null, 'night'] }, ['No label', 'night'], { label: ['night'] }],
  [{ split: [null, 'test'] }, ['No split', 'Split: test'], { split: ['test'] }],
  [{ facets: { place: ['park', 'bar'] } }, ['place: park', 'place: bar'], { facets: { place: ['bar'] } }],
  [{ facets: { place: ['park'] } }, ['place: park'], {}],
  [{ tags: ['odd'] }, ['Tag: odd'], {}],
  [
    { boxes: 'none', unsubmitted: false, comments: 'any' },
    ['No boxes', 'Nothing unsubmitted', 'With comments'],
    { unsubmitted: false, comments: 'any' },
  ],
  [{ assignees: [ADA] }, ['Assigned to Ada'], {}],
  [
    { validation: { decision: ['accept'], reason: ['', 'blurred'] } },
    ['Decided: accept', 'No reason given', 'Reason: blurred'],
    { validation: { reason: ['', 'blurred'] } },
  ],
  [
    { validation: { asked: 'nobody', short: true } },
    ['Unassigned', 'Short of acceptance'],
    { validation: { short: true } },
  ],
  [{ ids: [] }, ['0 selected items'], {}],
];

it.each(CASES)('%j asks for %j', (filter, words, without) => {
  const parts = partsOf(filter, 'generic', new Map([[ADA, 'Ada']]));
  expect(parts.map(({ text }) => text)).toEqual(words);
  expect(parts[0]?.without).toEqual(without);
});
