import { readFileSync } from 'node:fs';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type DocumentRecord, imagesOf, type RegionRecord } from '../../shared/domain/document.ts';
import { type ItemId, type PersonId, RegionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { argusItems } from './argusItems.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { put, quietly } from './casebooks.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { putPhotographs } from './deskCasebook.ts';
import { present } from './present.ts';
import { edit } from './raters.ts';
import { regionRecord } from './regions.ts';
import { uuid } from './healthItems.ts';

export const [, OFFERED = {}] = argusItems();
export const CANDIDATES = [
  'allium-oreophilum.jpg',
  'locomotion-house-cat.jpg',
  'french-alpine-landscape.jpg',
];
export const SAID = 'zxq rationale';
export const CHECKS = [
  { model: 'gm', verdict: 'consistent', rationale: SAID, image: CANDIDATES[1] ?? '' },
  { model: 'gm', verdict: 'inconsistent', rationale: SAID, image: CANDIDATES[0] ?? '' },
];
export const linesOf = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): JsonObject => JSON.parse(line));
export const TEXTS_DONE = { logical: 'yes', natural: 'yes', isolated: 'yes', pressure: 'yes' };

/** One item with three candidates and what a model said of two of them; Cara curates, Ann and Bo annotate. */
export async function offered() {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'argus',
    title: 'A',
    person: 'cara',
  });
  const cara = present(services.people.list()[0]);
  const source = putPhotographs(folder.join('source'));
  put(`${source}/argus.jsonl`, `${JSON.stringify({ ...OFFERED, logic_check: CHECKS })}\n`);
  await services.importExport.import({ source, format: 'argus' }, cara, quietly);
  const item = present(
    services.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
  );
  const add = (handle: string) => services.people.add({ handle, name: '', roles: ['annotator'] }, cara.id).id;
  const [ann, bo] = [add('ann'), add('bo')];
  const windows = {
    cara: await clientAs(core, cara.id),
    ann: await clientAs(core, ann),
    bo: await clientAs(core, bo),
  };
  return {
    ...services,
    folder,
    source,
    item: item.id,
    windows,
    clientAs: (personId: PersonId) => clientAs(core, personId),
    assign: async (round: number, people = [ann, bo]) =>
      windows.cara.assignments.assign({
        items: { ids: [item.id] },
        task: 'validate',
        people,
        overlap: people.length,
        order: 'fixed',
        seed: 1,
        round,
      }),
    annotators: { ann, bo },
    shown: () => services.items.get(item.id, everything),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Puts fields into somebody's draft, and a box on the image of this number; submits where asked. */
export async function answer(
  window: Client,
  itemId: ItemId,
  fields: Readonly<Record<string, Json>>,
  { box, submit = true }: { readonly box?: number; readonly submit?: boolean } = {},
): Promise<void> {
  const opened = await window.annotations.open({ itemId, task: 'validate' });
  const { records, revision, round } = opened;
  const at = { itemId, task: 'validate', round };
  const imageId = imagesOf(records)[(box ?? 0) - 1]?.imageId ?? null;
  const region: RegionRecord | null =
    imageId === null
      ? null
      : regionRecord({
          id: RegionId.parse(uuid(round * 10 + (box ?? 0))),
          imageId,
          label: 'trap',
          x: 10,
          y: 10,
          width: 20,
          height: 20,
        });
  const changed: [string, DocumentRecord][] = [
    ...Object.entries(fields).map(([name, value]): [string, DocumentRecord] => [
      `field:${name}`,
      { type: 'field', name, value },
    ]),
    ...(region === null ? [] : [[`region:${region.id}`, region] satisfies [string, DocumentRecord]]),
  ];
  const now = await edit(window, at, revision, records, { ...records, ...Object.fromEntries(changed) });
  if (submit) await window.annotations.submit({ ...at, revision: now });
}
