import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import { unpackZip } from '../../electron/core/files/zip.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { filesIn, quietly } from './casebooks.ts';
import { testPorts } from './core.ts';
import { numberedIds } from './numberedIds.ts';
import { present } from './present.ts';

/*
 * Casebooks and a package that the version before the tables were described in one place wrote, and what that version made of
 * them, as hashes: `test/fixtures/former/`.
 */

const FORMER = join(import.meta.dirname, '../fixtures/former');

const sha = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function unpacked(zip: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await unpackZip(join(FORMER, zip), folder, {
    accepts: () => true,
    progress: () => undefined,
    signal: quietly.signal,
  });
  for (const name of ['thumbnails', 'backups']) mkdirSync(join(folder, name), { recursive: true });
  return folder;
}

/** Text files that an export wrote; images are encoded by a library that may change. */
const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesIn(folder)
      .filter((name) => /\.(?:json|jsonl|csv|md|xml|txt|yaml)$/u.test(name))
      .map((name) => [name, sha(readFileSync(join(folder, name)))]),
  );

const LATER_COLUMNS = new Set(['consent_version', 'gold_boxes', 'gold_kept']);

/** Where gold comes from stood before the answer that gives it. */
function asFormerly(row: unknown): unknown {
  const columns = Object.entries(z.record(z.string(), z.unknown()).parse(row));
  const source = columns.filter(([name]) => name === 'gold_source');
  return Object.fromEntries(
    columns.flatMap((column) =>
      column[0] === 'gold_annotation_id' ? [...source, column] : column[0] === 'gold_source' ? [] : [column],
    ),
  );
}

/** Each table's rows in one order: how a version lays its tables out is its own business. That version knew neither a hub nor a network, nor did it note that numbers were looked through. */
function rowsIn(database: Database.Database): string {
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_text%' ESCAPE '\\'
         AND name <> 'hub' AND name NOT LIKE 'hub\\_%' ESCAPE '\\' AND name NOT LIKE 'web\\_%' ESCAPE '\\'
         AND name NOT IN ('recruitment', 'arrival', 'panel_identity', 'deleted_item', 'import_row', 'undone_row') ORDER BY name`,
    )
    .pluck()
    .all();
  return sha(
    JSON.stringify(
      tables.map((name) => [
        name,
        database
          .prepare(
            `SELECT * FROM "${name}"${name === 'meta' ? " WHERE key NOT IN ('numbersChecked', 'acceptanceRules')" : ''}`,
          )
          .all()
          .map((row) =>
            JSON.stringify(asFormerly(row), (key, value: unknown) =>
              LATER_COLUMNS.has(key) || (name === 'annotation' && key === 'origin') ? undefined : value,
            ),
          )
          .sort(),
      ]),
    ),
  );
}

function rowsInFile(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    return rowsIn(database);
  } finally {
    database.close();
  }
}

/** What this version makes of them: tables after opening and merging, exports and packages. */
export async function madeOfFormer(folder: string): Promise<Record<string, unknown>> {
  const made: Record<string, unknown> = {};
  const open = async (
    name: string,
    path: string,
    look: (services: Services) => Promise<void>,
  ): Promise<void> => {
    const place = join(folder, `${name}.program`);
    mkdirSync(place, { recursive: true });
    let clock = Date.UTC(2026, 5, 1);
    const core = createCore(
      testPorts(place, { now: () => (clock += 1), newId: numberedIds(Date.UTC(2026, 6, 1)) }),
    );
    try {
      await core.keeper.open(path);
      await look(core.services());
    } finally {
      await core.close();
    }
  };
  const tables = ({ casebook }: Services): string => rowsIn(casebook.database);
  const exported = async (services: Services, name: string, formats: readonly string[]): Promise<void> => {
    const person = present(services.people.list()[0]);
    for (const format of formats) {
      const target = join(folder, `${name}-${format}`);
      await services.importExport.export(
        { names: true, times: true, inner: true, target, format, status: null },
        person,
        quietly,
      );
      made[`${name}, exported as ${format}`] = textsIn(target);
    }
  };
  const packed = async (services: Services, name: string, handle: string): Promise<void> => {
    const person = present(services.people.list().find((each) => each.handle === handle));
    const target = join(folder, `${name}-${handle}.casebook-package`);
    await services.merging.package(person.id, target, null, quietly);
    const inside = join(folder, `${name}-${handle}`);
    mkdirSync(inside);
    await unpackZip(target, inside, {
      accepts: () => true,
      progress: () => undefined,
      signal: quietly.signal,
    });
    const manifest = z
      .looseObject({ files: z.array(z.looseObject({ path: z.string() })) })
      .parse(JSON.parse(readFileSync(join(inside, 'manifest.json'), 'utf8')));
    made[`${name}, package for ${handle}`] = {
      database: rowsInFile(join(inside, 'casebook.sqlite')),
      manifest: sha(
        JSON.stringify({
          ...manifest,
          files: manifest.files.filter(({ path }) => path !== 'casebook.sqlite'),
        }),
      ),
    };
  };

  const rated = await unpacked('rated.zip', join(folder, 'rated.casebook'));
  await open('rated', rated, async (services) => {
    made['rated, opened'] = tables(services);
    await exported(services, 'rated', ['caughtcheating', 'yolo', 'ratings-csv', 'coco', 'labelstudio']);
    for (const handle of ['ann', 'bo', 'rex']) await packed(services, 'rated', handle);
  });
  const study = await unpacked('study.zip', join(folder, 'study.casebook'));
  await open('study', study, async (services) => {
    made['study, opened'] = tables(services);
    for (const handle of ['Sitter01', 'Sitter02']) await packed(services, 'study', handle);
    const sources = [join(FORMER, 'participant.casebook-package'), rated];
    const { sources: reports } = await services.merging.merge(
      sources,
      { dryRun: false, by: null, agreed: true },
      quietly,
    );
    made['study, what was merged'] = reports.map(({ refused, taken }) => ({ refused, taken }));
    made['study, after merging'] = tables(services);
    await exported(services, 'study', ['caughtcheating']);
  });
  const observatory = await unpacked('observatory.zip', join(folder, 'observatory.casebook'));
  await open('observatory', observatory, async (services) => {
    made['observatory, opened'] = tables(services);
    await exported(services, 'observatory', ['observatory']);
  });
  return made;
}
