import { mkdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type Casebook, createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { AnnotationsService } from '../../electron/core/features/annotations/service.ts';
import type { DocumentKey } from '../../electron/core/records/answers/annotationTable.ts';
import { HistoryService } from '../../electron/core/features/history/service.ts';
import { ItemsService } from '../../electron/core/features/items/service.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentRecord,
  type DocumentRecords,
  regionsOf,
} from '../../shared/domain/document.ts';
import { AnnotationId, ImageId, RegionId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { firsts, present } from '../helpers/present.ts';
import { edit, raters, TASK } from '../helpers/raters.ts';

interface Desk {
  readonly casebook: Casebook;
  readonly annotations: AnnotationsService;
  readonly key: DocumentKey;
  readonly imageId: ImageId;
}

/** A casebook with one unlabelled photo of 1000 x 800 pixels and one annotator. */
async function desk(folder: string): Promise<Desk> {
  const ports = testPorts(folder);
  const casebook = await createCasebook(
    `${folder}/a.casebook`,
    { benchmark: 'caughtcheating', title: 'A' },
    ports,
  );
  const person = casebook.records.people.add({ handle: 'ana', name: 'Ana', roles: ['annotator'] }, null);
  const imageId = ImageId.parse(v7());
  casebook.database
    .prepare(
      `INSERT INTO image (id, sha256, format, extension, bytes, width, height, created_at) VALUES (?, ?, 'png', 'png', 1, 1000, 800, 0)`,
    )
    .run(imageId, '0'.repeat(64));
  const item = casebook.derived.items.insert({
    externalId: 'photo.png',
    payload: { url: 'https://example.org' },
    images: [{ role: 'photo', name: 'photo.png', imageId }],
    imported: false,
  });
  return {
    casebook,
    annotations: new AnnotationsService(casebook),
    key: { itemId: item.id, task: 'curate', round: 1, personId: person.id },
    imageId,
  };
}

function withField(records: DocumentRecords, name: string, value: Json): DocumentRecords {
  return { ...records, [`field:${name}`]: { type: 'field', name, value } };
}

function withBox(
  records: DocumentRecords,
  imageId: ImageId,
  box: { x: number; y: number; width: number; height: number },
): DocumentRecords {
  const id = RegionId.parse(v7());
  const region: DocumentRecord = {
    type: 'region',
    id,
    imageId,
    label: 'clue-1',
    note: '',
    attributes: {},
    order: 1,
    ...box,
  };
  return { ...records, [`region:${id}`]: region };
}

function change(desk: Desk, to: (records: DocumentRecords) => DocumentRecords, mark: string = v7()): void {
  const { records, revision } = desk.annotations.open(desk.key, everything);
  const diff = makeDiff<DocumentRecord>(records, to(records));
  desk.annotations.edit(desk.key, { revision, diff, mark, activeMilliseconds: 0 }, everything);
}

describe('a document at the Desk', () => {
  it('keeps edits, and undoes and redoes them after the casebook was closed and opened again', async () => {
    using folder = temporaryFolder();
    const first = await desk(folder.path);
    const before = first.annotations.open(first.key, everything).records;
    change(first, (records) => withField(records, 'label', true));
    change(first, (records) => withBox(records, first.imageId, { x: 10, y: 20, width: 30, height: 40 }));
    const after = first.annotations.open(first.key, everything).records;
    first.casebook.close();

    const casebook = await openCasebook(first.casebook.path, testPorts(folder.path));
    const annotations = new AnnotationsService(casebook);
    const reopened = annotations.open(first.key, everything);
    expect(reopened.records).toEqual(after);
    expect(reopened.canUndo).toBe(true);
    const one = annotations.undo(first.key, reopened.revision, everything);
    const two = annotations.undo(first.key, one.revision, everything);
    expect(two.canUndo).toBe(false);
    expect(annotations.open(first.key, everything).records).toEqual(before);
    const three = annotations.redo(first.key, two.revision, everything);
    const four = annotations.redo(first.key, three.revision, everything);
    expect(four.canRedo).toBe(false);
    expect(annotations.open(first.key, everything).records).toEqual(after);
    casebook.close();
  });

  it('tells after every change what can be undone and redone, as the log says', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    const told = (result: { canUndo: boolean; canRedo: boolean }): void => {
      const { canUndo, canRedo } = at.annotations.open(at.key, everything);
      expect([result.canUndo, result.canRedo]).toEqual([canUndo, canRedo]);
    };
    const edit = (scene: string) => {
      const { records, revision } = at.annotations.open(at.key, everything);
      const diff = makeDiff<DocumentRecord>(records, withField(records, 'scene', scene));
      return at.annotations.edit(at.key, { revision, diff, mark: v7(), activeMilliseconds: 0 }, everything);
    };
    told(edit('hotel'));
    told(at.annotations.undo(at.key, 1, everything));
    told(at.annotations.redo(at.key, 2, everything));
    told(at.annotations.undo(at.key, 3, everything));
    told(edit('dining'));
    at.casebook.close();
  });

  it('undoes edits of one mark together', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    change(at, (records) => withField(records, 'claim', 'M'), 'typing');
    change(at, (records) => withField(records, 'claim', 'My'), 'typing');
    change(at, (records) => withField(records, 'claim', 'My boyfriend'), 'typing again');
    const { revision } = at.annotations.open(at.key, everything);
    const once = at.annotations.undo(at.key, revision, everything);
    expect(answerOf(at.annotations.open(at.key, everything).records)['claim']).toBe('My');
    at.annotations.undo(at.key, once.revision, everything);
    expect(answerOf(at.annotations.open(at.key, everything).records)['claim']).toBe('');
    at.casebook.close();
  });

  it('refuses an edit that builds on another revision, and keeps what is there', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    const { records, revision } = at.annotations.open(at.key, everything);
    change(at, (now) => withField(now, 'scene', 'hotel'));
    const diff = makeDiff<DocumentRecord>(records, withField(records, 'scene', 'dining'));
    const stale = { revision, diff, mark: 'm', activeMilliseconds: 0 };
    expect(() => at.annotations.edit(at.key, stale, everything)).toThrow(/Another window/u);
    expect(answerOf(at.annotations.open(at.key, everything).records)['scene']).toBe('hotel');
    at.casebook.close();
  });

  it.each([
    ['beyond the right edge', { x: 990, y: 0, width: 20, height: 20 }],
    ['beyond the bottom', { x: 0, y: 790, width: 20, height: 20 }],
  ])('refuses a box %s', async (_name, box) => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    expect(() => change(at, (records) => withBox(records, at.imageId, box))).toThrow(/beyond its image/u);
    expect(regionsOf(at.annotations.open(at.key, everything).records)).toEqual([]);
    at.casebook.close();
  });

  it('refuses an answer of the wrong shape', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    expect(() => change(at, (records) => withField(records, 'label', 'maybe'))).toThrow(/label/u);
    expect(() => change(at, (records) => withField(records, 'unheardOf', 1))).toThrow(/not saved/u);
    at.casebook.close();
  });

  it('submits a version that no statement can change, and edits on in a new one', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    change(at, (records) =>
      withField(withBox(records, at.imageId, { x: 1, y: 2, width: 3, height: 4 }), 'label', false),
    );
    const submitted = at.annotations.submit(
      at.key,
      at.annotations.open(at.key, everything).revision,
      everything,
    );
    expect(submitted).toMatchObject({
      state: 'submitted',
      version: 1,
      item: { status: 'in_review', label: 'unclued', goldSource: 'single' },
    });
    for (const sql of [
      "UPDATE annotation SET payload = '{}'",
      'DELETE FROM annotation',
      'UPDATE region SET x = 0',
      'DELETE FROM region',
      "UPDATE event SET kind = 'edit'",
      'DELETE FROM event',
    ]) {
      expect(() => at.casebook.database.exec(sql)).toThrow(/never|append-only/u);
    }
    change(at, (records) => withField(records, 'label', true));
    const versions = at.annotations.versions(at.key.itemId, 'curate', everything);
    expect(versions.map(({ version, state, isGold }) => [version, state, isGold])).toEqual([
      [2, 'draft', false],
      [1, 'submitted', true],
    ]);
    const old = present(versions.at(-1));
    at.annotations.restore(at.key, at.annotations.open(at.key, everything).revision, old.id, everything);
    expect(answerOf(at.annotations.open(at.key, everything).records)['label']).toBe(false);
    at.annotations.undo(at.key, at.annotations.open(at.key, everything).revision, everything);
    expect(answerOf(at.annotations.open(at.key, everything).records)['label']).toBe(true);
    at.casebook.close();
  });

  it('rejects a discarded candidate on submission, and finds words typed into drafts', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    change(at, (records) =>
      withField(withField(records, 'triage', 'discard'), 'discardReason', 'blurry zebra'),
    );
    const items = new ItemsService(at.casebook);
    const sort = { by: 'imported', descending: false } as const;
    expect(items.list({ text: 'zebr' }, sort, 0, 10, everything).total).toBe(1);
    expect(items.list({ text: 'giraffe' }, sort, 0, 10, everything).total).toBe(0);
    expect(
      at.annotations.submit(at.key, at.annotations.open(at.key, everything).revision, everything).item.status,
    ).toBe('rejected');
    at.casebook.close();
  });

  it('refuses to accept an item that breaks a rule, and says which', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    const items = new ItemsService(at.casebook);
    const result = items.setStatus({ ids: [at.key.itemId] }, 'accepted', at.key.personId, everything);
    expect(result.changed).toBe(0);
    expect(result.refused).toEqual([
      { item: 'photo.png', reason: expect.stringMatching(/clued or unclued/u) },
    ]);
    at.casebook.close();
  });

  it('takes a bulk change back, but not past a later one', async () => {
    using folder = temporaryFolder();
    const at = await desk(folder.path);
    const items = new ItemsService(at.casebook);
    const history = new HistoryService(at.casebook, { list: [] });
    items.tag({ filter: {} }, ['night'], [], at.key.personId, everything);
    items.setStatus({ ids: [at.key.itemId] }, 'rejected', at.key.personId, everything);
    const tags = present(history.list({ kinds: ['tags'], limit: 10 }, everything).events[0]);
    const status = present(history.list({ kinds: ['status'], limit: 10 }, everything).events[0]);
    await history.undo(tags.id, at.key.personId);
    expect(items.get(at.key.itemId, everything).row.tags).toEqual([]);
    await expect(history.undo(tags.id, at.key.personId)).rejects.toThrow(/already/u);
    items.setStatus({ ids: [at.key.itemId] }, 'draft', at.key.personId, everything);
    await expect(history.undo(status.id, at.key.personId)).rejects.toThrow(/changed again/u);
    at.casebook.close();
  });

  it('is, after any run of edits, undos and redos, what a list of states says', async () => {
    using folder = temporaryFolder();
    mkdirSync(folder.join('runs'));
    const step = fc.oneof(
      fc.record({ kind: fc.constant('field' as const), value: fc.string() }),
      fc.record({ kind: fc.constant('box' as const), x: fc.integer({ min: 0, max: 900 }) }),
      fc.constant({ kind: 'undo' as const }),
      fc.constant({ kind: 'redo' as const }),
      fc.constant({ kind: 'submit' as const }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        run += 1;
        const at = await desk(folder.join('runs', String(run)));
        const states = [at.annotations.open(at.key, everything).records];
        let position = 0;
        for (const each of steps) {
          const { revision } = at.annotations.open(at.key, everything);
          if (each.kind === 'submit') at.annotations.submit(at.key, revision, everything);
          else if (each.kind === 'undo' || each.kind === 'redo') {
            const next = position + (each.kind === 'undo' ? -1 : 1);
            if (states[next] === undefined) continue;
            at.annotations[each.kind](at.key, revision, everything);
            position = next;
          } else {
            const current = present(states[position]);
            const next =
              each.kind === 'field'
                ? withField(current, 'scenario', each.value)
                : withBox(current, at.imageId, { x: each.x, y: 1, width: 5, height: 5 });
            const diff = makeDiff<DocumentRecord>(current, next);
            if (Object.keys({ ...diff.added, ...diff.updated }).length === 0) continue;
            at.annotations.edit(at.key, { revision, diff, mark: v7(), activeMilliseconds: 0 }, everything);
            states.splice(position + 1, states.length, next);
            position += 1;
          }
          expect(at.annotations.open(at.key, everything).records).toEqual(states[position]);
        }
        at.casebook.close();
      }),
      { numRuns: 30 },
    );
  });
});

