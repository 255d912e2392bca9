import { describe, expect, it } from 'vitest';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { cluedItems, completeStudySession, goOn, LATER, studyCasebook } from '../helpers/study.ts';

/** What a new study does, and what one does from before there was a choice. */
const NEW = { followUps: 'second_pass' } as const;
const ONE_PASS = { followUps: undefined } as const;

async function begun(settings: Parameters<typeof studyCasebook>[0]) {
  const book = await studyCasebook(settings);
  const participant = present((await book.participants(1))[0]);
  return { ...book, ...participant, id: participant.studySessionId };
}

const steps = (pages: readonly StudySessionPage[]) =>
  pages.flatMap(({ now }) => (now.view === 'step' ? [now] : []));

/** The first pages, each with the count that it shows. */
function shownUntil(pages: readonly StudySessionPage[], last: number): string[] {
  return pages
    .slice(0, last)
    .map(({ now, progress }) => `${now.view === 'step' ? now.step : now.view} of ${String(progress?.total)}`);
}

describe('a study that asks decomposed questions in a second pass', () => {
  it('is what a new one of a benchmark with such questions is, with instructions that say so', async () => {
    await using book = await studyCasebook();
    const options = await book.ana.studies.options();
    expect(options?.initial.followUps).toBe('second_pass');
    expect(options?.followUps?.title).toBe('Decomposed questions');
    expect(options?.initial.texts.instructions).toBe(options?.followUps?.instructions.second_pass);
    expect(options?.initial.texts.instructions).toContain('some of them come again');
    await using argus = await studyCasebook({ benchmark: 'argus', items: [] });
    expect((await argus.ana.studies.options())?.followUps).toBeNull();
    expect((await argus.ana.studies.options())?.initial.followUps).toBeUndefined();
  });

  it('shows every photo with its claim first, and nothing that tells which are clued', async () => {
    await using at = await begun({ settings: { ...NEW, breakEvery: 2 } });
    const pages = await completeStudySession(at.window, at.id);
    const second = pages.findIndex(({ now }) => now.view === 'second_pass');
    const [first, again] = [steps(pages.slice(0, second)), steps(pages.slice(second))];
    expect(first.map(({ step }) => step)).toEqual(Array.from({ length: 6 }, () => 'main_ins'));
    expect(JSON.stringify(pages.slice(0, second))).not.toContain(LATER);
    // Four clued photos come again, each with its three questions, its image and the answer to its claim.
    expect(again.map(({ step }) => step)).toEqual(
      Array.from({ length: 4 }, () => ['p_sub_ins/0', 'r_sub_ins/0', 'r_sub_ins/1']).flat(),
    );
    expect(again.map(({ earlier }) => earlier.length)).toEqual(
      Array.from({ length: 4 }, () => [1, 2, 3]).flat(),
    );
    expect(again[0]?.earlier[0]?.answer).toBe('An own answer to main_ins');
    for (const { images } of again) expect(images).toHaveLength(1);
    expect(pages.map(({ now }) => now.view).filter((view) => view === 'break')).toHaveLength(3);
    // The images of what comes next are loaded while the page between is read.
    expect(pages[second]?.now).toMatchObject({
      preload: [again[0], again[3]].flatMap((shown) => shown?.images.map(({ id }) => id) ?? []),
    });
    // Nor does the number of photos that come again.
    expect(new Set(pages.slice(0, second).map(({ progress }) => progress?.total))).toEqual(new Set([6]));
    expect(pages[second]?.progress).toEqual({ done: 0, total: 4 });
    expect(pages.at(-1)?.progress).toEqual({ done: 4, total: 4 });
    expect(await at.ana.studies.participants({ id: at.study })).toMatchObject([
      { answered: 18, steps: 18, state: 'finished' },
    ]);
  });

  it('goes on where it was after a crash, in either pass', async () => {
    await using at = await begun({ settings: { ...NEW, breakEvery: null } });
    const walked: unknown[] = [];
    let page = await at.window.studySessions.look({ id: at.id });
    while (page.now.view !== 'end') {
      // Only what is on disk is known to it.
      walked.push((await at.window.studySessions.look({ id: at.id })).now);
      expect(walked.at(-1)).toEqual(page.now);
      page = await goOn(at.window, at.id, page);
    }
    expect(walked).toHaveLength(2 + 6 + 1 + 12);
  });

  it('counts each answer for its item, under the right figure', async () => {
    await using one = await begun({ settings: ONE_PASS });
    await using two = await begun({ settings: NEW });
    const given = async (at: typeof one): Promise<unknown> => {
      await completeStudySession(at.window, at.id);
      return at.database
        .prepare(
          `SELECT i.external_id AS item, r.step, r.purpose, r.answer, r.question FROM current_response r
           JOIN item i ON i.id = r.item_id ORDER BY i.external_id, r.step`,
        )
        .all();
    };
    expect(await given(two)).toEqual(await given(one));
  });

  it('lets go back among claims, which tells nothing any more, and never from the second pass to a claim', async () => {
    await using at = await begun({ settings: { ...NEW, allowBack: true, breakEvery: null } });
    const pages = await completeStudySession(at.window, at.id);
    expect(steps(pages).map(({ canGoBack }) => canGoBack)).toEqual([
      false,
      ...Array.from({ length: 5 }, () => true),
      // Within the second pass from the first question about a photo to the last about the one before.
      false,
      false,
      false,
      ...Array.from({ length: 3 }, () => [true, false, false]).flat(),
    ]);
  });

  it('previews as many steps, breaks and checks as there are', async () => {
    const checks = [{ prompt: 'Choose green.', options: ['Red', 'Green'], expected: 1 }];
    const settings = { ...NEW, breakEvery: 3, attention: { checks, every: 2 } };
    await using at = await begun({ settings });
    const preview = await at.ana.studies.preview(at.settings);
    const pages = await completeStudySession(at.window, at.id);
    const count = (what: string): number => pages.filter(({ now }) => now.view === what).length;
    expect(preview.steps).toEqual({ least: count('step'), most: count('step') });
    expect(preview.breaks).toBe(count('break'));
    expect(preview.checks).toBe(steps(pages).filter(({ purpose }) => purpose === 'attention').length);
  });

  it('has practice in one go, with feedback', async () => {
    const book = await studyCasebook({ items: cluedItems(4) });
    await using at = book;
    const first = present(at.items[0]);
    await at.ana.studies.save({
      id: at.study,
      title: 'Baseline',
      settings: { ...at.settings, ...NEW, practice: [first.id] },
    });
    const participant = present((await at.participants(1))[0]);
    const pages = await completeStudySession(participant.window, participant.studySessionId);
    expect(shownUntil(pages, 8)).toEqual([
      'consent of 3',
      'instructions of 3',
      'main_ins of 3',
      'p_sub_ins/0 of 3',
      'r_sub_ins/0 of 3',
      'r_sub_ins/1 of 3',
      'feedback of 3',
      'start of 3',
    ]);
  });
});

