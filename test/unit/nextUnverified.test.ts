import { expect, it } from 'vitest';
import { nextUnverified, type WalkedList } from '../../renderer/screens/desk/queue/nextUnverified.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { proposals, withProposal } from '../../shared/benchmarks/observatory/proposals.ts';
import type { ItemRow } from '../../shared/contract/items.ts';
import { fieldRecords, toRecords } from '../../shared/domain/document.ts';
import { ImageId, ItemId, RegionId } from '../../shared/base/ids.ts';

const idOf = (place: number): ItemId =>
  ItemId.parse(`01890000-0000-7000-8000-${String(place).padStart(12, '0')}`);
const BOX = { x: 10, y: 10, width: 20, height: 20 };

/** An item of the list: whether it has proposals, and what its row says of it. */
interface Listed extends Partial<ItemRow> {
  readonly proposals?: 'verified' | 'unverified';
}

function rowOf(place: number, said: Listed): ItemRow {
  return {
    id: idOf(place),
    externalId: String(place),
    title: '',
    label: null,
    split: null,
    status: 'draft',
    goldSource: null,
    consensus: null,
    disputed: [],
    raters: 0,
    tags: [],
    facets: {},
    imageId: null,
    images: 1,
    missingImages: 0,
    boxes: 4,
    unsubmitted: true,
    openComments: 0,
    assignees: [],
    assignment: null,
    ratings: null,
    blind: false,
    updatedAt: 0,
    ...said,
  };
}

function listOf(listed: readonly Listed[]): WalkedList & { readonly looked: ItemId[] } {
  const looked: ItemId[] = [];
  const initial = observatory.tasks[0]?.initialAnswer(observatory.candidate('face.png')) ?? {};
  return {
    looked,
    rows: (offset, limit) =>
      Promise.resolve({
        rows: listed.map((each, place) => rowOf(place, each)).slice(offset, offset + limit),
        total: listed.length,
      }),
    answer(id) {
      looked.push(id);
      const { proposals: has } = listed[Number(id.slice(-12))] ?? {};
      const box = {
        type: 'region',
        id: RegionId.parse(id),
        imageId: ImageId.parse(id),
        label: 'nose',
        ...BOX,
        note: '',
        attributes: has === undefined ? {} : withProposal(BOX, 'a detector'),
        order: 1,
      } as const;
      return Promise.resolve({
        records: toRecords([...fieldRecords({ ...initial, verified: has === 'verified' }), box]),
      });
    },
  };
}

const unverified: Listed = { proposals: 'unverified' };
const done: Listed = { proposals: 'verified', unsubmitted: false, goldSource: 'single', status: 'in_review' };

it('is the next in the list, past those that are verified, drawn by hand, rejected or without a box', async () => {
  const list = listOf([
    unverified,
    done,
    { proposals: 'verified' },
    {},
    { ...unverified, status: 'rejected' },
    { ...unverified, boxes: 0 },
    unverified,
    unverified,
  ]);
  expect(await nextUnverified(list, 1, idOf(0), proposals)).toEqual({ id: idOf(6) });
  // What was submitted, or cannot have any, is not even looked into.
  expect(list.looked).toEqual([idOf(2), idOf(3), idOf(6)]);
});

it('goes around from the end, never back to the current one, and says when none is left', async () => {
  const list = listOf([done, unverified, done, unverified, done]);
  expect(await nextUnverified(list, 4, idOf(3), proposals)).toEqual({ id: idOf(1) });
  expect(await nextUnverified(listOf([done, done, unverified]), 2, idOf(2), proposals)).toBe('none');
  expect(await nextUnverified(listOf([]), 0, idOf(0), proposals)).toBe('none');
});

it('finds what came in with proposals and nobody has opened, and what is blind and not submitted', async () => {
  const imported: Listed = { ...unverified, unsubmitted: false, goldSource: 'imported' };
  expect(await nextUnverified(listOf([done, imported]), 0, idOf(0), proposals)).toEqual({ id: idOf(1) });
  const assignment = { task: 'localise', round: 1, position: 1 };
  const blind: Listed = { ...unverified, blind: true, unsubmitted: false, boxes: 0 };
  const list = listOf([
    { ...blind, assignment: { ...assignment, state: 'submitted' } },
    { ...blind, assignment: { ...assignment, state: 'open' } },
  ]);
  expect(await nextUnverified(list, 0, idOf(9), proposals)).toEqual({ id: idOf(1) });
});

it('looks over pages of a long list, and leaves it open where too many would have to be looked into', async () => {
  const long = [...Array.from({ length: 1000 }, () => done), unverified];
  expect(await nextUnverified(listOf(long), 3, idOf(2), proposals)).toEqual({ id: idOf(1000) });
  const drawn = Array.from({ length: 301 }, (): Listed => ({}));
  expect(await nextUnverified(listOf([...drawn, unverified]), 0, idOf(999), proposals)).toBe('unknown');
});
