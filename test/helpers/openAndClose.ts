import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { testPorts } from './core.ts';

/** Opens a casebook for writing, adds somebody and closes it: `node openAndClose.ts CASEBOOK FOLDER`. */
const [path = '', folder = ''] = process.argv.slice(2);
const casebook = await openCasebook(path, testPorts(folder));
casebook.records.people.add({ handle: 'late', name: '', roles: ['annotator'] }, null);
casebook.close();
