import { createInterface } from 'node:readline';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { asCasebookError } from '../../electron/core/base/errors.ts';
import { testPorts } from './core.ts';

/**
 * Keeps a casebook open and adds somebody for each line that comes in; says how that went in a line of its own:
 * `node holdAndWrite.ts CASEBOOK FOLDER`.
 */
const [path = '', folder = ''] = process.argv.slice(2);
const casebook = await openCasebook(path, testPorts(folder));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(casebook.readOnly ?? 'open');
for await (const handle of createInterface({ input: process.stdin })) {
  try {
    casebook.records.people.add({ handle, name: '', roles: ['annotator'] }, null);
    say('added');
  } catch (error) {
    say(asCasebookError(error).message);
  }
}
casebook.close();
