import { expect, test } from 'vitest';
import { DetectorError } from '../../renderer/ui/faces/faceDetector.ts';
import {
  type ListWork,
  proposeForList,
} from '../../renderer/benchmarks/observatory/faceMesh/proposeForList.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { ObservatoryVocabulary } from '../../shared/benchmarks/observatory/schema.ts';
import { type DocumentDiff, type DocumentRecord, toRecords } from '../../shared/domain/document.ts';
import { ImageId, ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { DeskServer } from '../helpers/deskServer.ts';

const itemId = (n: number) => ItemId.parse(`019308a4-91a5-7000-8000-00000000001${String(n)}`);
const imageId = (n: number) => ImageId.parse(`019308a4-91a5-7000-8000-00000000002${String(n)}`);
const FACE = Array.from({ length: 478 }, (_, index) => ({
  x: 0.3 + (index % 20) / 50,
  y: 0.3 + index / 1200,
}));

interface Wanted {
  readonly answer?: JsonObject;
  readonly image?: ImageId | null;
  readonly faces?: number;
  readonly trouble?: DetectorError;
}

function work(items: readonly Wanted[]): ListWork & { readonly edits: Map<ItemId, DocumentDiff> } {
  const edits = new Map<ItemId, DocumentDiff>();
  const task = observatory.tasks[0];
  const initial = task?.initialAnswer(observatory.candidate('face.png')) ?? {};
  return {
    edits,
    items: items.map((_, index) => itemId(index)),
    vocabulary: ObservatoryVocabulary.parse(observatory.vocabulary.initial),
    open(id) {
      const index = items.findIndex((_, at) => itemId(at) === id);
      const { answer = {}, image = imageId(index) } = items[index] ?? {};
      const fields = Object.entries({ ...initial, ...answer }).map(([name, value]): DocumentRecord => ({
        type: 'field',
        name,
        value,
      }));
      const original = {
        type: 'image',
        position: 0,
        role: 'original',
        name: 'face.png',
        imageId: image,
      } as const;
      const server = new DeskServer(toRecords([...fields, original]));
      return Promise.resolve({ ...server.document(), itemId: id });
    },
    edit(document, diff) {
      edits.set(document.itemId, diff);
      return Promise.resolve();
    },
    detect(id) {
      const { faces = 1, trouble } = items.find((_, index) => imageId(index) === id) ?? {};
      if (trouble !== undefined) return Promise.reject(trouble);
      return Promise.resolve({
        size: { width: 100, height: 100 },
        faces: Array.from({ length: faces }, () => FACE),
      });
    },
  };
}

async function outcome(list: ListWork, signal = new AbortController().signal) {
  const reports = [];
  for await (const report of proposeForList(list, signal)) reports.push(report);
  return reports;
}

test('each face gets its boxes; words, missing and faceless originals are counted', async () => {
  const list = work([
    {},
    { faces: 0 },
    { image: null },
    { answer: { domain: 'WORD' } },
    { trouble: new DetectorError('image', 'broken') },
    { answer: { notVisible: ['mouth'] } },
  ]);
  const reports = await outcome(list);
  expect(reports.at(-1)).toEqual({
    type: 'result',
    result: { proposed: 2, withoutFace: 1, unreadable: 2, left: 1 },
  });
  expect(reports.slice(0, -1).map((report) => report.type === 'progress' && report.done)).toEqual([
    0, 1, 2, 3, 4, 5,
  ]);
  expect([...list.edits.keys()]).toEqual([itemId(0), itemId(5)]);
  const labels = Object.values(list.edits.get(itemId(5))?.added ?? {}).flatMap((record) =>
    record.type === 'region' ? [record.label] : [],
  );
  expect(labels).toEqual(['left_eye', 'right_eye', 'nose']);
});

test('questions are passed by without a look at their pictures', async () => {
  const list = work([{ answer: { query: true }, trouble: new DetectorError('graphics', '') }, {}]);
  const reports = await outcome(list);
  expect(reports.at(-1)).toMatchObject({ result: { proposed: 1, unreadable: 0, left: 1 } });
});

test('where no faces can be looked for at all, it stops at once', async () => {
  const list = work([{ trouble: new DetectorError('graphics', '') }, {}]);
  await expect(outcome(list)).rejects.toThrow('WebGL 2 is missing');
  expect(list.edits.size).toBe(0);
});

test('cancelled, it goes no further', async () => {
  const list = work([{}, {}, {}]);
  const controller = new AbortController();
  const before: number[] = [];
  await expect(async () => {
    for await (const report of proposeForList(list, controller.signal)) {
      if (report.type === 'progress') before.push(report.done);
      if (before.length === 2) controller.abort();
    }
  }).rejects.toThrow();
  expect(before).toEqual([0, 1]);
  expect([...list.edits.keys()]).toEqual([itemId(0)]);
});
