import { openCasebook } from '../../electron/core/derived/casebook.ts';
import type { Importer } from '../../electron/core/formats/reading/importer.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { testPorts } from './core.ts';
import { make, Making } from './makingCommands.ts';

/*
 * Gives a command to a casebook and is killed when the work is at a point: a phase of its progress, `in the transaction`,
 * or `committed`. `node killedMaking.ts CASEBOOK FOLDER COMMAND POINT`; that it comes to its end is an error.
 */
const [path = '', folder = '', command = '', point = ''] = process.argv.slice(2);
/** How many images of items are written before the end in the middle of the transaction. */
const WRITTEN = 3;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('It was not killed.');
}

function dieInTransaction({ casebook: { database } }: Services): void {
  let written = 0;
  database.function('written', () => {
    written += 1;
    return written < WRITTEN ? 0 : die();
  });
  database.exec('CREATE TEMP TRIGGER at_work AFTER INSERT ON main.item_image BEGIN SELECT written(); END');
}

const open = createServices(await openCasebook(path, testPorts(folder)));
const importer: Importer = {
  async import(...request) {
    const report = await open.importExport.import(...request);
    return point === 'committed' ? die() : report;
  },
};
if (point === 'in the transaction') dieInTransaction(open);
await make(Making.parse(command), open, importer, folder, {
  progress: (phase) => {
    if (phase === point) die();
  },
  signal: new AbortController().signal,
});
await open.close();
