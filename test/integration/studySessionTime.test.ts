import { ORPCError, safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { StudySessionsService } from '../../electron/core/features/studySessions/service.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { StepTiming, StudySessionView } from '../../shared/domain/study.ts';
import { present } from '../helpers/present.ts';
import { someAnswer, studyCasebook } from '../helpers/study.ts';

type StepView = Extract<StudySessionView, { view: 'step' }>;

const SECOND = 1000;
const NOTHING: StepTiming = { shownAt: 1, activeMilliseconds: 0, awayMilliseconds: 0, focusLosses: 0 };

function step(page: StudySessionPage): StepView {
  if (page.now.view !== 'step') throw new Error(`What is shown is ${page.now.view}.`);
  return page.now;
}

/** One participant at the first question of a study with 30 seconds for each, whose page claims that no time passes. */
async function begun(settings: Partial<StudySettings> = {}) {
  const book = await studyCasebook({
    settings: {
      breakEvery: null,
      order: 'fixed',
      timeLimitSeconds: 30,
      texts: { consent: 'Do you agree?', instructions: '', breaks: '', thanks: 'Thank you.' },
      ...settings,
    },
  });
  const participant = present((await book.participants(1))[0]);
  const { window, studySessionId: id, personId } = participant;
  const page = await window.studySessions.consent({ id });
  return {
    ...book,
    window,
    id,
    personId,
    page,
    look: () => window.studySessions.look({ id }),
    /** What the page says of itself every now and then, with the time that it claims. */
    keep: (
      view: StepView,
      more: { hidden?: boolean; answer?: StepAnswer; timing?: Partial<StepTiming> } = {},
    ) =>
      window.studySessions.keep({
        id,
        entry: view.entry,
        step: view.step,
        answer: more.answer ?? null,
        timing: { ...NOTHING, ...more.timing },
        ...(more.hidden !== undefined && { hidden: more.hidden }),
      }),
    answer: (view: StepView, more: { answer?: StepAnswer; timedOut?: boolean } = {}) =>
      window.studySessions.answer({
        id,
        entry: view.entry,
        step: view.step,
        answer: someAnswer(view),
        timing: NOTHING,
        timedOut: false,
        ...more,
      }),
    timedOut: () =>
      book.database
        .prepare<[string], number>(
          'SELECT timed_out FROM response WHERE session_id = ? ORDER BY position, created_at',
        )
        .pluck()
        .all(id),
  };
}

const untouched = { answer: { kind: 'none' }, timedOut: true } as const;

describe('the time of a question', () => {
  it('is counted by the core: a page that is loaded anew, or claims none, gets none back', async () => {
    await using at = await begun();
    const view = step(at.page);
    await at.keep(view);
    for (let reloads = 0; reloads < 5; reloads += 1) {
      at.wait(3 * SECOND);
      await at.look();
      await at.keep(view);
    }
    expect(step(await at.look()).remainingMilliseconds).toBe(15 * SECOND);
    await at.keep(view);
    at.wait(4 * SECOND);
    await at.keep(view);
    expect(step(await at.look()).remainingMilliseconds).toBe(11 * SECOND);
  });

  it('does not run on while an answer waits for an import', async () => {
    await using at = await begun({ whileAway: 'run' });
    const view = step(at.page);
    await at.keep(view);
    at.wait(25 * SECOND);
    const open = at.core.services().casebook.gate.close('Casebook is writing an import.');
    const answered = at.answer(view);
    // What only reads is answered meanwhile, and so the answer before it has arrived.
    expect(await at.window.studySessions.mine()).toHaveLength(1);
    expect(at.timedOut()).toEqual([]);
    at.wait(14 * SECOND);
    open();
    await answered;
    expect(at.timedOut()).toEqual([0]);
  });

  it('survives the end of the core', async () => {
    await using at = await begun();
    const view = step(at.page);
    await at.keep(view);
    at.wait(10 * SECOND);
    await at.keep(view);
    const { casebook } = at.core.services();
    const page = new StudySessionsService(casebook).look({ id: at.id }, at.personId, true);
    expect(step(page).remainingMilliseconds).toBe(20 * SECOND);
  });

  it('stands still while the question is hidden, and after its window was closed', async () => {
    await using at = await begun();
    const view = step(at.page);
    await at.keep(view);
    at.wait(5 * SECOND);
    await at.keep(view, { hidden: true, timing: { focusLosses: 1 } });
    at.wait(3600 * SECOND);
    await at.keep(view, { hidden: false, timing: { awayMilliseconds: 3600 * SECOND, focusLosses: 1 } });
    at.wait(5 * SECOND);
    // It is closed without a word: that costs no more than it can have shown since the last one.
    at.wait(8 * 3600 * SECOND);
    expect(step(await at.look()).remainingMilliseconds).toBe(20 * SECOND);
    at.wait(3600 * SECOND);
    expect(step(await at.look()).remainingMilliseconds).toBe(20 * SECOND);
  });

  it('runs by the wall clock where the study says so, whatever the page says, also while it is closed', async () => {
    await using at = await begun({ whileAway: 'run' });
    const view = step(at.page);
    expect(view).toMatchObject({ whileAway: 'run', remainingMilliseconds: 30 * SECOND });
    await at.keep(view);
    at.wait(5 * SECOND);
    await at.keep(view, { hidden: true });
    at.wait(5 * SECOND);
    expect(step(await at.look()).remainingMilliseconds).toBe(20 * SECOND);
    at.wait(20 * SECOND);
    const after = step(await at.look());
    expect(after.remainingMilliseconds).toBe(0);
    await at.answer(after, untouched);
    expect(at.timedOut()).toEqual([1]);
  });

  it('is over for an answer that comes too late, whatever the page says: it is taken and marked', async () => {
    await using at = await begun();
    let view = step(at.page);
    await at.keep(view);
    at.wait(12 * SECOND);
    await at.keep(view);
    at.wait(12 * SECOND);
    await at.keep(view);
    at.wait(12 * SECOND);
    view = step(await at.answer(view));
    await at.keep(view);
    at.wait(12 * SECOND);
    await at.answer(view);
    expect(at.timedOut()).toEqual([1, 0]);
  });

  it('is over too where the page never says that it shows the question, by the wall clock', async () => {
    await using at = await begun({ whileAway: 'run' });
    at.wait(40 * SECOND);
    await at.look();
    await at.answer(step(at.page));
    expect(at.timedOut()).toEqual([1]);
  });

  it('does not begin again when somebody goes back to the question', async () => {
    const items = Array.from({ length: 3 }, (_, index) => ({
      data_path: `false_images/${String(index)}.png`,
      label: false,
      scene: 'hotel',
      target_partner: 'boyfriend',
      main_ins: `Claim ${String(index)}: My boyfriend said he is alone. Do you notice anything?`,
      url: `https://example.org/${String(index)}`,
    }));
    const book = await studyCasebook({
      items,
      settings: {
        breakEvery: null,
        order: 'fixed',
        timeLimitSeconds: 30,
        allowBack: true,
        texts: { consent: 'Do you agree?', instructions: '', breaks: '', thanks: 'Thank you.' },
      },
    });
    await using at = book;
    const participant = present((await at.participants(1))[0]);
    const { window, studySessionId: id } = participant;
    const reply = (view: StepView, activeMilliseconds: number) => ({
      id,
      entry: view.entry,
      step: view.step,
      answer: someAnswer(view),
      timing: { ...NOTHING, activeMilliseconds },
      timedOut: false,
    });
    const first = step(await window.studySessions.consent({ id }));
    const second = step(await window.studySessions.answer(reply(first, 12 * SECOND)));
    await window.studySessions.keep({ ...reply(second, 0), answer: null });
    at.wait(7 * SECOND);
    const again = step(await window.studySessions.back({ id }));
    expect(again.remainingMilliseconds).toBe(18 * SECOND);
    // Meanwhile the question that they left waits.
    at.wait(3600 * SECOND);
    const on = step(await window.studySessions.answer(reply(again, 17.5 * SECOND)));
    expect(on).toMatchObject({ entry: second.entry, remainingMilliseconds: 23 * SECOND });
    // Nothing is left of the time for the first.
    expect(on.canGoBack).toBe(false);
    expect((await safe(window.studySessions.back({ id }))).error).toBeInstanceOf(ORPCError);
  });
});

describe('a session that nobody attends', () => {
  it('pauses after two questions in a row whose time ran out untouched, and shows nothing meanwhile', async () => {
    await using at = await begun();
    const { studySessions } = at.core.services();
    const second = step(await at.answer(step(at.page), untouched));
    const image = second.images[0]?.id ?? '';
    expect(studySessions.shown(image, at.personId)).not.toBeNull();
    const page = await at.answer(second, untouched);
    expect(page.now).toEqual({
      view: 'paused',
      entry: expect.any(Number),
      text: '',
      timeLimitSeconds: null,
      preload: [],
    });
    expect(JSON.stringify(page)).not.toContain('Do you notice');
    expect(studySessions.shown(image, at.personId)).toBeNull();
    at.wait(3600 * SECOND);
    expect(await at.look()).toEqual(page);
    if (page.now.view !== 'paused') throw new Error('It is not paused.');
    // Neither an answer nor a kept draft gets past it.
    const next = { ...second, entry: page.now.entry, step: 'r_sub_ins/0' };
    const calls: Promise<unknown>[] = [at.answer(next), at.keep(next)];
    for (const call of calls) expect((await safe(call)).error).toMatchObject({ data: { code: 'conflict' } });
    // The core forgets who was there, not that nobody was.
    const again = new StudySessionsService(at.core.services().casebook);
    expect(again.look({ id: at.id }, at.personId, true)).toEqual(page);

    const third = step(await at.window.studySessions.proceed({ id: at.id, entry: page.now.entry }));
    expect(third.remainingMilliseconds).toBe(30 * SECOND);
    expect(step(await at.look())).toEqual(third);
    // From here on it takes two again.
    const fourth = step(await at.answer(third, untouched));
    expect((await at.answer(fourth, untouched)).now.view).toBe('paused');
    expect(at.timedOut()).toEqual([1, 1, 1, 1]);
  });

  it('goes on where something was entered, or an answer given in between', async () => {
    await using at = await begun();
    const second = step(await at.answer(step(at.page), untouched));
    const third = step(await at.answer(second, { answer: someAnswer(second), timedOut: true }));
    const fourth = step(await at.answer(third, untouched));
    const fifth = step(await at.answer(fourth));
    expect((await at.answer(fifth, untouched)).now.view).toBe('step');
  });

  it('loses no more than the next two questions, however long it is left', async () => {
    await using at = await begun({ whileAway: 'run' });
    let { page } = at;
    for (let answers = 0; page.now.view === 'step'; answers += 1) {
      expect(answers).toBeLessThan(3);
      await at.keep(step(page));
      at.wait(31 * SECOND);
      page = await at.answer(step(page), untouched);
    }
    expect(page.now.view).toBe('paused');
    expect(at.timedOut()).toEqual([1, 1]);
  });
});

describe('a study of before there was the choice', () => {
  it('hides the question, and its settings stay as they were', async () => {
    await using at = await begun();
    at.database.prepare("UPDATE study SET settings = json_remove(settings, '$.whileAway')").run();
    expect(step(await at.look()).whileAway).toBe('hide');
    const study = await at.ana.studies.get({ id: at.study });
    expect(study.settings.whileAway).toBeUndefined();
    await at.ana.studies.save({ id: at.study, title: 'Renamed', settings: study.settings });
  });
});
