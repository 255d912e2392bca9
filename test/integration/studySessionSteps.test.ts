import { describe, expect, it } from 'vitest';
import { clientAs } from '../helpers/blindCasebook.ts';
import { present } from '../helpers/present.ts';
import { cluedItems, completeStudySession, goOn, studyCasebook, timing } from '../helpers/study.ts';
import { begun, refusal, step } from '../helpers/begunSession.ts';

describe('practice', () => {
  it('tells after each item what was expected, before the items that count, and does not count', async () => {
    const items = cluedItems(4);
    await using book = await studyCasebook({ items });
    const practised = present(book.items[0]);
    await book.ana.studies.save({
      id: book.study,
      title: 'Baseline',
      settings: { ...book.settings, practice: [practised.id], breakEvery: null },
    });
    const participant = present((await book.participants(1))[0]);
    const pages = await completeStudySession(participant.window, participant.studySessionId);
    const views = pages.map(({ now }) => (now.view === 'step' ? now.purpose : now.view));
    expect(views.slice(0, 9)).toEqual([
      'consent',
      'instructions',
      'practice',
      'practice',
      'practice',
      'practice',
      'feedback',
      'start',
      'main',
    ]);
    expect(views.lastIndexOf('practice')).toBe(5);
    const feedback = pages[6]?.now;
    expect(feedback).toMatchObject({
      view: 'feedback',
      images: [{ width: 1000, height: 800 }],
      answers: [
        { prompt: items[0]?.['main_ins'], correct: null, expected: items[0]?.['detm_cue'] },
        { answer: 'Yes', correct: true, expected: 'Yes' },
        { correct: true },
        { correct: true },
      ],
    });
    expect(pages.at(-1)?.progress?.total).toBe(3);
    const practice = book.database
      .prepare("SELECT step, correct FROM response WHERE purpose = 'practice' ORDER BY position")
      .all();
    expect(practice).toMatchObject([
      { step: 'main_ins', correct: null },
      { correct: 1 },
      { correct: 1 },
      { correct: 1 },
    ]);
  });
});

describe('questions about no item', () => {
  it('are checks that show an image, which is served only then, and questions at the end', async () => {
    await using at = await begun({});
    const { ana, items, study } = at;
    const shown = present(items[0]);
    await ana.studies.close({ id: study });
    const { id } = await ana.studies.save({
      title: 'With a questionnaire',
      settings: {
        ...at.settings,
        attention: {
          checks: [{ prompt: 'Is there a cat?', options: ['Yes', 'No'], expected: 1, image: shown.id }],
          every: 3,
        },
        questionnaire: [
          { prompt: 'How old are you?', options: ['Under 30', '30 or over'] },
          { prompt: 'Was anything unclear?', options: [] },
        ],
      },
    });
    // The item that a check shows is not asked about.
    expect(await ana.studies.open({ id })).toMatchObject({ items: items.length - 1 });
    const enrolled = present((await ana.studies.enrolNew({ id, count: 1, prefix: 'Q' }))[0]);
    const window = await clientAs(at.core, enrolled.personId);
    let page = await window.studySessions.consent({ id: enrolled.studySessionId });
    const seen: string[] = [];
    while (page.now.view !== 'end') {
      const { now } = page;
      if (now.view === 'step' && now.purpose === 'attention')
        seen.push(
          `${now.prompt} ${now.images.map((image) => (image.id === shown.images[0] ? 'cat' : 'other')).join()}`,
        );
      else if (now.view === 'step')
        expect(now.images.map((image) => image.id)).not.toContain(shown.images[0]);
      page = await goOn(window, enrolled.studySessionId, page);
    }
    expect(seen).toEqual(['Is there a cat? cat', 'How old are you? ', 'Was anything unclear? ']);
    const [participant] = await ana.studies.participants({ id });
    // Some answer is the first option: the check is failed, and a question of the end is neither passed nor failed.
    expect(participant).toMatchObject({ attention: { passed: 0, failed: 1 }, state: 'finished' });
    expect(participant?.answered).toBe(participant?.steps);
  });

  it('are refused where the item of a check has no image, or a question one option', async () => {
    await using at = await begun({});
    const first = present(at.items[0]);
    at.database.prepare('UPDATE item_image SET image_id = NULL WHERE item_id = ?').run(first.id);
    const { problems } = await at.ana.studies.preview({
      ...at.settings,
      attention: {
        checks: [{ prompt: 'Cat?', options: ['Yes', 'No'], expected: 1, image: first.id }],
        every: 3,
      },
      questionnaire: [{ prompt: 'Age?', options: ['30'] }],
    });
    expect(problems.join(' ')).toMatch(/of the attention check "Cat\?" has no image/u);
    expect(problems).toContain('The question "Age?" has only one option.');
  });
});

