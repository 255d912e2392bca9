import { expect, it } from 'vitest';
import { z } from 'zod';
import { base, shelf } from '../helpers/branches.ts';
import { temporaryFolder } from '../helpers/core.ts';

const Rights = z.object({
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  redistributable: z.int().nullable(),
});
type Rights = z.infer<typeof Rights>;

it('what is noted of an image in one casebook holds in the other, and what is forbidden in one is forbidden', async () => {
  using folder = temporaryFolder();
  const on = shelf(folder);
  await base(on);
  const note = (name: string, place: number, { licence, attribution, redistributable }: Rights) =>
    on.use(name, ({ casebook: { database } }) => {
      database
        .prepare(
          `UPDATE image SET licence = ?, attribution = ?, redistributable = ?
           WHERE sha256 = (SELECT sha256 FROM image ORDER BY sha256 LIMIT 1 OFFSET ?)`,
        )
        .run(licence, attribution, redistributable, place);
    });
  const noted = (name: string) =>
    on.use(name, ({ casebook: { database } }) =>
      database
        .prepare('SELECT licence, attribution, redistributable FROM image ORDER BY sha256')
        .all()
        .map((row) => Rights.parse(row)),
    );
  const nothing: Rights = { licence: null, attribution: null, redistributable: null };
  on.copy('base', 'one');
  on.copy('base', 'two');
  await note('one', 0, { ...nothing, attribution: 'Ada' });
  await note('two', 0, { licence: 'ImageNet terms', attribution: 'ImageNet', redistributable: 0 });
  await note('one', 1, { ...nothing, redistributable: 1 });
  await note('two', 1, { ...nothing, redistributable: 0 });
  on.copy('one', 'was');

  const [taken] = (await on.merge('one', 'two')).sources;
  expect(taken?.taken.images).toBe(2);
  const [first, ...rest] = await noted('one');
  expect(first).toEqual({ licence: 'ImageNet terms', attribution: 'Ada', redistributable: 0 });
  expect(rest).toEqual([{ ...nothing, redistributable: 0 }, nothing]);
  await on.merge('two', 'was');
  expect((await noted('two')).slice(1)).toEqual(rest);

  const [again] = (await on.merge('one', 'two')).sources;
  expect(again?.taken.images).toBe(0);
});