describe('a study from before there was a second pass', () => {
  it('goes on as it did: its settings say nothing, and its plans neither', async () => {
    await using at = await begun({ settings: ONE_PASS });
    const stored = at.database.prepare<[], string>('SELECT settings FROM study').pluck().get() ?? '';
    expect(stored).not.toContain('followUps');
    const pages = await completeStudySession(at.window, at.id);
    expect(pages.some(({ now }) => now.view === 'second_pass')).toBe(false);
    expect(new Set(steps(pages).map(({ step }) => step))).toContain('p_sub_ins/0');
    const plan = at.database.prepare<[], string>('SELECT plan FROM session').pluck().get() ?? '';
    expect(plan).not.toContain('"part"');
  });

  it('is opened again by another program with what it was', async () => {
    await using at = await begun({ settings: NEW });
    for (let page = await at.window.studySessions.look({ id: at.id }); page.now.view !== 'second_pass';)
      page = await goOn(at.window, at.id, page);
    const before = await at.window.studySessions.look({ id: at.id });
    await at.core.keeper.close();
    const core = createCore(testPorts(at.folder.path));
    await core.keeper.open(at.folder.join('a.casebook'));
    const window = await clientAs(core, at.personId);
    expect((await window.studySessions.look({ id: at.id })).now).toEqual(before.now);
    expect((await completeStudySession(window, at.id)).at(-1)?.now.view).toBe('end');
    await core.close();
  });
});