describe('attention checks', () => {
  const checks = [{ prompt: 'Please choose the second.', options: ['One', 'Two', 'Three'], expected: 1 }];

  it('are asked between items, told right from wrong, and belong to no item', async () => {
    await using at = await begun({ settings: { attention: { checks, every: 1 } } });
    let { page } = at;
    const chosen = ['1', '0'];
    for (let asked = 0; page.now.view !== 'end';) {
      const { now } = page;
      if (now.view === 'step' && now.purpose === 'attention') {
        expect(now).toMatchObject({ prompt: checks[0]?.prompt, images: [], remainingMilliseconds: null });
        const option = chosen[asked % 2] ?? '';
        asked += 1;
        page = await at.window.studySessions.answer(at.reply(now, { answer: { kind: 'choice', option } }));
      } else page = await goOn(at.window, at.id, page);
    }
    const given = at.rows().filter(({ purpose }) => purpose === 'attention');
    expect(given).toHaveLength(6);
    expect(given.map(({ correct }) => correct)).toEqual([1, 0, 1, 0, 1, 0]);
    expect(given.map(({ item_id: item }) => item)).toEqual([null, null, null, null, null, null]);
    expect(await at.ana.studies.participants({ id: at.study })).toMatchObject([
      { attention: { passed: 3, failed: 3 }, answered: 24, steps: 24, state: 'finished' },
    ]);
  });
});

describe('going back', () => {
  it('is not offered unless the study allows it', async () => {
    await using at = await begun();
    const next = await at.window.studySessions.answer(at.reply(step(at.page)));
    expect(step(next).canGoBack).toBe(false);
    expect(await refusal(at.window.studySessions.back({ id: at.id }))).toBe('conflict');
  });

  it('never leads to a question that a later one of its item has given away', async () => {
    await using at = await begun({ settings: { allowBack: true } });
    const next = await at.window.studySessions.answer(at.reply(step(at.page)));
    expect(step(next)).toMatchObject({ step: 'p_sub_ins/0', canGoBack: false });
    expect(await refusal(at.window.studySessions.back({ id: at.id }))).toBe('conflict');
  });

  it('keeps both answers, the new one in the old one’s place, and what was begun meanwhile', async () => {
    const unclued = cluedItems(9).filter(({ label }) => label === false);
    await using at = await begun({ items: unclued, settings: { allowBack: true } });
    const first = step(at.page);
    const second = step(await at.window.studySessions.answer(at.reply(first)));
    const third = step(await at.window.studySessions.answer(at.reply(second)));
    expect([first, second, third].map(({ canGoBack }) => canGoBack)).toEqual([false, true, true]);
    await at.window.studySessions.keep({
      id: at.id,
      entry: third.entry,
      step: third.step,
      answer: { kind: 'text', text: 'Begun' },
      timing,
    });
    expect(step(await at.window.studySessions.back({ id: at.id })).entry).toBe(second.entry);
    const back = step(await at.window.studySessions.back({ id: at.id }));
    expect(back).toMatchObject({
      entry: first.entry,
      canGoBack: false,
      draft: {
        answer: { kind: 'text', text: 'An own answer to main_ins' },
        shownAt: null,
        activeMilliseconds: 0,
      },
    });
    // A crash on the way resumes there.
    expect(step(await at.window.studySessions.look({ id: at.id }))).toEqual(back);
    const anew = { answer: { kind: 'text' as const, text: 'On second thoughts' } };
    const forth = step(await at.window.studySessions.answer(at.reply(back, anew)));
    expect(forth.entry).toBe(second.entry);
    const ahead = step(await at.window.studySessions.answer(at.reply(forth)));
    expect(ahead).toMatchObject({ entry: third.entry, draft: { answer: { kind: 'text', text: 'Begun' } } });
    const [one, two, three, four] = at.rows();
    expect([three?.['replaces'], four?.['replaces']]).toEqual([one?.['id'], two?.['id']]);
    expect([one, two, three, four].map((row) => row?.['position'])).toEqual([0, 1, 0, 1]);
    expect(
      at.database.prepare('SELECT count(*) FROM current_response WHERE session_id = ?').pluck().get(at.id),
    ).toBe(2);
  });
});

describe('a try-out', () => {
  it('is the study as its first participant meets it, and leaves nothing', async () => {
    await using book = await studyCasebook();
    const { studySessionId } = await book.ana.studies.tryOut({ id: book.study });
    expect(await book.ana.studySessions.mine()).toMatchObject([
      { id: studySessionId, trial: true, state: 'waiting' },
    ]);
    const pages = await completeStudySession(book.ana, studySessionId);
    expect(pages.at(-1)?.now.view).toBe('end');
    expect(pages.filter(({ now }) => now.view === 'step')).toHaveLength(18);
    for (const table of ['session', 'session_draft', 'response', 'verdict_state'])
      expect(book.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  });

  it('ends with a new one, with a change of the draft, and when the study opens', async () => {
    await using book = await studyCasebook();
    const left = (): unknown => book.database.prepare('SELECT count(*) FROM session').pluck().get();
    const first = await book.ana.studies.tryOut({ id: book.study });
    let page = await book.ana.studySessions.look({ id: first.studySessionId });
    for (let steps = 0; steps < 4; steps += 1) page = await goOn(book.ana, first.studySessionId, page);
    const second = await book.ana.studies.tryOut({ id: book.study });
    expect(second.studySessionId).not.toBe(first.studySessionId);
    expect(left()).toBe(1);
    await book.ana.studies.save({
      id: book.study,
      title: 'Baseline',
      settings: { ...book.settings, seed: 12 },
    });
    expect(left()).toBe(0);
    await book.ana.studies.tryOut({ id: book.study });
    await book.ana.studies.open({ id: book.study });
    expect(left()).toBe(0);
    expect(await book.ana.studies.participants({ id: book.study })).toEqual([]);
  });
});
