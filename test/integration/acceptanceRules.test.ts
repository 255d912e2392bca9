import { expect, it } from 'vitest';
import { createServices } from '../../electron/core/app/services.ts';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { testPorts } from '../helpers/core.ts';
import { ACCEPTED, REJECT, validationRounds } from '../helpers/validationRounds.ts';

it('what an earlier version accepted against the rules goes back to review when the casebook is opened first', async () => {
  await using made = await validationRounds(2);
  await made.assign([made.bo, made.cy]);
  for (const item of made.items) await made.answer(made.bo, item, ACCEPTED);
  await made.answer(made.cy, made.item(0), ACCEPTED);
  await made.answer(made.cy, made.item(1), REJECT);
  const { database, path } = made.services.casebook;
  // As an earlier version left it: accepted although its reviewers differ, and no word of the rules.
  database.prepare("UPDATE item SET status = 'accepted'").run();
  database.prepare("DELETE FROM meta WHERE key = 'acceptanceRules'").run();
  await made.core.keeper.close();
  const open = createServices(await openCasebook(path, testPorts(made.at())));
  try {
    const statuses = open.casebook.database.prepare('SELECT status FROM item ORDER BY sequence').pluck();
    expect(statuses.all()).toEqual(['accepted', 'in_review']);
  } finally {
    await open.close();
  }
});
