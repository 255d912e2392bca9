import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { restoreCasebook } from '../../electron/core/features/casebooks/backup.ts';
import { unpackAsCasebook } from '../../electron/core/features/merging/opening.ts';
import type { Work } from '../../electron/core/base/work.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { testPorts } from './core.ts';
import { present } from './present.ts';

/*
 * Hands something out and is killed in the middle of it: `node killedExport.ts CASEBOOK FOLDER TARGET WHAT`, where WHAT is
 * a format, `package`, `restore` or `unpack` (of the package at CASEBOOK). That it comes to its end is an error.
 */
const [path = '', folder = '', target = '', what = ''] = process.argv.slice(2);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('It was not killed.');
}

const work: Work = { progress: die, signal: new AbortController().signal };

if (what === 'unpack') await unpackAsCasebook(path, target, testPorts(folder), work);
else if (what === 'restore') {
  // It asks about its signal before it copies the images.
  const { signal } = new AbortController();
  Object.defineProperty(signal, 'throwIfAborted', { value: die });
  await restoreCasebook(path, target, signal);
} else {
  const { people, importExport, merging } = createServices(await openCasebook(path, testPorts(folder)));
  const curator = present(people.list()[0]);
  if (what === 'package') await merging.package(curator.id, target, curator.id, work);
  else await importExport.export({ target, format: what, status: null, force: true }, curator, work);
}
throw new Error('It came to its end.');