describe('the image of an item', () => {
  it('is not replaced while somebody who was given it has not answered yet', async () => {
    await using team = await raters(2);
    const [item, other] = firsts(team.items, 2);
    const { window } = team.ana;
    const replaceWith = async (imageId: ImageId) => {
      const { records, revision, round } = await window.annotations.open({ itemId: item.id, task: TASK });
      const photo = records['image:0'];
      if (photo?.type !== 'image') throw new Error('The item has no photo.');
      const replaced = { ...records, 'image:0': { ...photo, imageId } };
      return edit(window, { itemId: item.id, task: TASK, round }, revision, records, replaced);
    };
    const shown = async () => (await window.items.get({ id: item.id })).images[0]?.imageId;
    await team.assign([team.bo.id, team.cy.id], 1, [item.id]);
    await team.answer(team.bo.window, item, { label: false });
    await expect(replaceWith(other.imageId)).rejects.toThrow(/assigned to this item has not answered yet/u);
    expect(await shown()).toBe(item.imageId);
    await team.cy.window.annotations.skip({ itemId: item.id, task: TASK, reason: 'Too dark.' });
    await replaceWith(other.imageId);
    expect(await shown()).toBe(other.imageId);
  });
});

describe('a round', () => {
  it('is there once somebody was given the item in it, or answered in it, and no earlier one for that', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    const at = { itemId: item.id, task: TASK };
    const open = async (round: number) => team.ana.window.annotations.open({ ...at, round });
    await team.assign([team.bo.id], 3);
    for (const round of [2, 4]) await expect(open(round)).rejects.toThrow(/There is no round/u);
    expect(await open(3)).toMatchObject({ round: 3 });

    using folder = temporaryFolder();
    const { casebook, key } = await desk(folder.path);
    const { annotations: store } = casebook.records;
    store.insertDraft({
      id: AnnotationId.parse(v7()),
      key: { ...key, round: 3 },
      itemRevision: 1,
      version: 1,
      previousId: null,
      answer: {},
      revision: 0,
      independent: true,
    });
    expect([2, 3, 4].map((round) => store.hasRound(key.itemId, key.task, round))).toEqual([
      false,
      true,
      false,
    ]);
    casebook.close();
  });
});
