import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/core.ts';
import { madeOfFormer } from '../helpers/formerCasebooks.ts';

it('what the version before wrote opens, merges, is packed and exported as that version did it, row for row', async () => {
  using folder = temporaryFolder();
  const made = await madeOfFormer(folder.path);
  const recorded: unknown = JSON.parse(
    readFileSync(new URL('../fixtures/former/recorded.json', import.meta.url), 'utf8'),
  );
  expect(made).toEqual(recorded);
});
