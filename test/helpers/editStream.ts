import { v7 } from 'uuid';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { AnnotationsService } from '../../electron/core/features/annotations/service.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { testPorts } from './core.ts';

/**
 * Edits an item without end and says each edit on standard output once it is acknowledged:
 * `node editStream.ts CASEBOOK ITEM FOLDER`. Made to be killed.
 */
const [path = '', item = '', folder = ''] = process.argv.slice(2);
const casebook = await openCasebook(path, testPorts(folder));
const person = casebook.records.people.list()[0];
if (person === undefined || casebook.readOnly !== null)
  throw new Error(casebook.readOnly ?? 'Nobody is here.');
const annotations = new AnnotationsService(casebook);
const key = { itemId: ItemId.parse(item), task: 'curate', round: 1, personId: person.id };
for (let count = 0; ; count += 1) {
  const { records, revision } = annotations.open(key, everything);
  if (count % 20 === 19) annotations.submit(key, revision, everything);
  else {
    const field: DocumentRecord = { type: 'field', name: 'scenario', value: `edit ${String(revision + 1)}` };
    const diff = makeDiff<DocumentRecord>(records, { ...records, 'field:scenario': field });
    const result = annotations.edit(key, { revision, diff, mark: v7(), activeMilliseconds: 1 }, everything);
    process.stdout.write(`${String(result.revision)}\n`);
  }
  // Lets the pipe take what was said before the next edit.
  await new Promise((resolve) => setImmediate(resolve));
}
