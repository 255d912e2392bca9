import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { everything } from '../../../electron/core/access/viewpoint.ts';
import { createServices } from '../../../electron/core/app/services.ts';
import { createCasebook, openCasebook } from '../../../electron/core/derived/casebook.ts';
import { AgreementRequest } from '../../../shared/contract/agreement.ts';
import { testPorts } from '../../helpers/core.ts';
import { seededRandom } from '../../helpers/random.ts';
import { milliseconds } from '../measure.ts';
import { type Measured, megabytes, quietly, withPeak } from './report.ts';

const RATERS = 10;

/** Ratings of one nominal field by ten raters: their import, agreement on them and their export. */
export async function ratings(folder: string, count: number): Promise<Measured[]> {
  const source = join(folder, 'ratings.csv');
  writeFileSync(source, ratingLines(count).join(''));
  const bare = await bareInserts(join(folder, 'bare.sqlite'), count);
  const path = join(folder, 'ratings.casebook');
  const ports = testPorts(folder);
  const making = createServices(await createCasebook(path, { benchmark: 'generic', title: 'B' }, ports));
  const importing = await withPeak(async () => {
    const { added } = await making.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
    if (added !== count) throw new Error(`Only ${String(added)} ratings came in.`);
  });
  await making.close();
  const file = join(path, 'casebook.sqlite');

  const database = new Database(file, { readonly: true });
  const pass = await milliseconds(() => {
    const rows = database.prepare('SELECT item_id, person_id, payload FROM annotation').raw();
    for (const _row of rows.iterate());
  });
  database.close();

  const open = createServices(await openCasebook(path, ports));
  try {
    const asked = AgreementRequest.parse({ task: 'annotate', field: 'f', bootstrap: 1000 });
    const agreement = await milliseconds(() =>
      open.agreement.figures(asked, everything, () => undefined, quietly.signal),
    );
    const target = join(folder, 'exported.csv');
    const exporting = await withPeak(() =>
      open.importExport.export(
        { target, format: 'ratings-csv', images: 'none', status: null, names: true, times: true },
        null,
        quietly,
      ),
    );
    rmSync(target, { force: true });
    return [
      {
        name: 'import ratings',
        ours: importing.ms,
        reference: bare,
        against: 'bare inserts of the rows',
        note: `${megabytes(importing.bytes)} MB of memory, ${megabytes(statSync(file).size)} MB on disk`,
      },
      {
        name: 'agreement, 1,000 resamples',
        ours: agreement,
        reference: pass,
        against: 'one pass over the rows',
      },
      {
        name: 'export ratings',
        ours: exporting.ms,
        reference: pass,
        against: 'one pass over the rows',
        note: `${megabytes(exporting.bytes)} MB of memory`,
      },
    ];
  } finally {
    await open.close();
    rmSync(path, { recursive: true });
  }
}

/** Raters who mostly agree on one of five categories. */
function ratingLines(count: number): string[] {
  const random = seededRandom(1);
  const category = (): number => Math.floor(random() * 5);
  const lines = ['item,rater,field,value\n'];
  for (let item = 0; item < count / RATERS; item += 1) {
    const truth = category();
    for (let rater = 0; rater < RATERS; rater += 1) {
      const said = random() < 0.9 ? truth : category();
      lines.push(`item-${String(item)},rater ${String(rater)},f,c${String(said)}\n`);
    }
  }
  return lines;
}

/** The same values in a table with two indexes, one transaction. */
async function bareInserts(path: string, count: number): Promise<number> {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.exec(`
    CREATE TABLE rating (id INTEGER PRIMARY KEY, item TEXT, rater TEXT, field TEXT, value TEXT) STRICT;
    CREATE INDEX by_item ON rating (item, rater);
    CREATE INDEX by_rater ON rating (rater, item)`);
  const insert = database.prepare('INSERT INTO rating (item, rater, field, value) VALUES (?, ?, ?, ?)');
  const time = await milliseconds(() => {
    database.transaction(() => {
      for (let at = 0; at < count; at += 1)
        insert.run(
          `item-${String(Math.floor(at / RATERS))}`,
          `rater ${String(at % RATERS)}`,
          'f',
          `c${String(at % 5)}`,
        );
    })();
  });
  database.close();
  rmSync(path);
  return time;
}
