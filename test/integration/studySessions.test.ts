import { safe } from '@orpc/client';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { StudySessionId } from '../../shared/base/ids.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { firsts, present } from '../helpers/present.ts';
import { completeStudySession, goOn, studyCasebook, timing } from '../helpers/study.ts';
import { begun, refusal, step } from '../helpers/begunSession.ts';

describe('a study session', () => {
  it('goes from consent over every step of every item to the end', async () => {
    await using book = await studyCasebook({ settings: { breakEvery: 2 } });
    const participant = present((await book.participants(1))[0]);
    const { window, studySessionId } = participant;
    expect(await window.studySessions.mine()).toEqual([
      { id: studySessionId, title: 'Baseline', state: 'waiting', trial: false },
    ]);
    const pages = await completeStudySession(window, studySessionId);
    const views = pages.map(({ now }) => now.view);
    expect(views.slice(0, 2)).toEqual(['consent', 'instructions']);
    expect(views.at(-1)).toBe('end');
    expect(views.filter((view) => view === 'break')).toHaveLength(2);
    // Four clued items of four steps, two unclued ones of one.
    expect(views.filter((view) => view === 'step')).toHaveLength(18);
    expect(pages.at(-1)?.progress).toEqual({ done: 6, total: 6 });
    expect(await window.studySessions.mine()).toMatchObject([{ state: 'finished' }]);
    // Within each item the claim comes first, and what was answered stands there, locked.
    const perEntry = Map.groupBy(
      pages.flatMap(({ now }) => (now.view === 'step' ? [now] : [])),
      ({ entry }) => entry,
    );
    for (const steps of perEntry.values()) {
      expect(steps.map(({ step: name }) => name)).toEqual(
        ['main_ins', 'p_sub_ins/0', 'r_sub_ins/0', 'r_sub_ins/1'].slice(0, steps.length),
      );
      expect(steps.map(({ earlier }) => earlier.length)).toEqual(steps.map((_, place) => place));
    }
  });

  it('keeps every answer as it was put and given, with its times and its place', async () => {
    await using at = await begun();
    const first = step(at.page);
    at.wait(5000);
    const second = step(await at.window.studySessions.answer(at.reply(first)));
    await at.window.studySessions.answer(at.reply(second));
    expect(at.rows()).toMatchObject([
      {
        person_id: at.personId,
        purpose: 'main',
        item_id: expect.any(String),
        item_revision: 1,
        condition: '',
        step: 'main_ins',
        entry: 0,
        position: 0,
        question: first.prompt,
        answer: JSON.stringify({ kind: 'text', text: 'An own answer to main_ins' }),
        correct: null,
        shown_at: 1000,
        active_ms: 2000,
        away_ms: 500,
        focus_losses: 1,
        timed_out: 0,
        resumed: 0,
        replaces: null,
      },
      { step: second.step, position: 1, question: second.prompt },
    ]);
  });

  it('shows the very step again after a crash, with what was begun, and counts that', async () => {
    await using at = await begun();
    const first = step(at.page);
    const begin = (text: string, activeMilliseconds: number) =>
      at.window.studySessions.keep({
        id: at.id,
        entry: first.entry,
        step: first.step,
        answer: { kind: 'text', text },
        timing: { ...timing, activeMilliseconds },
      });
    await begin('A mug', 1500);
    await begin('A m', 700);
    const again = await (await clientAs(at.core, at.personId)).studySessions.look({ id: at.id });
    // Asking twice is opening once.
    expect(await at.window.studySessions.look({ id: at.id })).toEqual(again);
    expect(again).toEqual({
      ...at.page,
      now: {
        ...first,
        usedMilliseconds: 1500,
        draft: {
          answer: { kind: 'text', text: 'A mug' },
          shownAt: 1000,
          activeMilliseconds: 1500,
          awayMilliseconds: 500,
          focusLosses: 1,
        },
      },
    });
    const next = await at.window.studySessions.answer(
      at.reply(first, { timing: { ...timing, shownAt: 9000, activeMilliseconds: 1600 } }),
    );
    expect(step(next)).toMatchObject({ draft: null, step: 'p_sub_ins/0' });
    expect(at.rows()).toMatchObject([{ resumed: 1, shown_at: 1000, active_ms: 1600 }]);
  });

  it('resumes from any point exactly where it was', async () => {
    await using book = await studyCasebook({
      settings: {
        breakEvery: 2,
        attention: { checks: [{ prompt: 'Two?', options: ['1', '2'], expected: 1 }], every: 2 },
      },
    });
    const participant = present((await book.participants(1))[0]);
    const { studySessionId: id, personId } = participant;
    let page = await participant.window.studySessions.look({ id });
    for (let steps = 0; page.now.view !== 'end'; steps += 1) {
      const window = await clientAs(book.core, personId);
      expect(await window.studySessions.look({ id })).toEqual(page);
      page = await goOn(window, id, page);
      expect(steps).toBeLessThan(60);
    }
  });

  it('takes an answer once: the same again gives the page, another one is refused', async () => {
    await using at = await begun();
    const reply = at.reply(step(at.page));
    const next = await at.window.studySessions.answer(reply);
    expect(await at.window.studySessions.answer(reply)).toEqual(next);
    expect(at.rows()).toHaveLength(1);
    const other = { ...reply, answer: { kind: 'text' as const, text: 'Another thought' } };
    expect(await refusal(at.window.studySessions.answer(other))).toBe('conflict');
    expect(await refusal(at.window.studySessions.answer({ ...reply, entry: 3 }))).toBe('conflict');
    expect(await refusal(at.window.studySessions.answer({ ...reply, step: 'r_sub_ins/0' }))).toBe('conflict');
    expect(at.rows()).toHaveLength(1);
    // A call that the answer overtook neither fails nor leads back.
    await at.window.studySessions.keep({ ...reply, answer: null });
    expect(await at.window.studySessions.look({ id: at.id })).toEqual(next);
  });

  it('refuses what is no answer to the step, and nothing is kept of it', async () => {
    await using at = await begun();
    const view = step(at.page);
    const answers = [
      { kind: 'text', text: '  ' },
      { kind: 'yes_no', value: 'yes' },
      { kind: 'none' },
      { kind: 'unknown' },
    ] as const;
    for (const answer of answers)
      expect(await refusal(at.window.studySessions.answer(at.reply(view, { answer })))).toBe('invalid_input');
    // Without a limit no time can run out.
    const none = at.reply(view, { answer: { kind: 'none' }, timedOut: true });
    expect(await refusal(at.window.studySessions.answer(none))).toBe('invalid_input');
    expect(at.rows()).toEqual([]);
    expect(await at.window.studySessions.look({ id: at.id })).toEqual(at.page);
  });

  it('writes that there is nothing to report in the benchmark’s own words', async () => {
    await using at = await begun();
    const said = at.reply(step(at.page), { answer: { kind: 'no_evidence', text: 'made up' } });
    const next = await at.window.studySessions.answer(said);
    expect(step(next).earlier).toEqual([
      { prompt: step(at.page).prompt, answer: 'There is no clear evidence.' },
    ]);
    expect(await at.window.studySessions.answer(said)).toEqual(next);
    expect(at.rows()).toMatchObject([
      { answer: JSON.stringify({ kind: 'no_evidence', text: 'There is no clear evidence.' }) },
    ]);
  });

  it('tells what is left of the time, takes what is there when it has run out, and late answers as such', async () => {
    await using at = await begun({ settings: { timeLimitSeconds: 30 } });
    const view = step(at.page);
    expect(view.remainingMilliseconds).toBe(30_000);
    const kept = { id: at.id, entry: view.entry, step: view.step, answer: null };
    await at.window.studySessions.keep({ ...kept, timing: { ...timing, activeMilliseconds: 12_000 } });
    expect(step(await at.window.studySessions.look({ id: at.id })).remainingMilliseconds).toBe(18_000);
    const next = step(
      await at.window.studySessions.answer(
        at.reply(view, {
          answer: { kind: 'none' },
          timedOut: true,
          timing: { ...timing, activeMilliseconds: 30_000 },
        }),
      ),
    );
    expect(next.remainingMilliseconds).toBe(30_000);
    await at.window.studySessions.answer(
      at.reply(next, { timing: { ...timing, activeMilliseconds: 40_000 } }),
    );
    expect(at.rows()).toMatchObject([
      { answer: '{"kind":"none"}', timed_out: 1, active_ms: 30_000 },
      { timed_out: 1, active_ms: 40_000 },
    ]);
  });

  it('goes on only from the page that is shown', async () => {
    await using at = await begun({ settings: { breakEvery: 1 } });
    let { page } = at;
    while (page.now.view !== 'break') page = await goOn(at.window, at.id, page);
    const { entry } = page.now;
    expect(await refusal(at.window.studySessions.proceed({ id: at.id, entry: entry + 2 }))).toBe('conflict');
    page = await at.window.studySessions.proceed({ id: at.id, entry });
    expect(page.now.view).toBe('step');
    expect(await refusal(at.window.studySessions.proceed({ id: at.id, entry }))).toBe('conflict');
  });

  it('ends at the participant’s wish: what was answered stays, nothing more is asked', async () => {
    await using at = await begun();
    const next = await at.window.studySessions.answer(at.reply(step(at.page)));
    const page = await at.window.studySessions.withdraw({ id: at.id });
    expect(page).toMatchObject({ now: { view: 'withdrawn' }, studySession: { state: 'withdrawn' } });
    expect(await refusal(at.window.studySessions.answer(at.reply(step(next))))).toBe('conflict');
    expect(at.rows()).toHaveLength(1);
    expect(await at.ana.studies.participants({ id: at.study })).toMatchObject([
      { state: 'withdrawn', answered: 1 },
    ]);
  });

  it('stands still while the study is closed', async () => {
    await using at = await begun();
    await at.ana.studies.close({ id: at.study });
    expect(await at.window.studySessions.look({ id: at.id })).toMatchObject({
      studySession: { state: 'closed' },
      now: { view: 'end', why: 'closed', text: '', outcome: null },
    });
    expect(await refusal(at.window.studySessions.answer(at.reply(step(at.page))))).toBe('conflict');
    await at.ana.studies.reopen({ id: at.study });
    expect(await at.window.studySessions.look({ id: at.id })).toEqual(at.page);
  });

  it('is its participant’s alone', async () => {
    await using book = await studyCasebook();
    const [one, two] = firsts(await book.participants(2), 2);
    const id = one.studySessionId;
    for (const call of [
      two.window.studySessions.look({ id }),
      two.window.studySessions.consent({ id }),
      two.window.studySessions.withdraw({ id }),
      two.window.studySessions.back({ id }),
      two.window.studySessions.proceed({ id, entry: 0 }),
    ])
      expect(await refusal(call)).toBe('forbidden');
    expect(await refusal(two.window.studySessions.look({ id: StudySessionId.parse(v7()) }))).toBe(
      'not_found',
    );
    expect((await two.window.studySessions.mine()).map((each) => each.id)).toEqual([two.studySessionId]);
  });

  it('takes no time that no clock shows: an answer never changes, and no other casebook would take it', async () => {
    await using at = await begun();
    const first = step(at.page);
    const never = { ...timing, shownAt: 9_000_000_000_000_000 };
    for (const shownAt of [never.shownAt, -1])
      expect(
        await refusal(at.window.studySessions.answer(at.reply(first, { timing: { ...timing, shownAt } }))),
      ).toBe('Input validation failed');
    const { entry, step: id } = first;
    const kept = at.window.studySessions.keep({ id: at.id, entry, step: id, answer: null, timing: never });
    expect(await refusal(kept)).toBe('Input validation failed');
    expect(at.rows()).toEqual([]);
  });

  it('that came to its end stays there, though an item is changed and more would be asked about it', async () => {
    await using book = await studyCasebook();
    const participant = present((await book.participants(1))[0]);
    const { window, studySessionId } = participant;
    const last = (await completeStudySession(window, studySessionId)).at(-1);
    const [clued, , unclued] = firsts(book.items, 3);
    const { casebook } = book.core.services();
    book.database.transaction(() => casebook.derived.items.setPayload(unclued.id, clued.payload))();
    expect((await window.studySessions.look({ id: studySessionId })).now).toEqual(last?.now);
    expect(await window.studySessions.mine()).toMatchObject([{ state: 'finished' }]);
  });
});

