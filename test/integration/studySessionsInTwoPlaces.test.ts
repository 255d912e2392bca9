import { afterAll, expect, it } from 'vitest';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { copyOf, resultOf } from '../helpers/participantPackages.ts';
import { present } from '../helpers/present.ts';
import { goOn, studyCasebook, timing } from '../helpers/study.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

it('an answer that was changed in two places counts once after a merge, as it is here', async () => {
  const book = await studyCasebook({ settings: { allowBack: true } });
  const participant = present((await book.participants(1))[0]);
  const { studySessionId: id, personId } = participant;
  const mayGoBack = ({ now }: StudySessionPage): boolean => now.view === 'step' && now.canGoBack;
  let page = await participant.window.studySessions.look({ id });
  while (!mayGoBack(page)) page = await goOn(participant.window, id, page);
  await book.core.close();
  const change = async (name: string, value: 'yes' | 'no'): Promise<void> => {
    const place = await copyOf(book.folder.join('a.casebook'), folder.join(name));
    const window = await clientAs(place.core, personId);
    const { now } = await window.studySessions.back({ id });
    if (now.view !== 'step') throw new Error('There is no step.');
    const { entry, step } = now;
    await window.studySessions.answer({
      id,
      entry,
      step,
      answer: { kind: 'yes_no', value },
      timing,
      timedOut: false,
    });
    await place.close();
  };
  await change('one.casebook', 'yes');
  await change('two.casebook', 'no');
  const opened = await copyOf(folder.join('one.casebook'), folder.join('both.casebook'));
  const { database } = opened.core.services().casebook;
  const holding = (): unknown[] =>
    database
      .prepare(
        'SELECT entry, step, answer, replaces IS NULL FROM current_response ORDER BY entry, step, answer',
      )
      .raw()
      .all();
  const before = holding();
  const report = await resultOf(
    opened.window.merging.merge({ sources: [folder.join('two.casebook')], dryRun: false }),
  );
  expect(report.sources[0]?.refused).toBeNull();
  expect(holding()).toEqual(before);
  expect(report.sources[0]?.left).toEqual([
    expect.objectContaining({ reason: expect.stringMatching(/same question was answered differently/u) }),
  ]);
  await opened.close();
  await book[Symbol.asyncDispose]();
});

it('what was begun here and answered elsewhere is not asked again after a merge', async () => {
  const book = await studyCasebook({ settings: { allowBack: true } });
  const participant = present((await book.participants(1))[0]);
  const { studySessionId: id, personId, window } = participant;
  let page = await window.studySessions.look({ id });
  while (page.now.view !== 'step') page = await goOn(window, id, page);
  const { entry, step } = page.now;
  await window.studySessions.keep({ id, entry, step, answer: { kind: 'text', text: 'Begun' }, timing });
  await book.core.close();
  const elsewhere = await copyOf(book.folder.join('a.casebook'), folder.join('answered.casebook'));
  const there = await clientAs(elsewhere.core, personId);
  const answered = await goOn(there, id, await there.studySessions.look({ id }));
  await elsewhere.close();
  const opened = await copyOf(book.folder.join('a.casebook'), folder.join('begun.casebook'));
  await resultOf(opened.window.merging.merge({ sources: [folder.join('answered.casebook')], dryRun: false }));
  const here = await (await clientAs(opened.core, personId)).studySessions.look({ id });
  expect(here.now).toEqual(answered.now);
  await opened.close();
  await book[Symbol.asyncDispose]();
});
