import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { testPorts } from './core.ts';

/** Keeps a casebook open for writing until it is killed: `node hold.ts CASEBOOK FOLDER`. */
const [path = '', folder = ''] = process.argv.slice(2);
const casebook = await openCasebook(path, testPorts(folder));
process.stdout.write(`${casebook.readOnly ?? 'open'}\n`);
setInterval(() => undefined, 60_000);
