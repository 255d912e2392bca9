import { ORPCError, safe } from '@orpc/client';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { StudySettings } from '../../shared/contract/studies.ts';
import { ItemId, StudyId } from '../../shared/base/ids.ts';
import { assignItems, clientAs } from '../helpers/blindCasebook.ts';
import { firsts, present } from '../helpers/present.ts';
import {
  cluedItems,
  completeStudySession,
  goOn,
  type StudyCasebook,
  studyCasebook,
} from '../helpers/study.ts';

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { data, error } = await safe(call);
  if (error === null) return { answered: data };
  return error instanceof ORPCError ? [error.data?.code, error.message] : error.message;
}

const drawnItems = ({ database, study }: StudyCasebook, purpose = 'main'): string[] =>
  database
    .prepare<[string, string], string>(
      'SELECT item_id FROM study_item WHERE study_id = ? AND purpose = ? ORDER BY position',
    )
    .pluck()
    .all(study, purpose);

describe('a draft', () => {
  it('starts from what the benchmark offers', async () => {
    await using book = await studyCasebook();
    const options = await book.ana.studies.options();
    expect(options).toMatchObject({
      conditions: [{ id: '' }],
      strata: [{ name: 'label' }, { name: 'scene' }, { name: 'partner' }],
      initial: { conditions: [''], allowBack: false, practice: [], items: { filter: {}, sample: null } },
    });
    const [study] = await book.ana.studies.list();
    expect(study).toMatchObject({ title: 'Baseline', state: 'draft', createdBy: 'ana', items: 6 });
    expect(study?.participants).toEqual({ total: 0, started: 0, finished: 0, excluded: 0 });
  });

  it('says what it would be, leaves out by name what cannot be asked about, and writes nothing', async () => {
    const items = cluedItems(6).map((item, index) => (index === 1 ? { ...item, main_ins: ' ' } : item));
    await using book = await studyCasebook({ items });
    const [first, , third] = firsts(book.items, 3);
    book.database.prepare('UPDATE item_image SET image_id = NULL WHERE item_id = ?').run(third.id);
    book.database.prepare('UPDATE item SET missing_images = 1 WHERE id = ?').run(third.id);
    const settings: StudySettings = {
      ...book.settings,
      practice: [first.id],
      breakEvery: 1,
      attention: { checks: [{ prompt: 'Two?', options: ['1', '2'], expected: 1 }], every: 2 },
      items: { filter: {}, sample: { stratum: 'label', how: 'each', size: 1 } },
    };
    const preview = await book.ana.studies.preview(settings);
    expect(preview).toMatchObject({
      items: 2,
      practice: 1,
      strata: [
        { value: 'clued', available: 2, chosen: 1 },
        { value: 'unclued', available: 1, chosen: 1 },
      ],
      // Practice 4, a clued item 4, an unclued one 1, a check.
      steps: { least: 10, most: 10 },
      breaks: 1,
      checks: 1,
      problems: [],
    });
    expect(new Set(preview.unusable.map(({ item }) => item))).toEqual(
      new Set([items[1]?.['data_path'], items[2]?.['data_path']]),
    );
    expect(preview.unusable.map(({ reason }) => reason).sort()).toEqual([
      'Its image is missing.',
      'The claim question is missing.',
    ]);
    expect(drawnItems(book)).toEqual([]);
  });

  it('samples by several fields at once: a stratum is what an item has of all of them', async () => {
    const items = cluedItems(8).map((item, index) => ({ ...item, scene: index < 4 ? 'street' : 'kitchen' }));
    await using book = await studyCasebook({ items });
    const preview = await book.ana.studies.preview({
      ...book.settings,
      items: { filter: {}, sample: { stratum: 'label', crossed: ['scene'], how: 'each', size: 1 } },
    });
    expect(new Set(preview.strata.map(({ value }) => value))).toEqual(
      new Set(['clued × kitchen', 'clued × street', 'unclued × kitchen', 'unclued × street']),
    );
    expect(preview.strata.map(({ chosen }) => chosen)).toEqual([1, 1, 1, 1]);
    expect(preview.strata.reduce((sum, { available }) => sum + available, 0)).toBe(8);
    const unknown = await book.ana.studies.preview({
      ...book.settings,
      items: { filter: {}, sample: { stratum: 'label', crossed: ['mood'], how: 'each', size: 1 } },
    });
    expect(unknown.problems).toContain('Items have no "mood" to sample by.');
  });

  it('says why no item is left to be asked about', async () => {
    await using book = await studyCasebook({ imagesEach: 0 });
    await expect(book.ana.studies.open({ id: book.study })).rejects.toMatchObject({
      message: 'There are no items to ask about. 6 items: It has no image.',
    });
  });

  const wrong: [string, (settings: StudySettings) => StudySettings, RegExp][] = [
    ['no items', (s) => ({ ...s, items: { filter: { ids: [] }, sample: null } }), /no item/u],
    ['an unknown version', (s) => ({ ...s, conditions: ['', 'other'] }), /no version "other"/u],
    ['one version twice', (s) => ({ ...s, conditions: ['', ''] }), /twice/u],
    ['an unknown practice item', (s) => ({ ...s, practice: [ItemId.parse(v7())] }), /practice/u],
    ['more items each than there are', (s) => ({ ...s, itemsEach: 7 }), /only 6/u],
    [
      'an unknown stratum',
      (s) => ({ ...s, items: { filter: {}, sample: { stratum: 'mood', how: 'each', size: 1 } } }),
      /no "mood"/u,
    ],
    [
      'an attention check without a right option',
      (s) => ({
        ...s,
        attention: { checks: [{ prompt: 'Which?', options: ['1', '2'], expected: 2 }], every: 1 },
      }),
      /no right option/u,
    ],
    ['a blank consent', (s) => ({ ...s, texts: { ...s.texts, consent: ' ' } }), /consent/u],
  ];
  it.each(wrong)('cannot be opened with %s, and says why', async (_name, change, reason) => {
    await using book = await studyCasebook();
    const settings = change(book.settings);
    expect((await book.ana.studies.preview(settings)).problems.join(' ')).toMatch(reason);
    await book.ana.studies.save({ id: book.study, title: 'Baseline', settings });
    expect(await refusal(book.ana.studies.open({ id: book.study }))).toEqual([
      'invalid_input',
      expect.stringMatching(reason),
    ]);
    expect((await book.ana.studies.get({ id: book.study })).state).toBe('draft');
  });

  it('goes away when it is removed; what was opened never does', async () => {
    await using book = await studyCasebook();
    const other = await book.ana.studies.save({ title: 'Second', settings: book.settings });
    await book.ana.studies.tryOut({ id: other.id });
    await book.ana.studies.remove({ id: other.id });
    expect((await book.ana.studies.list()).map(({ title }) => title)).toEqual(['Baseline']);
    await book.ana.studies.open({ id: book.study });
    expect(await refusal(book.ana.studies.remove({ id: book.study }))).toEqual([
      'conflict',
      expect.stringMatching(/open/u),
    ]);
    expect(await refusal(book.ana.studies.get({ id: StudyId.parse(v7()) }))).toEqual([
      'not_found',
      expect.stringMatching(/./u),
    ]);
  });
});

