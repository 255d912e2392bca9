import { createRouterClient, type RouterClient } from '@orpc/server';
import { writeForeignSet } from '../../electron/core/records/answers/foreignSets.ts';
import type { Core, CoreRouter } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { type ImageId, type ItemId, type PersonId, RegionId, ResponseId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import type { Role } from '../../shared/domain/status.ts';
import { v7 } from 'uuid';
import { assignment } from './assignment.ts';
import { put, quietly } from './casebooks.ts';
import { drawFlag } from './pictures.ts';
import { present } from './present.ts';
import { UNTIMED } from './untimed.ts';

/** Stands in every text that somebody who has yet to answer must not see. No text that anybody may see holds it. */
export const SECRET = 'qzxgeheim';

export type Client = RouterClient<CoreRouter>;

/** The contract as a window calls it, of a session of its own; with a current user, or none yet. */
export async function clientAs(core: Core, person: PersonId | null): Promise<Client> {
  const client: Client = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
  if (person !== null) await client.people.workAs({ id: person });
  return client;
}

/** Who works on the casebook of secrets. Everybody but `eve` was given every item in round 1. */
const PEOPLE: Readonly<Record<string, readonly Role[]>> = {
  ann: ['annotator'],
  bo: ['annotator'],
  rex: ['reviewer', 'annotator'],
  eve: ['curator', 'adjudicator'],
};

export interface Secrets {
  readonly people: Readonly<Record<'cara' | 'ann' | 'bo' | 'rex' | 'eve', PersonId>>;
  readonly items: readonly ItemId[];
  readonly images: readonly ImageId[];
}

/**
 * Makes a casebook in `folder` and opens it in the core: three photos whose every text, name, label, facet and tag is a
 * secret, accepted, with gold; given to a curator (cara), two annotators and a reviewer; bo has answered the first two,
 * with secrets in every text, and begun the third. Not `rated`: it is given to nobody, and nobody has answered it.
 */
export async function openSecrets(core: Core, folder: string, rated = true): Promise<Secrets> {
  const source = `${folder}/source`;
  const items = [1, 2, 3].map((number) => {
    const isClued = number < 3;
    const clue = `There is a ${SECRET} ${String(number)} in the spoon, indicating that somebody else was there.`;
    return {
      data_path: `true_images/${SECRET}_${String(number)}.png`,
      label: isClued,
      scene: `${SECRET} scene`,
      target_partner: 'boyfriend',
      main_ins: `My boyfriend says he is alone, ${SECRET}.`,
      ...(isClued && {
        detm_cue: clue,
        non_detm_cue: [`A ${SECRET} beside it.`],
        p_sub_ins: [`Is there a ${SECRET}?`],
        p_sub_ans: [`${SECRET} yes`],
        r_sub_ins: [`Does the ${SECRET} mean it?`],
        r_sub_ans: [`${SECRET} yes`],
      }),
      url: `https://example.org/${SECRET}/${String(number)}`,
      [`${SECRET} key`]: SECRET,
    };
  });
  put(`${source}/data_info.json`, JSON.stringify(items));
  for (const [index, item] of items.entries())
    await drawFlag(`${source}/${item.data_path}`, 640 + index, 480);
  const open = await core.keeper.create(`${folder}/secrets.casebook`, {
    benchmark: 'caughtcheating',
    title: 'Several people',
    person: 'cara',
  });
  const cara = present(open.people.list()[0]);
  const ids = Object.entries(PEOPLE).map(([handle, roles]) => [
    handle,
    open.people.add({ handle, name: '', roles }, cara.id).id,
  ]);
  const people: Record<string, PersonId> = Object.fromEntries([['cara', cara.id], ...ids]);
  await open.importExport.import(
    { source: `${source}/data_info.json`, format: 'caughtcheating', person: 'source' },
    cara,
    quietly,
  );
  open.casebook.database
    .prepare('UPDATE image SET url = ?, licence = ?, attribution = ?, created_by = ?')
    .run(SECRET, SECRET, SECRET, cara.id);
  plantForeignParts(open);
  const rows = open.items.list({}, { by: 'imported', descending: false }, 0, 10, everything).rows;
  open.items.tag({ filter: {} }, [`${SECRET} tag`], [], cara.id, everything);
  open.items.setStatus({ filter: {} }, 'in_review', cara.id, everything);
  open.items.saveViews([
    { name: 'Doubtful', filter: { tags: ['doubtful'] }, sort: { by: 'imported', descending: false } },
  ]);
  const itemIds = rows.map(({ id }) => id);
  const images = rows.flatMap(({ imageId }) => (imageId === null ? [] : [imageId]));
  const of = (handle: string): PersonId => present(people[handle], `There is nobody called ${handle}.`);
  plantAnswers(open, itemIds);
  const secrets = {
    people: { cara: cara.id, ann: of('ann'), bo: of('bo'), rex: of('rex'), eve: of('eve') },
    items: itemIds,
    images,
  };
  if (!rated) return secrets;
  assignItems(core, itemIds, [cara.id, of('ann'), of('bo'), of('rex')], 1);
  const bo = await clientAs(core, of('bo'));
  for (const [index, itemId] of itemIds.entries()) {
    await answer(bo, itemId, {
      label: false,
      scene: `${SECRET} scene`,
      scenario: SECRET,
      claim: `${SECRET} claim`,
      clues: [{ id: 'clue-1', text: `${SECRET} clue`, deterministic: true }],
    });
    await bo.comments.add({ itemId, threadId: null, text: `Is it a ${SECRET}?` });
    if (index < 2) await submit(bo, itemId);
  }
  return secrets;
}

/** What files are said to have told of the data set and of each image. */
function plantForeignParts({ casebook: { database } }: Services): void {
  const header = {
    info: { description: SECRET, contributor: SECRET, url: `https://example.org/${SECRET}` },
    licenses: [{ id: 1, name: SECRET }],
    categories: [{ id: 1, name: 'person', supercategory: SECRET, keypoints: ['nose'], skeleton: [[1, 1]] }],
  };
  writeForeignSet(database, 'coco', JSON.stringify(header));
  writeForeignSet(database, 'yolo', `path: /home/${SECRET}\nnames: [dog]\n`);
  writeForeignSet(database, 'labelstudio', SECRET);
  database
    .prepare('UPDATE item_image SET foreign_part = ?')
    .run(JSON.stringify({ format: 'coco', source: JSON.stringify({ flickr_url: SECRET }) }));
}

/** A model answers every item, and two LLMs differ on that, with secrets in every text. */
function plantAnswers({ casebook }: Services, items: readonly ItemId[]): void {
  const { models } = casebook.records;
  const { responses: write, verdictWriter } = casebook.derived;
  const model = (name: string): PersonId =>
    models({ name, version: null, temperature: null, instructionHash: null, settings: null });
  casebook.database.transaction(() => {
    const [respondent, one, other] = [model('respondent'), model('judge-1'), model('judge-2')];
    for (const [index, id] of items.entries()) {
      const responseId = ResponseId.parse(v7());
      const item = { id, revision: 1 };
      write({
        id: responseId,
        studySessionId: null,
        personId: respondent,
        purpose: 'main',
        item,
        condition: '',
        step: 'main_ins',
        entry: null,
        position: null,
        question: `Is there a ${SECRET}?`,
        answer: { kind: 'text', text: `I see a ${SECRET}.` },
        ...UNTIMED,
        origin: null,
      });
      for (const [judge, value] of [
        [one, 'YES'],
        [other, 'NO'],
      ] as const)
        verdictWriter.write({
          judge,
          item,
          responseId,
          criterion: index < 2 ? 'cue_match' : 'false_match',
          subject: '',
          outcome: 'given',
          value,
          detail: null,
          rationale: `It is a ${SECRET}.`,
          source: 'imported',
          judgingId: null,
          callId: null,
          activeMilliseconds: null,
        });
    }
  })();
}

/** Assigns an item or more, each to all of these people, beside those it was given to already. */
export function assignItems(
  core: Core,
  items: readonly ItemId[],
  people: readonly PersonId[],
  round: number,
): void {
  const { assignments, casebook } = core.services();
  const given = casebook.database
    .prepare<[string, number], number>('SELECT count(*) FROM assignment WHERE item_id = ? AND round = ?')
    .pluck();
  for (const item of items) {
    assignments.assign(
      assignment({
        items: { ids: [item] },
        task: 'curate',
        people: [...people],
        overlap: (given.get(item, round) ?? 0) + people.length,
        round,
      }),
      everything,
    );
  }
}

/** Fills fields of an answer in and draws a box with a note, as the Desk does it. */
export async function answer(
  client: Client,
  itemId: ItemId,
  fields: Readonly<Record<string, Json>>,
): Promise<void> {
  const { records, revision, round } = await client.annotations.open({ itemId, task: 'curate' });
  const after: Record<string, DocumentRecord> = { ...records };
  for (const [name, value] of Object.entries(fields)) after[`field:${name}`] = { type: 'field', name, value };
  const image = records['image:0'];
  const imageId = image?.type === 'image' ? image.imageId : null;
  if (imageId !== null && fields['clues'] !== undefined) {
    const id = RegionId.parse(v7());
    after[`region:${id}`] = {
      type: 'region',
      id,
      imageId,
      label: 'clue-1',
      x: 10,
      y: 20,
      width: 30,
      height: 40,
      note: `${SECRET} note`,
      attributes: { [`${SECRET} attribute`]: SECRET },
      order: 1,
      foreign: {
        format: 'coco',
        source: JSON.stringify({ id: 7, category_id: 1, by: SECRET }),
        shapes: ['polygon'],
        box: [10, 20, 30, 40],
      },
    };
  }
  const diff = makeDiff<DocumentRecord>(records, after);
  await client.annotations.edit({
    itemId,
    task: 'curate',
    round,
    revision,
    diff,
    mark: v7(),
    activeMilliseconds: 1,
  });
}

export async function submit(client: Client, itemId: ItemId): Promise<void> {
  const { revision, round } = await client.annotations.open({ itemId, task: 'curate' });
  await client.annotations.submit({ itemId, task: 'curate', round, revision });
}
