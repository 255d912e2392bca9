import { expect, it } from 'vitest';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { quietly } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { completeStudySession, studyCasebook } from '../helpers/study.ts';
import { validators } from '../helpers/validators.ts';

it('finds editions that follow on nothing, and what is said to be about an edition of another item', async () => {
  await using book = await validators(2);
  const [one, two] = firsts(book.items, 2);
  await book.fix(book.ana, one, { question: 'What is it?' });
  const found = async (): Promise<string[]> => {
    const { problems } = await checkCasebook(
      book.services.casebook,
      everything,
      quietly.progress,
      quietly.signal,
    );
    return problems
      .filter(({ severity }) => severity === 'error')
      .map(({ where, what }) => `${where}: ${what}`);
  };
  expect(await found()).toEqual([]);
  const { database } = book;
  const edition = database.prepare<[], string>('SELECT id FROM edition').pluck().get() ?? '';
  database.exec('DROP TRIGGER edition_is_final');
  database.exec('UPDATE edition SET number = 5');
  database.prepare('UPDATE item SET edition_id = ? WHERE id = ?').run(edition, two);
  expect(await found()).toEqual([
    `database, edition ${edition}: it follows one that it cannot follow`,
    `database, item ${two}: it is of an edition of another item`,
  ]);
});

it('finds studies, study sessions, answers and verdicts that no Casebook wrote', async () => {
  await using book = await studyCasebook();
  const participant = present((await book.participants(1))[0]);
  await completeStudySession(participant.window, participant.studySessionId);
  const found = async (): Promise<string[]> => {
    const { casebook } = book.core.services();
    const { problems } = await checkCasebook(casebook, everything, quietly.progress, quietly.signal);
    return problems.flatMap(({ where, what }) =>
      what.startsWith('Casebook cannot understand it') ? [where.split(' ').slice(0, 2).join(' ')] : [],
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
