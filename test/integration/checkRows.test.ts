import { expect, it } from 'vitest';
import { checkCasebook } from '../../electron/core/features/projects/check.ts';
import { everything } from '../../electron/core/features/people/viewpoint.ts';
import { quietly } from '../helpers/casebooks.ts';
import { sitThrough, studyCasebook } from '../helpers/study.ts';

it('finds studies, sittings, answers and verdicts that no Casebook wrote', async () => {
  await using book = await studyCasebook();
  const [participant] = await book.participants(1);
  if (participant === undefined) throw new Error('Nobody was enrolled.');
  await sitThrough(participant.window, participant.sittingId);
  const found = async (): Promise<string[]> => {
    const { casebook } = book.core.services();
    const { problems } = await checkCasebook(casebook, everything, quietly.progress, quietly.signal);
    return problems.flatMap(({ where, what }) =>
      what.startsWith('it cannot be understood') ? [where.split(' ').slice(0, 2).join(' ')] : [],
    );
  };
  expect(await found()).toEqual([]);
  const { database } = book;
  database.exec('DROP TRIGGER response_is_final');
  database.exec(`
    UPDATE study SET settings = '{}';
    UPDATE session SET plan = '[{"kind":"nothing"}]';
    UPDATE response SET answer = '{"kind":"nothing"}' WHERE id = (SELECT min(id) FROM response);
    PRAGMA ignore_check_constraints = ON;
    UPDATE verdict_state SET value = '{' WHERE response_id = (SELECT max(response_id) FROM verdict_state);
    PRAGMA ignore_check_constraints = OFF;
  `);
  const after = await found();
  expect(new Set(after)).toEqual(
    new Set(['database, study', 'database, session', 'database, response', 'database, verdict_state']),
  );
  expect(after.filter((where) => where === 'database, response')).toHaveLength(1);
});