describe('an open study', () => {
  it('holds the items it was opened with, in an order of its own, whatever comes later', async () => {
    await using book = await studyCasebook({
      items: cluedItems(30),
      settings: { items: { filter: {}, sample: { stratum: 'label', how: 'total', size: 9 } } },
    });
    const practised = present(book.items[3]);
    const settings = { ...book.settings, practice: [practised.id] };
    await book.ana.studies.save({ id: book.study, title: 'Baseline', settings });
    expect((await book.ana.studies.open({ id: book.study })).items).toBe(9);
    const drawn = drawnItems(book);
    expect(new Set(drawn).size).toBe(9);
    expect(drawn).not.toContain(practised.id);
    expect(drawnItems(book, 'practice')).toEqual([practised.id]);
    // 19 clued and 10 unclued are left: six to three.
    const labels = drawn.map((id) => book.items.find((item) => item.id === id)?.payload['label']);
    expect(labels.filter((label) => label === true)).toHaveLength(6);
    const changed = { ...settings, seed: 99 };
    expect(
      await refusal(book.ana.studies.save({ id: book.study, title: 'Other', settings: changed })),
    ).toEqual(['conflict', expect.stringMatching(/open/u)]);
    const renamed = await book.ana.studies.save({ id: book.study, title: 'Other', settings });
    expect(renamed).toMatchObject({ title: 'Other', state: 'open', items: 9 });
    expect(drawnItems(book)).toEqual(drawn);
    expect(await refusal(book.ana.studies.open({ id: book.study }))).toEqual([
      'conflict',
      expect.stringMatching(/open/u),
    ]);
  });

  it('closes and opens again', async () => {
    await using book = await studyCasebook();
    await book.participants(1);
    expect(await book.ana.studies.close({ id: book.study })).toMatchObject({ state: 'closed' });
    const enrol = book.ana.studies.enrolNew({ id: book.study, count: 1, prefix: 'P' });
    expect(await refusal(enrol)).toEqual(['conflict', expect.stringMatching(/closed/u)]);
    expect(await book.ana.studies.reopen({ id: book.study })).toMatchObject({ state: 'open' });
    const { events } = await book.ana.history.list({ kinds: ['study'], limit: 10 });
    expect(events.map(({ summary }) => summary)).toEqual([
      'Opened again the study “Baseline”',
      'Closed the study “Baseline”',
      'Enrolled in the study “Baseline”: 1 participant',
      'Opened the study “Baseline”: 6 items, seed 11',
      'Set up the study “Baseline”',
    ]);
  });
});

