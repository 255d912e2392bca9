import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import {
  accept,
  acceptedRedacted,
  bookOfOne,
  handOut,
  imageOf,
  isBlack,
  isTicked,
  keyOf,
  NAME,
  person,
  redact,
  replace,
  statusOf,
  submit,
  tick,
} from '../helpers/signedOff.ts';

const CHANGED = /^The image changed after its sign-off/u;

describe('another image in the place of one that was signed off', () => {
  it('takes the sign-off and the acceptance back, and is never handed out', async () => {
    const { book, original } = await acceptedRedacted();
    await using _ = book;
    const before = await handOut(book, '-before');
    expect(before).toMatchObject({ items: 1, images: 1, left_out: [] });
    expect(await isBlack(`${book.casebook.path}-before/${NAME}`)).toBe(true);
    expect(readFileSync(`${book.casebook.path}-before/gold.csv`, 'utf8')).toContain(
      'noPersonalInformation,true',
    );

    replace(book, 'ada', original);
    expect(statusOf(book)).toBe('in_review');
    expect(isTicked(book, 'ada')).toBe(false);
    await expect(handOut(book, '-accepted')).rejects.toThrow('The export would be empty');

    // Also where somebody asks for whatever is there.
    const after = await handOut(book, '-any', { status: null });
    expect(after).toMatchObject({
      items: 1,
      images: 0,
      left_out: [{ item: NAME, reason: expect.stringMatching(CHANGED) }],
    });
    expect(after.files).not.toContain(NAME);
    expect(readFileSync(`${book.casebook.path}-any/gold.csv`, 'utf8')).not.toContain(
      'noPersonalInformation,true',
    );
    const coco = await handOut(book, '-coco', { status: null, format: 'coco' });
    expect(coco).toMatchObject({ images: 0, left_out: [{ reason: expect.stringMatching(CHANGED) }] });
  });

  it('is none where it is the very image, which takes neither back; nor does one in a place that was empty', async () => {
    const { book, original } = await acceptedRedacted();
    await using _ = book;
    const shown = present(
      book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
    );
    const { items } = book.casebook.derived;
    const by = person(book, 'ada');
    const place = { position: 0, role: 'photo', name: NAME, imageId: imageOf(book) };
    expect(items.setImage(shown.id, place, by)).toBe(false);
    expect([statusOf(book), isTicked(book, 'ada')]).toEqual(['accepted', true]);
    expect(items.setImage(shown.id, { ...place, position: 1, imageId: original }, by)).toBe(false);
    expect(statusOf(book)).toBe('accepted');
    expect(items.setImage(shown.id, { ...place, imageId: original }, by)).toBe(true);
    expect(statusOf(book)).toBe('in_review');
  });

  it('cannot be accepted again without a new sign-off, nor by taking the change of status back', async () => {
    const { book, original } = await acceptedRedacted();
    await using _ = book;
    replace(book, 'ada', original);
    const by = person(book, 'ada');
    const again = book.items.setStatus({ filter: {} }, 'accepted', by, everything);
    expect(again.refused).toEqual([{ item: NAME, reason: expect.stringMatching(CHANGED) }]);
    const { events } = book.history.list({ kinds: ['status'], limit: 10 }, everything);
    const taken = present(events[0]);
    expect(taken.changes).toMatchObject([{ from: 'accepted', to: 'in review' }]);
    await expect(book.history.undo(taken.id, by)).rejects.toThrow(
      'An item cannot be accepted again. The image',
    );

    tick(book, 'ada');
    submit(book, 'ada');
    accept(book);
    expect(await handOut(book, '-new')).toMatchObject({ items: 1, images: 1, left_out: [] });
  });

  it('is told by a check, as an error of an item that is accepted all the same', async () => {
    const { book, original } = await acceptedRedacted();
    await using _ = book;
    // As a program that knows nothing of sign-offs would do it.
    book.casebook.database.prepare('UPDATE item_image SET image_id = ?').run(original);
    const { ok, problems } = await checkCasebook(book.casebook, everything, quietly.progress, quietly.signal);
    expect(ok).toBe(false);
    expect(problems).toContainEqual({
      where: `${NAME}, No personal information`,
      what: expect.stringMatching(CHANGED),
      severity: 'error',
    });
    expect(await handOut(book, '-out')).toMatchObject({
      items: 0,
      images: 0,
      left_out: [{ item: NAME, reason: expect.stringMatching(CHANGED) }],
    });
  });

  it('is no longer accepted when it comes by undo, and the same image again is signed off still', async () => {
    await using book = await bookOfOne();
    await redact(book, 'ada');
    tick(book, 'ada');
    submit(book, 'ada');
    accept(book);
    const redacted = imageOf(book);
    const key = keyOf(book, 'ada');
    const undo = (): void => {
      book.annotations.undo(key, book.annotations.open(key, everything).revision, everything);
    };
    // Nothing is lost yet: the first step is the tick.
    book.annotations.undo(key, book.annotations.open(key, everything).revision, everything, false);
    expect(statusOf(book)).toBe('accepted');
    const { revision } = book.annotations.open(key, everything);
    expect(() => book.annotations.undo(key, revision, everything, false)).toThrow(
      'This step replaces an image that is signed off or accepted.',
    );
    expect(imageOf(book)).toBe(redacted);
    undo();
    expect(imageOf(book)).not.toBe(redacted);
    expect(statusOf(book)).toBe('in_review');
    expect(await handOut(book, '-undone', { status: null })).toMatchObject({ items: 1, images: 0 });

    book.annotations.redo(key, book.annotations.open(key, everything).revision, everything);
    expect(imageOf(book)).toBe(redacted);
    expect(isTicked(book, 'ada')).toBe(false);
    // What counts is what Ada submitted of these very pixels.
    accept(book);
    expect(await handOut(book, '-redone')).toMatchObject({ items: 1, images: 1, left_out: [] });
  });

  it('takes the sign-off of a draft back, no matter who changed the image, and undo goes on from there', async () => {
    await using book = await bookOfOne();
    tick(book, 'bob');
    const key = keyOf(book, 'bob');
    const { revision } = book.annotations.open(key, everything);
    await redact(book, 'ada');
    expect(isTicked(book, 'bob')).toBe(false);
    expect(() => book.annotations.submit(key, revision, everything)).toThrow(/changed/u);
    submit(book, 'bob');
    const version = present(book.annotations.versions(key.itemId, key.task, everything)[0]);
    const records = book.annotations.version(version.id, everything);
    expect(records['field:noPersonalInformation']).toMatchObject({ value: false });
  });

  it('an older version brought back is signed off only where it was for these pixels', async () => {
    const { book, original } = await acceptedRedacted();
    await using _ = book;
    const key = keyOf(book, 'ada');
    replace(book, 'ada', original);
    const submitted = present(
      book.annotations.versions(key.itemId, key.task, everything).find(({ state }) => state === 'submitted'),
    );
    const { revision } = book.annotations.open(key, everything);
    book.annotations.restore(key, revision, submitted.id, everything);
    expect(isTicked(book, 'ada')).toBe(false);
  });

  it('by an import of a changed source: back in review, and the report says so', async () => {
    await using book = await bookOfOne();
    tick(book, 'ada');
    submit(book, 'ada');
    accept(book);
    await drawFlag(book.at('in', NAME), 700, 500);
    const report = await book.importExport.import(
      { source: book.at('in'), format: 'caughtcheating' },
      null,
      quietly,
    );
    expect(statusOf(book)).toBe('in_review');
    expect(report.warnings).toContainEqual({
      item: NAME,
      field: 'images',
      message: expect.stringMatching(/in review/u),
    });
    expect(await handOut(book, '-any', { status: null })).toMatchObject({ items: 1, images: 0 });
  });
});
