import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { withOlderSchema } from '../helpers/olderSchema.ts';
import {
  acceptedRedacted,
  bookOfOne,
  handOut,
  isTicked,
  NAME,
  person,
  redact,
  replace,
  statusOf,
  submit,
  tick,
} from '../helpers/signedOff.ts';

/** Goes on with a copy of a casebook that was closed. */
async function reopened<T>(path: string, work: (book: Services) => Promise<T> | T): Promise<T> {
  using folder = temporaryFolder();
  const services = createServices(await openCasebook(path, testPorts(folder.path)));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

it('a sign-off that comes from another casebook holds for the pixels that it was given for there', async () => {
  await using book = await bookOfOne('accepted');
  const here = book.casebook.path;
  const there = `${here}-there.casebook`;
  await book.close();
  cpSync(here, there, { recursive: true });
  await reopened(there, async (other) => {
    await redact(other, 'ada');
    tick(other, 'ada');
    submit(other, 'ada');
    expect(statusOf(other)).toBe('accepted');
  });
  await reopened(here, async (own) => {
    await own.merging.merge([there], { dryRun: false, by: null, agreed: true }, quietly);
    // The photo here is not the redacted one.
    expect(statusOf(own)).toBe('in_review');
    expect(isTicked(own, 'ada')).toBe(false);
    expect(await handOut(own, '-out', { status: null })).toMatchObject({
      items: 1,
      images: 0,
      left_out: [{ item: NAME }],
    });
  });
  // The same photo in both: the sign-off holds.
  await reopened(there, async (own) => {
    await own.merging.merge([here], { dryRun: false, by: null, agreed: true }, quietly);
    expect(statusOf(own)).toBe('accepted');
    expect(await handOut(own, '-out')).toMatchObject({ items: 1, images: 1, left_out: [] });
  });
});

it('a casebook from before sign-offs named their images keeps those whose image was not changed since', async () => {
  const { book, original } = await acceptedRedacted();
  await using _ = book;
  const path = book.casebook.path;
  await book.close();
  const changed = `${path}-changed.casebook`;
  cpSync(path, changed, { recursive: true });
  await reopened(changed, (other) => {
    replace(other, 'ada', original);
    // An older Casebook left the item accepted.
    other.casebook.database.prepare("UPDATE item SET status = 'accepted'").run();
  });
  for (const each of [path, changed]) withOlderSchema(`${each}/casebook.sqlite`, 6);
  await reopened(path, async (own) => {
    expect(await handOut(own, '-out')).toMatchObject({ items: 1, images: 1, left_out: [] });
  });
  await reopened(changed, async (own) => {
    const left = { items: 0, images: 0, left_out: [{ item: NAME }] };
    expect(await handOut(own, '-out')).toMatchObject(left);
    expect(await handOut(own, '-any', { status: null })).toMatchObject({ items: 1, images: 0 });
  });
});

it('a sign-off in a file of ratings is about the image that is there then, and stays about it', async () => {
  await using book = await bookOfOne();
  const bringIn = (name: string, lines: readonly string[]) =>
    book.importExport.import(
      {
        source: put(book.at(name), ['item,rater,field,value', ...lines].join('\n')),
        format: 'ratings-csv',
      },
      null,
      quietly,
    );
  const signedOff = ['noPersonalInformation,true', 'label,false'].map((said) => `${NAME},bob,${said}`);
  await bringIn('first.csv', signedOff);
  const any = { status: null };
  expect(await handOut(book, '-before', any)).toMatchObject({ items: 1, images: 1, left_out: [] });
  await redact(book, 'ada');
  await bringIn('second.csv', [...signedOff, `${NAME},bob,scene,dining`]);
  expect(await handOut(book, '-after', any)).toMatchObject({ items: 1, images: 0 });
});

it('of gold that several people gave parts of, only the person who was asked signs off, for the image that they saw', async () => {
  await using book = await bookOfOne();
  const lines = ['bob,noPersonalInformation,true', 'bob,label,false', 'cy,scene,dining'];
  await book.importExport.import(
    {
      source: put(
        book.at('parts.csv'),
        ['item,rater,field,value', ...lines.map((line) => `${NAME},${line}`)].join('\n'),
      ),
      format: 'ratings-csv',
    },
    null,
    quietly,
  );
  expect(isTicked(book, 'dora')).toBe(true);
  const answers = book.casebook.database
    .prepare('SELECT signed_off_images IS NOT NULL FROM annotation ORDER BY person_id = ? DESC')
    .pluck()
    .all(person(book, 'bob'));
  expect(answers).toEqual([1, 0]);
  expect(await handOut(book, '-before', { status: null })).toMatchObject({ images: 1, left_out: [] });
  await redact(book, 'ada');
  expect(isTicked(book, 'dora')).toBe(false);
  expect(await handOut(book, '-after', { status: null })).toMatchObject({ images: 0 });
});