describe('trying an open study out', () => {
  it('leaves out what anybody who does it is yet to annotate', async () => {
    await using book = await studyCasebook();
    const item = present(book.items[0]);
    const others = book.items.slice(1);
    await book.ana.studies.open({ id: book.study });
    assignItems(book.core, [item.id], [book.anaId], 1);
    const { studySessionId } = await book.ana.studies.tryOut({ id: book.study });
    const pages = await completeStudySession(book.ana, studySessionId);
    const shown = new Set(
      pages.flatMap(({ now }) => (now.view === 'step' ? now.images.map(({ id }) => id) : [])),
    );
    expect(shown).toEqual(new Set(others.flatMap(({ images }) => images)));
  });
});

describe('participants', () => {
  it('are told by what they did: how far, how long, how often away', async () => {
    await using book = await studyCasebook({ settings: { breakEvery: null } });
    const participant = present((await book.participants(2))[0]);
    const { window, studySessionId: id } = participant;
    let page = await window.studySessions.look({ id });
    for (let steps = 0; steps < 2; steps += 1) page = await goOn(window, id, page);
    const times = [
      [1000, 0],
      [4000, 500],
      [2000, 1500],
    ];
    for (const [activeMilliseconds = 0, awayMilliseconds = 0] of times) {
      const { now } = page;
      if (now.view !== 'step') throw new Error('The study session is over already.');
      const timing = { shownAt: 1, activeMilliseconds, awayMilliseconds, focusLosses: 0 };
      const at = { id, entry: now.entry, step: now.step };
      await window.studySessions.keep({ ...at, answer: null, timing });
      await window.studySessions.look({ id });
      page = await window.studySessions.answer({
        ...at,
        answer: now.answer.kind === 'text' ? { kind: 'text', text: 'x' } : { kind: 'yes_no', value: 'no' },
        timing,
        timedOut: false,
      });
    }
    const [first, second] = await book.ana.studies.participants({ id: book.study });
    expect(first).toMatchObject({
      state: 'sitting',
      answered: 3,
      medianMilliseconds: 2000,
      awayShare: 2000 / 9000,
      interruptions: 3,
      startedAt: expect.any(Number),
      endedAt: null,
    });
    expect(second).toMatchObject({ state: 'waiting', answered: 0 });
    const { participants } = await book.ana.studies.get({ id: book.study });
    expect(participants).toEqual({ total: 2, started: 1, finished: 0, excluded: 0 });
  });

  it('are excluded and included again with reasons, each word kept', async () => {
    await using book = await studyCasebook();
    const participant = present((await book.participants(1))[0]);
    const { studySessionId } = participant;
    await completeStudySession(participant.window, studySessionId);
    expect(await refusal(book.ana.studies.include({ studySessionId, reason: '' }))).toEqual([
      'conflict',
      expect.stringMatching(/./u),
    ]);
    const states = (): unknown => book.database.prepare('SELECT count(*) FROM verdict_state').pluck().get();
    const counted = states();
    expect(counted).toBeGreaterThan(0);
    const [excluded] = await book.ana.studies.exclude({ studySessionId, reason: 'Talked to P02' });
    expect(excluded?.excluded).toMatchObject({ reason: 'Talked to P02', by: 'ana' });
    expect(states()).toBe(0);
    expect((await book.ana.studies.get({ id: book.study })).participants.excluded).toBe(1);
    const [included] = await book.ana.studies.include({ studySessionId, reason: 'A mistake' });
    expect(included?.excluded).toBeNull();
    expect(states()).toBe(counted);
    expect(
      book.database.prepare('SELECT kind, reason FROM exclusion ORDER BY created_at, id').raw().all(),
    ).toEqual([
      ['exclusion', 'Talked to P02'],
      ['inclusion', 'A mistake'],
    ]);
  });

  it('count again by the later word, though the clock was set back meanwhile', async () => {
    await using book = await studyCasebook();
    const participant = present((await book.participants(1))[0]);
    const { studySessionId } = participant;
    await completeStudySession(participant.window, studySessionId);
    await book.ana.studies.exclude({ studySessionId, reason: 'Talked to P02' });
    book.wait(-60 * 60 * 1000);
    const [included] = await book.ana.studies.include({ studySessionId, reason: 'A mistake' });
    expect(included?.excluded).toBeNull();
    const [respondent] = await book.ana.responses.respondents();
    expect(respondent?.responses).toBeGreaterThan(0);
    const [again] = await book.ana.studies.exclude({ studySessionId, reason: 'They did' });
    expect(again?.excluded?.reason).toBe('They did');
  });

  it('have a link where the host offers any, and only while they can go on', async () => {
    await using book = await studyCasebook();
    const participant = present((await book.participants(1))[0]);
    const { studySessionId } = participant;
    expect(await book.ana.studies.link({ studySessionId })).toEqual({ url: null });
    book.core.state.participantLinks = (id) => `http://127.0.0.1/${id}`;
    expect(await book.ana.studies.link({ studySessionId })).toEqual({
      url: `http://127.0.0.1/${studySessionId}`,
    });
    await book.ana.studies.close({ id: book.study });
    expect(await refusal(book.ana.studies.link({ studySessionId }))).toEqual([
      'conflict',
      expect.stringMatching(/not open/u),
    ]);
  });
});

