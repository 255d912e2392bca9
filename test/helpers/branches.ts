import { cpSync } from 'node:fs';
import { v7 } from 'uuid';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import type { Person } from '../../shared/contract/application.ts';
import type { MergeReport } from '../../shared/contract/merging.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import { type DocumentRecord, fieldRecords, imagesOf, toRecords } from '../../shared/domain/document.ts';
import { ItemId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { assignment } from './assignment.ts';
import { quietly } from './casebooks.ts';
import { type temporaryFolder, testPorts } from './core.ts';
import { drawPhotograph } from './photographs.ts';
import { regionRecord } from './regions.ts';
import { choices } from './ratedCasebook.ts';
import { personOf } from './threeAnnotators.ts';

export const ITEMS = 3;
export const RATERS = ['ana', 'bojan', 'cleo'] as const;
export const TASK = 'annotate';

/** A folder of casebooks that are opened, changed and closed by name. */
export interface Shelf {
  readonly folder: ReturnType<typeof temporaryFolder>;
  path(name: string): string;
  copy(from: string, to: string): void;
  use<T>(name: string, work: (services: Services) => Promise<T> | T): Promise<T>;
  merge(into: string, ...sources: readonly string[]): Promise<MergeReport>;
}

export function shelf(folder: ReturnType<typeof temporaryFolder>): Shelf {
  const path = (name: string): string => folder.join(`${name}.casebook`);
  const use: Shelf['use'] = async (name, work) => {
    const services = createServices(await openCasebook(path(name), testPorts(folder.path)));
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  };
  return {
    folder,
    path,
    use,
    copy: (from, to) => cpSync(path(from), path(to), { recursive: true }),
    merge: (into, ...sources) =>
      use(into, ({ merging }) =>
        merging.merge(sources.map(path), { dryRun: false, by: null, agreed: true }, quietly),
      ),
  };
}

/** A casebook of three photographs that three people are to rate, each item by two of them or more. */
export async function base(on: Shelf): Promise<void> {
  const services = createServices(
    await createCasebook(on.path('base'), { benchmark: 'generic', title: 'Base' }, testPorts(on.folder.path)),
  );
  const mara = services.people.add(
    { handle: 'mara', name: 'Mara', roles: ['curator', 'annotator', 'adjudicator'] },
    null,
  );
  services.settings.saveVocabulary(choices({ kind: ['a', 'b', 'c'] }, ['thing']), mara.id);
  for (const handle of RATERS) services.people.add({ handle, name: handle, roles: ['annotator'] }, mara.id);
  for (let number = 1; number <= ITEMS; number += 1)
    await addItem(services, on, number, `item-${String(number)}`);
  services.assignments.assign(
    assignment({
      items: { filter: {} },
      task: TASK,
      people: RATERS.map((handle) => personBy(services, handle).id),
      overlap: 3,
    }),
    services.viewpoint(mara),
  );
  await services.close();
}

export async function addItem(services: Services, on: Shelf, seed: number, name: string): Promise<ItemId> {
  const file = on.folder.join(`${name}-${v7()}.jpg`);
  await drawPhotograph(file, { width: 60, height: 40, seed });
  const { id: imageId } = await services.images.add(file, personBy(services, 'mara').id);
  return services.casebook.database.transaction(
    () =>
      services.casebook.derived.items.insert({
        externalId: name,
        payload: { id: name, image: `${name}.jpg`, text: `What is it? ${name}` },
        images: [{ role: 'image', name: `${name}.jpg`, imageId }],
        imported: true,
      }).id,
  )();
}

export const personBy = ({ people }: Services, handle: string): Person =>
  personOf(people.list().find((person) => person.handle === handle));

export const itemBy = ({ items }: Services, name: string): ItemId =>
  ItemId.parse(
    items
      .list({}, { by: 'imported', descending: false }, 0, 100, everything)
      .rows.find(({ externalId }) => externalId === name)?.id,
  );

/** Answers as somebody, and submits; `box` puts one at that place. */
export function answer(
  services: Services,
  handle: string,
  itemId: ItemId,
  fields: JsonObject,
  box: number | null,
): void {
  const person = personBy(services, handle);
  const viewpoint = services.viewpoint(person);
  const round = services.annotations.roundFor(itemId, TASK, person.id);
  const key = { itemId, task: TASK, round, personId: person.id };
  const { records, revision } = services.annotations.open(key, viewpoint);
  const images = imagesOf(records);
  const imageId = images[0]?.imageId ?? null;
  const boxes: DocumentRecord[] =
    box === null || imageId === null
      ? []
      : [
          regionRecord({
            id: RegionId.parse(v7()),
            imageId,
            label: 'thing',
            x: box,
            y: box,
            width: 10,
            height: 10,
            order: 1,
          }),
        ];
  const next = toRecords([...fieldRecords(fields), ...boxes, ...images]);
  const edited = services.annotations.edit(
    key,
    { revision, diff: makeDiff<DocumentRecord>(records, next), mark: 'm', activeMilliseconds: 5 },
    viewpoint,
  );
  services.annotations.submit(key, edited.revision, viewpoint);
}
