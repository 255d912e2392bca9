import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { everything } from '../../../electron/core/access/viewpoint.ts';
import { createServices } from '../../../electron/core/app/services.ts';
import { createCasebook, openCasebook } from '../../../electron/core/derived/casebook.ts';
import { testPorts } from '../../helpers/core.ts';
import { present } from '../../helpers/present.ts';
import { syntheticItems } from '../../helpers/syntheticItems.ts';
import { median, milliseconds } from '../measure.ts';
import { type Measured, quietly } from './report.ts';

const ROUNDS = 5;
const sort = { by: 'imported', descending: false } as const;

/** Items of CaughtCheating: their exports, changes of many at once, health, and what the Library asks for. */
export async function items(folder: string, count: number): Promise<Measured[]> {
  const path = join(folder, 'items.casebook');
  const ports = testPorts(folder);
  const source = join(folder, 'data_info.json');
  writeFileSync(source, JSON.stringify([...syntheticItems(count, 1)]));
  const making = createServices(
    await createCasebook(path, { benchmark: 'caughtcheating', title: 'B' }, ports),
  );
  const importing = await milliseconds(() =>
    making.importExport.import({ source, format: 'caughtcheating' }, null, quietly),
  );
  const curator = making.people.add({ handle: 'ana', name: 'Ana', roles: ['curator'] }, null);
  await making.close();
  const bare = new Database(join(path, 'casebook.sqlite'), { readonly: true });
  const pass = await milliseconds(() => {
    for (const _row of bare.prepare('SELECT * FROM item').raw().iterate());
    for (const _row of bare.prepare('SELECT * FROM item_image').raw().iterate());
  });
  const measured: Measured[] = [];
  const add = (name: string, ours: number, reference: number, against: string, note?: string): void =>
    void measured.push({ name, ours, reference, against, ...(note !== undefined && { note }) });

  const opening: number[] = [];
  const bareOpening: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    opening.push(
      await milliseconds(async () => {
        const each = createServices(await openCasebook(path, ports));
        each.items.list({}, sort, 0, 200, everything);
        await each.close();
      }),
    );
    bareOpening.push(
      await milliseconds(() => {
        const database = new Database(join(path, 'casebook.sqlite'));
        database.prepare('SELECT count(*) FROM item').get();
        database.prepare('SELECT * FROM item ORDER BY sequence LIMIT 200').all();
        database.close();
      }),
    );
  }
  add('open, first page', median(opening), median(bareOpening), 'bare SQL');

  const open = createServices(await openCasebook(path, ports));
  try {
    const some = present(open.items.list({}, sort, Math.floor(count / 2), 1, everything).rows[0]);
    const asked: readonly (readonly [name: string, work: () => unknown, sql: string])[] = [
      [
        'filter',
        () => [
          open.items.list({ label: ['clued'] }, sort, 0, 200, everything),
          open.items.counts({ label: ['clued'] }, everything),
        ],
        "SELECT count(*) FROM item WHERE label = 'clued'",
      ],
      [
        'search',
        () => [
          open.items.list({ text: 'toothbrushes mirror' }, sort, 0, 200, everything),
          open.items.counts({ text: 'toothbrushes mirror' }, everything),
        ],
        "SELECT count(*) FROM item_text WHERE item_text MATCH 'toothbrushes mirror*'",
      ],
      [
        'next item',
        () => open.items.neighbours(some.id, {}, sort, 20, everything),
        'SELECT * FROM item ORDER BY sequence LIMIT 41',
      ],
    ];
    for (const [name, work, sql] of asked) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await milliseconds(work));
        theirs.push(await milliseconds(() => bare.prepare(sql).all()));
      }
      add(name, median(ours), median(theirs), 'bare SQL');
    }
    for (const format of ['generic', 'coco', 'hf'] as const) {
      const target = join(folder, format === 'generic' ? 'out.jsonl' : `out-${format}`);
      add(
        `export, ${format}`,
        await milliseconds(() =>
          open.importExport.export({ target, format, images: 'none', status: null }, null, quietly),
        ),
        importing,
        'their import',
      );
      rmSync(target, { recursive: true, force: true });
    }
    const health = (): Promise<unknown> =>
      open.health.report(null, everything, () => undefined, quietly.signal);
    add('health', await milliseconds(health), pass, 'one pass over the rows');
    add('health again', await milliseconds(health), pass, 'one pass over the rows');
    const viewpoint = open.viewpoint(curator);
    const status = await milliseconds(async () => {
      const { changed } = await open.items.setStatusOfMany(
        { filter: {} },
        'rejected',
        curator.id,
        viewpoint,
        quietly,
      );
      if (changed !== count) throw new Error(`Only ${String(changed)} items changed.`);
    });
    const update = await bareUpdate(join(path, 'casebook.sqlite'), join(folder, 'copy.sqlite'));
    add('status of all', status, update, 'one bare UPDATE');
    const event = present(open.history.list({ limit: 1 }, viewpoint).events[0]);
    add(
      'its undo',
      await milliseconds(() => open.history.undo(event.id, curator.id)),
      update,
      'one bare UPDATE',
    );
    return measured;
  } finally {
    bare.close();
    await open.close();
    rmSync(path, { recursive: true });
  }
}

/** The status of all items in one statement, on a copy. */
async function bareUpdate(file: string, copy: string): Promise<number> {
  const database = new Database(file, { readonly: true });
  await database.backup(copy);
  database.close();
  const written = new Database(copy);
  const time = await milliseconds(() => written.exec("UPDATE item SET status = 'accepted', updated_at = 1"));
  written.close();
  rmSync(copy);
  return time;
}
