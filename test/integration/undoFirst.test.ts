import { describe, expect, it } from 'vitest';
import { answerOf, type DocumentRecord } from '../../shared/domain/document.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import { present } from '../helpers/present.ts';

describe('the first answer in a field that nobody had answered', () => {
  it('can be undone, which leaves the field open again, and redone', async () => {
    await using book = await freshCasebook('generic');
    const person = book.people.add({ handle: 'ana', name: 'Ana', roles: ['curator', 'annotator'] }, null);
    await book.importExport.import(
      { source: put(book.at('in/items.jsonl'), '{"id":"a"}\n'), format: 'generic' },
      null,
      quietly,
    );
    const row = present(book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0]);
    const key = { itemId: row.id, task: 'annotate', round: 1, personId: person.id };
    const view = book.viewpoint(person);
    const before = book.annotations.open(key, view).records;
    const field: DocumentRecord = { type: 'field', name: 'place', value: 'indoors' };
    const diff = makeDiff<DocumentRecord>(before, { ...before, 'field:place': field });
    const edit = { revision: 0, diff, mark: 'a', activeMilliseconds: 0 };
    const { revision } = book.annotations.edit(key, edit, view);
    const undone = book.annotations.undo(key, revision, view);
    expect(answerOf(book.annotations.open(key, view).records)).toEqual({});
    book.annotations.redo(key, undone.revision, view);
    expect(answerOf(book.annotations.open(key, view).records)).toEqual({ place: 'indoors' });
  });
});
