import { describe, expect, it } from 'vitest';
import type { ItemFilter } from '../../shared/contract/items.ts';
import { ItemId, PersonId } from '../../shared/base/ids.ts';
import { withoutEmptyParts } from '../../renderer/ui/window/listContext.ts';

const ID = '0199a000-0000-7000-8000-000000000001';

/** A filter that asks for everything that a filter can ask for: a new part is missed by the type. */
const WHOLE: Required<ItemFilter> & { readonly validation: Required<NonNullable<ItemFilter['validation']>> } =
  {
    text: 'slippers',
    status: ['draft'],
    label: ['clued', null],
    split: ['train', null],
    facets: { scene: ['hotel'] },
    tags: ['odd'],
    images: 'missing',
    boxes: 'none',
    unsubmitted: false,
    comments: 'any',
    assignees: [PersonId.parse(ID)],
    assignment: ['open'],
    ratings: ['disputed'],
    validation: {
      at: { stage: 'audit', outcome: ['failed'] },
      decision: ['fix'],
      reason: [''],
      state: ['ready'],
      asked: 'nobody',
      short: false,
    },
    ids: [ItemId.parse(ID)],
    kept: [ItemId.parse(ID)],
  };

describe('a filter without parts that ask for nothing', () => {
  it('keeps every part that asks for something', () => {
    expect(withoutEmptyParts(WHOLE)).toEqual(WHOLE);
  });

  it('is the filter of everything where no part asks for anything', () => {
    expect(
      withoutEmptyParts({
        text: ' ',
        status: [],
        split: [],
        facets: { scene: [] },
        images: undefined,
        validation: { at: { stage: 'audit', outcome: [] }, state: [], short: undefined },
      }),
    ).toStrictEqual({});
  });

  it('keeps “none of these items”, which no item is', () => {
    expect(withoutEmptyParts({ ids: [], tags: [] })).toStrictEqual({ ids: [] });
  });
});