describe('a participant who asks for their answers to be deleted', () => {
  it('has none left, and can go on no more; nothing else deletes an answer', async () => {
    await using at = await begun({});
    const { ana, study } = at;
    const [first, second] = firsts(await at.participants(2), 2);
    await completeStudySession(first.window, first.studySessionId);
    await completeStudySession(second.window, second.studySessionId);
    const answersOf = (person: string): unknown =>
      at.database.prepare('SELECT count(*) FROM response WHERE person_id = ?').pluck().get(person);
    const ours = answersOf(second.personId);
    expect(answersOf(first.personId)).toBe(ours);

    // An answer goes away by this alone.
    const deleteAll = at.database.prepare('DELETE FROM response WHERE person_id = ?');
    expect(() => deleteAll.run(first.personId)).toThrow('an answer never goes away');
    const left = (await ana.studies.erase({ studySessionId: first.studySessionId })).find(
      ({ personId }) => personId === first.personId,
    );
    expect(left).toMatchObject({ state: 'withdrawn', answered: 0 });
    expect(left?.erasedAt).not.toBeNull();
    expect(answersOf(first.personId)).toBe(0);
    expect(answersOf(second.personId)).toBe(ours);
    expect(() => deleteAll.run(second.personId)).toThrow('an answer never goes away');
    expect((await first.window.studySessions.look({ id: first.studySessionId })).now.view).toBe('withdrawn');
    expect((await ana.studies.participants({ id: study })).map(({ state }) => state)).toContain('finished');
  });

  it('is not one who has not begun: their enrolment is cancelled', async () => {
    await using at = await begun({});
    const waiting = present((await at.participants(1))[0]);
    const [error] = await safe(at.ana.studies.erase({ studySessionId: waiting.studySessionId }));
    expect(error?.message).toContain('They have not begun');
  });
});