it('setting up and looking after studies is for curators', async () => {
  await using book = await studyCasebook();
  const [{ id }, [participant]] = [
    await book.ana.people.add({ handle: 'ed', name: '', roles: ['adjudicator', 'judge'] }),
    await book.participants(1),
  ];
  const ed = await clientAs(book.core, id);
  const { study, settings } = book;
  const studySessionId = present(participant?.studySessionId);
  const calls = [
    ed.studies.options(),
    ed.studies.list(),
    ed.studies.get({ id: study }),
    ed.studies.preview(settings),
    ed.studies.save({ title: 'Mine', settings }),
    ed.studies.open({ id: study }),
    ed.studies.close({ id: study }),
    ed.studies.reopen({ id: study }),
    ed.studies.remove({ id: study }),
    ed.studies.participants({ id: study }),
    ed.studies.candidates({ id: study }),
    ed.studies.enrol({ id: study, people: [id] }),
    ed.studies.enrolNew({ id: study, count: 1, prefix: 'X' }),
    ed.studies.unenrol({ studySessionId }),
    ed.studies.exclude({ studySessionId, reason: 'x' }),
    ed.studies.include({ studySessionId, reason: 'x' }),
    ed.studies.link({ studySessionId }),
    ed.studies.tryOut({ id: study }),
  ];
  for (const call of calls)
    expect(await refusal(call)).toEqual(['forbidden', expect.stringMatching(/for curators/u)]);
});
