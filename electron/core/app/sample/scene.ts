import type { Person } from '../../../../shared/contract/application.ts';
import { makeDiff } from '../../../../shared/base/diff.ts';
import { type DocumentRecord, type DocumentRecords, toRecords } from '../../../../shared/domain/document.ts';
import { ImageId, ItemId, type PersonId, RegionId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { OWNER, type SampleBox } from '../../benchmarks/sample.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import type { Services } from '../services.ts';

/** Where the steps of a sample are made. */
export interface Scene {
  readonly open: Services;
  /** Who opens the sample. */
  readonly owner: PersonId;
  /** The folder of the story's files. */
  readonly work: string;
  /** Lets time pass, in minutes. */
  readonly wait: (minutes: number) => void;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/** Somebody of the story. Throws where there is nobody of this handle. */
export function personCalled({ open, owner }: Scene, handle: string): Person {
  const person = handle === OWNER ? open.people.find(owner) : open.people.called(handle);
  if (person === undefined) throw new Error(`Nobody in the sample is called ${handle}.`);
  return person;
}

/** The item of this external id. Throws where there is none. */
export function itemCalled({ open }: Scene, name: string): ItemId {
  const id = open.casebook.database.prepare('SELECT id FROM item WHERE external_id = ?').pluck().get(name);
  if (id === undefined) throw new Error(`The sample has no item ${name}.`);
  return ItemId.parse(id);
}

/** Edits a document as its person: sets fields, and replaces the boxes where there are others. Gives the revision after it. */
export function writeDocument(
  scene: Scene,
  key: DocumentKey,
  fields: JsonObject,
  boxes: readonly SampleBox[] | undefined,
  minutes: number,
): number {
  const { open } = scene;
  const person = open.people.find(key.personId);
  if (person === undefined) throw new Error('Nobody edits.');
  const viewpoint = open.viewpoint(person);
  const { records, revision } = open.annotations.open(key, viewpoint);
  scene.wait(minutes);
  const diff = makeDiff<DocumentRecord>(records, written(scene, key.itemId, records, fields, boxes));
  const mark = open.casebook.ports.newId();
  const activeMilliseconds = Math.round(minutes * 48_000);
  return open.annotations.edit(key, { revision, diff, mark, activeMilliseconds }, viewpoint).revision;
}

function written(
  { open }: Scene,
  itemId: ItemId,
  records: DocumentRecords,
  fields: JsonObject,
  boxes: readonly SampleBox[] | undefined,
): DocumentRecords {
  const set = Object.entries(fields).map(([name, value]): DocumentRecord => ({ type: 'field', name, value }));
  if (boxes === undefined) return toRecords([...Object.values(records), ...set]);
  const { database, ports } = open.casebook;
  const image = database
    .prepare('SELECT image_id FROM item_image WHERE item_id = ? ORDER BY position LIMIT 1')
    .pluck()
    .get(itemId);
  const imageId = ImageId.parse(image);
  const regions = Object.values(records).flatMap((record) =>
    record.type === 'region' && record.imageId === imageId ? [record] : [],
  );
  const drawn = boxes.map((box, order): DocumentRecord => {
    // A box that is there is moved, so that it goes on saying where it was proposed.
    const [own, another] = regions.filter(({ label }) => label === box.label);
    const fresh = { type: 'region' as const, imageId, note: '', attributes: {}, order };
    return {
      ...(own !== undefined && another === undefined ? own : { ...fresh, id: RegionId.parse(ports.newId()) }),
      ...box,
    };
  });
  const others = Object.values(records).filter(({ type }) => type !== 'region');
  return toRecords([...others, ...set, ...drawn]);
}
