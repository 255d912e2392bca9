import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { Person } from '../../shared/contract/application.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import {
  type DocumentRecord,
  fieldRecords,
  imagesOf,
  type RegionRecord,
  toRecords,
} from '../../shared/domain/document.ts';
import { type ItemId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { assignment } from './assignment.ts';
import { dataPath, put, quietly } from './casebooks.ts';
import { testPorts } from './core.ts';
import { drawPhotograph } from './photographs.ts';
import { present } from './present.ts';
import { realItems } from './realData.ts';
import { regionRecord } from './regions.ts';
import { syntheticItems } from './syntheticItems.ts';

export const RATERS = ['ana', 'bojan', 'cleo'] as const;
export type Rater = (typeof RATERS)[number];

const TASK = 'curate';
const PHOTOGRAPHS = 6;
const WIDTH = 400;
const HEIGHT = 300;

/** Work of three people, each in a casebook of their own, not merged yet. */
export interface ThreeAnnotators {
  /** The casebook that their packages were made of; closed. */
  readonly home: string;
  /** What came back, by rater. */
  readonly returned: Readonly<Record<Rater, string>>;
  /** What went out, by rater. */
  readonly sent: Readonly<Record<Rater, string>>;
  /** The raters' own casebooks. */
  readonly unpacked: Readonly<Record<Rater, string>>;
  /** Names of the items on which they were made to differ, each with the fields. */
  readonly planted: Readonly<Record<string, readonly string[]>>;
  /** The data set's own objects. */
  readonly items: readonly JsonObject[];
}

/** A rater's deviation: their answer and box offset on the items of one kind. */
interface Plant {
  readonly rater: Rater;
  readonly fields: readonly string[];
  readonly applies: (answer: JsonObject) => boolean;
  readonly change: (answer: JsonObject) => JsonObject;
  /** Puts the boxes somewhere else. */
  readonly elsewhere?: true;
}

/** By the item's number modulo ten; every other item is answered alike. */
const PLANTS: Readonly<Record<number, Plant>> = {
  3: {
    rater: 'bojan',
    fields: ['label'],
    applies: () => true,
    change: (answer) => ({ ...answer, label: answer['label'] !== true }),
  },
  5: {
    rater: 'cleo',
    fields: ['scene'],
    applies: () => true,
    change: (answer) => ({ ...answer, scene: answer['scene'] === 'hotel' ? 'dining' : 'hotel' }),
  },
  7: {
    rater: 'ana',
    fields: ['clues'],
    applies: (answer) => answer['label'] === true,
    change: (answer) => answer,
    elsewhere: true,
  },
  8: {
    rater: 'cleo',
    fields: ['triage', 'partner'],
    applies: () => true,
    change: (answer) => ({
      ...answer,
      triage: 'discard',
      discardReason: 'poor quality',
      partner: answer['partner'] === 'boyfriend' ? 'girlfriend' : 'boyfriend',
    }),
  },
};

/**
 * Makes a casebook of the published metadata (synthetic items where it is absent) with a small photograph each,
 * gives all items to three annotators as packages, opens each package in a program of its own and answers it there,
 * differing from the others in known places.
 */
export async function threeAnnotators(folder: string, most = Infinity): Promise<ThreeAnnotators> {
  const items = (realItems() ?? [...syntheticItems(60, 7)]).slice(0, most);
  const home = join(folder, 'home.casebook');
  const sent = forEach((rater) => join(folder, 'sent', `${rater}.casebook-package`));
  const open = await openProgram(join(folder, 'program'), async (core) => {
    await core.keeper.create(home, { benchmark: 'caughtcheating', title: 'Caught cheating', person: 'Mara' });
  });
  const { services } = open;
  await fill(services, folder, items);
  const [mara] = services.people.list();
  const people = RATERS.map((handle) =>
    services.people.add({ handle, name: `${handle}-full-name`, roles: ['annotator'] }, mara?.id ?? null),
  );
  services.settings.saveSettings({ afterSubmit: 'accepted' }, idOf(mara));
  services.assignments.assign(
    assignment({
      items: { filter: {} },
      task: TASK,
      people: people.map(({ id }) => id),
      overlap: RATERS.length,
      order: 'random',
      seed: 3,
    }),
    services.viewpoint(personOf(mara)),
  );
  // What a package must not give away, beside what the data set itself holds.
  const { database } = services.casebook;
  database.exec("INSERT INTO item_tag (tag, item) SELECT 'secret-tag', sequence FROM item");
  database.exec(
    "UPDATE image SET licence = 'Creative Commons', attribution = 'Mara', url = 'https://example.org/photo'",
  );
  for (const { id, handle } of people)
    await services.merging.package(id, sent[z.enum(RATERS).parse(handle)], idOf(mara), quietly);
  const names = new Map<string, string>();
  for (const { id, externalId } of services.items.list({}, byImport, 0, items.length, everything).rows)
    names.set(id, externalId);
  await open.close();

  const returned = forEach((rater) => join(folder, 'returned', `${rater}.casebook-package`));
  const unpacked = forEach((rater) => join(folder, rater, `${rater}.casebook`));
  const planted: Record<string, readonly string[]> = {};
  for (const rater of RATERS) {
    await answerPackage(
      { folder: join(folder, rater), rater, file: sent[rater], unpacked: unpacked[rater] },
      answersFor(items, names),
      planted,
      returned[rater],
    );
  }
  return { home, sent, returned, unpacked, planted, items };
}

export const byImport = { by: 'imported', descending: false } as const;

/** A program of its own over a folder of its own, with a casebook opened by `begin`. */
export async function openProgram(
  folder: string,
  begin: (core: ReturnType<typeof createCore>) => Promise<unknown>,
): Promise<{ readonly services: Services; readonly close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const core = createCore(testPorts(folder));
  await begin(core);
  return { services: core.services(), close: () => core.close() };
}

/** Opens a copy of a casebook, so that the same beginning can be taken further in several ways. */
export async function openCopy(
  from: string,
  to: string,
): Promise<{ readonly services: Services; readonly close: () => Promise<void> }> {
  cpSync(from, to, { recursive: true });
  return openProgram(`${to}.program`, (core) => core.keeper.open(to));
}

async function fill(services: Services, folder: string, items: readonly JsonObject[]): Promise<void> {
  const work = join(folder, 'source');
  const drawn: string[] = [];
  mkdirSync(join(work, 'drawn'), { recursive: true });
  for (let seed = 1; seed <= PHOTOGRAPHS; seed += 1) {
    const file = join(work, 'drawn', `${String(seed)}.jpg`);
    await drawPhotograph(file, { width: WIDTH, height: HEIGHT, seed });
    drawn.push(file);
  }
  const file = put(join(work, 'data', 'data_info.json'), JSON.stringify(items));
  items.forEach((item, index) => {
    const target = join(work, 'data', dataPath(item));
    mkdirSync(join(target, '..'), { recursive: true });
    cpSync(drawn[index % PHOTOGRAPHS] ?? '', target);
  });
  const [person] = services.people.list();
  const report = await services.importExport.import(
    { source: file, format: 'caughtcheating' },
    personOf(person),
    quietly,
  );
  if (report.added !== items.length || report.images.missing > 0)
    throw new Error('The items did not come in.');
}

async function answerPackage(
  where: { folder: string; rater: Rater; file: string; unpacked: string },
  lookUp: (id: ItemId) => { item: JsonObject; plant: Plant | undefined; name: string },
  planted: Record<string, readonly string[]>,
  target: string,
): Promise<void> {
  const { services, close } = await openProgram(join(where.folder, 'program'), (core) =>
    core.keeper.openPackage(where.file, where.unpacked),
  );
  const me = answerEverything(services, where.rater, lookUp, planted);
  await services.merging.package(me.id, target, me.id, quietly);
  await close();
}

/** Answers all items of a rater's casebook, differing from the others in the known places; gives the rater. */
export function answerEverything(
  services: Services,
  rater: Rater,
  lookUp: (id: ItemId) => { item: JsonObject; plant: Plant | undefined; name: string },
  planted: Record<string, readonly string[]>,
): Person {
  const [person] = services.people.list();
  const me = personOf(person);
  const viewpoint = services.viewpoint(me);
  const { rows } = services.items.list({}, { by: 'assignment', descending: false }, 0, 1000, viewpoint);
  const task = present(services.casebook.benchmark.tasks[0]);
  for (const { id } of rows) {
    const { item, plant, name } = lookUp(id);
    const right: JsonObject = { ...task.initialAnswer(item), triage: 'keep', noPersonalInformation: true };
    const differs = plant?.applies(right) === true;
    if (differs) planted[name] = plant.fields;
    const mine = differs && plant.rater === rater;
    submitAnswer(services, { id, person: me }, mine ? plant.change(right) : right, {
      label: right['label'] === true,
      // Nobody draws a box twice the same way; a pixel is no disagreement.
      offset: mine && plant.elsewhere === true ? 150 : RATERS.indexOf(rater),
    });
  }
  return me;
}

/** What to answer about which item, by the names that items have in the casebook of origin. */
export const answersFor =
  (items: readonly JsonObject[], names: ReadonlyMap<string, string>) =>
  (id: ItemId): { item: JsonObject; plant: Plant | undefined; name: string } => {
    const name = names.get(id) ?? '';
    const number = items.findIndex((item) => item['data_path'] === name);
    return { item: items[number] ?? {}, plant: PLANTS[number % 10], name };
  };

/** Answers an item at the Desk, with a box for its first clue where it is clued, and submits. */
export function submitAnswer(
  services: Services,
  { id, person }: { readonly id: ItemId; readonly person: Person },
  answer: JsonObject,
  { label, offset }: { readonly label: boolean; readonly offset: number },
): void {
  const viewpoint = services.viewpoint(person);
  const round = services.annotations.roundFor(id, TASK, person.id);
  const key = { itemId: id, task: TASK, round, personId: person.id };
  const document = services.annotations.open(key, viewpoint);
  const images = imagesOf(document.records);
  const [image] = images;
  const clues = z.array(z.looseObject({ id: z.string() })).parse(answer['clues'] ?? []);
  const [clue] = clues;
  const boxes: RegionRecord[] =
    label && clue !== undefined && image?.imageId != null
      ? [
          regionRecord({
            id: RegionId.parse(services.casebook.ports.newId()),
            imageId: image.imageId,
            label: clue.id,
            x: 20 + offset,
            y: 30 + offset,
            width: 60,
            height: 40,
            order: 1,
          }),
        ]
      : [];
  const records = toRecords([...fieldRecords(answer), ...boxes, ...images]);
  const { revision } = services.annotations.edit(
    key,
    {
      revision: document.revision,
      diff: makeDiff<DocumentRecord>(document.records, records),
      mark: 'answer',
      activeMilliseconds: 1000,
    },
    viewpoint,
  );
  services.annotations.submit(key, revision, viewpoint);
}

function forEach(path: (rater: Rater) => string): Record<Rater, string> {
  return { ana: path('ana'), bojan: path('bojan'), cleo: path('cleo') };
}

/** Somebody is there; nobody is a mistake of the test. */
export function personOf(person: Person | undefined): Person {
  if (person === undefined) throw new Error('Nobody works on the casebook.');
  return person;
}

const idOf = (person: Person | undefined): Person['id'] => personOf(person).id;
