import { ORPCError, safe } from '@orpc/client';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ItemId, PersonId } from '../../shared/base/ids.ts';
import { PlanEntry } from '../../shared/domain/study.ts';
import { assignment } from '../helpers/assignment.ts';
import { assignItems, clientAs } from '../helpers/blindCasebook.ts';
import { firsts, present } from '../helpers/present.ts';
import { argusPairs, completeStudySession, type StudyCasebook, studyCasebook } from '../helpers/study.ts';

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { data, error } = await safe(call);
  if (error === null) return { answered: data };
  return error instanceof ORPCError ? [error.data?.code, error.message] : error.message;
}

const plansOf = ({ database, study }: StudyCasebook): PlanEntry[][] =>
  database
    .prepare<[string], string>('SELECT plan FROM session WHERE study_id = ? AND number > 0 ORDER BY number')
    .pluck()
    .all(study)
    .map((plan) => z.array(PlanEntry).parse(JSON.parse(plan)));

describe('enrolment', () => {
  it('makes participants without names, numbered on, each with a plan that stays', async () => {
    await using book = await studyCasebook();
    await book.ana.people.add({ handle: 'p02', name: '', roles: ['annotator'] });
    await book.participants(2);
    await book.participants(1);
    const participants = await book.ana.studies.participants({ id: book.study });
    expect(participants.map(({ handle, number, state }) => [handle, number, state])).toEqual([
      ['P01', 1, 'waiting'],
      ['P03', 2, 'waiting'],
      ['P04', 3, 'waiting'],
    ]);
    expect(participants[0]).toMatchObject({
      answered: 0,
      steps: 18,
      startedAt: null,
      endedAt: null,
      attention: { passed: 0, failed: 0 },
      medianMilliseconds: null,
      awayShare: null,
      interruptions: 0,
      timedOut: 0,
      excluded: null,
      packagedAt: null,
    });
    const people = await book.ana.people.list();
    expect(people.find(({ handle }) => handle === 'P03')?.roles).toEqual(['participant']);
  });

  it('deals the conditions so that people and items are balanced, and is the same again from the seed', async () => {
    const settings = { itemsEach: 4, seed: 5 };
    await using book = await studyCasebook({ benchmark: 'argus', items: argusPairs(7), settings });
    await book.participants(8);
    const plans = plansOf(book);
    const met = new Map<string, string[]>();
    for (const plan of plans) {
      const items = plan.flatMap((entry) => (entry.kind === 'item' ? [entry] : []));
      expect(new Set(items.map(({ itemId }) => itemId)).size).toBe(4);
      expect(items.filter(({ condition }) => condition === 'basic')).toHaveLength(2);
      for (const { itemId, condition } of items) met.set(itemId, [...(met.get(itemId) ?? []), condition]);
    }
    expect(met.size).toBe(7);
    for (const conditions of met.values()) {
      const basic = conditions.filter((condition) => condition === 'basic').length;
      expect(Math.abs(2 * basic - conditions.length)).toBeLessThanOrEqual(1);
    }
    // The very same items in the very same study give the very same plans.
    const again = await book.ana.studies.save({
      title: 'Again',
      settings: { ...book.settings, ...settings },
    });
    await book.ana.studies.open({ id: again.id });
    await book.ana.studies.enrolNew({ id: again.id, count: 8, prefix: 'Q' });
    expect(plansOf({ ...book, study: again.id })).toEqual(plans);
  });

  it('asks every participant of Argus one of the two questions, after the description', async () => {
    await using book = await studyCasebook({ benchmark: 'argus', items: argusPairs(4) });
    const participant = present((await book.participants(1))[0]);
    const pages = await completeStudySession(participant.window, participant.studySessionId);
    const steps = pages.flatMap(({ now }) => (now.view === 'step' ? [now] : []));
    expect(steps.map(({ step }) => step)).toEqual(
      Array.from({ length: 4 }, () => ['description', 'question']).flat(),
    );
    const asked = steps.filter(({ step }) => step === 'question').map(({ prompt }) => prompt);
    expect(asked.filter((prompt) => prompt.includes('Basic'))).toHaveLength(2);
    expect(asked.filter((prompt) => prompt.includes('Deceptive'))).toHaveLength(2);
  });

  it('is refused in words for who has seen what is right', async () => {
    await using book = await studyCasebook();
    const { ana, database } = book;
    const add = async (handle: string, roles: Parameters<typeof ana.people.add>[0]['roles']) =>
      ana.people.add({ handle, name: handle.toUpperCase(), roles });
    const bo = await add('bo', ['annotator']);
    const cy = await add('cy', ['annotator']);
    const rex = await add('rex', ['reviewer']);
    const pat = await add('pat', ['participant']);
    const [item] = book.items;
    database
      .prepare(
        `INSERT INTO annotation (id, item_id, item_revision, task, person_id, version, state, payload, revision,
           created_at, updated_at) VALUES (?, ?, 1, 'curate', ?, 1, 'draft', '{}', 1, 0, 0)`,
      )
      .run(v7(), item?.id, bo.id);
    await ana.studies.open({ id: book.study });
    const candidates = await ana.studies.candidates({ id: book.study });
    const why = Object.fromEntries(candidates.map(({ person, refused }) => [person.handle, refused]));
    expect(why).toEqual({
      ana: 'As curator they can see the right answers.',
      bo: 'They have annotated 1 item of the study.',
      cy: null,
      rex: 'As reviewer they can see the right answers.',
      pat: null,
    });
    const enrol = (ids: readonly PersonId[]) => ana.studies.enrol({ id: book.study, people: [...ids] });
    expect(await refusal(enrol([cy.id, bo.id]))).toEqual([
      'forbidden',
      'BO cannot take part. They have annotated 1 item of the study.',
    ]);
    expect(await refusal(enrol([rex.id]))).toEqual([
      'forbidden',
      expect.stringMatching(/REX cannot take part/u),
    ]);
    expect(await refusal(enrol([PersonId.parse(v7())]))).toEqual(['not_found', expect.stringMatching(/./u)]);
    expect(await ana.studies.participants({ id: book.study })).toEqual([]);
    expect((await enrol([cy.id, pat.id])).map(({ handle }) => handle)).toEqual(['cy', 'pat']);
    // Who is enrolled stays so.
    expect(await enrol([pat.id])).toHaveLength(2);
    const roles = (await ana.people.list()).find(({ handle }) => handle === 'cy')?.roles;
    expect(roles).toEqual(['annotator', 'participant']);
  });

  it('is refused for who is yet to annotate its items: what is asked would give their answers away', async () => {
    await using book = await studyCasebook();
    const { ana } = book;
    const bo = await ana.people.add({ handle: 'bo', name: 'Bo', roles: ['annotator'] });
    const item = present(book.items[0]);
    await ana.studies.open({ id: book.study });
    assignItems(book.core, [item.id], [bo.id], 1);
    expect(await refusal(ana.studies.enrol({ id: book.study, people: [bo.id] }))).toEqual([
      'forbidden',
      'Bo cannot take part. They are assigned to annotate 1 item of the study.',
    ]);
  });

  it('keeps its items from being given to a participant to annotate until the study session is over', async () => {
    await using book = await studyCasebook();
    const { ana } = book;
    const bo = await ana.people.add({ handle: 'bo', name: 'Bo', roles: ['annotator'] });
    const item = present(book.items[0]);
    await ana.studies.open({ id: book.study });
    const enrolled = present((await ana.studies.enrol({ id: book.study, people: [bo.id] }))[0]);
    const give = () =>
      ana.assignments.assign(assignment({ items: { ids: [item.id] }, task: 'curate', people: [bo.id] }));
    expect(await refusal(give())).toEqual([
      'conflict',
      'Bo takes part in a study that asks about 1 of the items.',
    ]);
    await completeStudySession(await clientAs(book.core, bo.id), enrolled.studySessionId);
    expect(await give()).toMatchObject({ assigned: 1 });
  });

  it('keeps a participant from a role that sees what is right until the study session is over', async () => {
    await using book = await studyCasebook();
    const { ana } = book;
    const participant = present((await book.participants(1))[0]);
    const { personId: id, studySessionId, window } = participant;
    const promote = () => ana.people.update({ id, name: 'P01', roles: ['participant', 'reviewer'] });
    expect(await refusal(promote())).toEqual(['conflict', 'P01 has not finished a study session yet.']);
    expect(await ana.people.update({ id, name: 'Pat', roles: ['participant', 'annotator'] })).toMatchObject({
      name: 'Pat',
    });
    await completeStudySession(window, studySessionId);
    expect(await promote()).toMatchObject({ roles: ['reviewer', 'participant'] });
  });

  it('is refused for who was asked about its items, or told their answers, in another study', async () => {
    await using book = await studyCasebook();
    const [first, second] = firsts(book.items, 2);
    const { ana, settings } = book;
    await ana.studies.save({
      id: book.study,
      title: 'Baseline',
      settings: { ...settings, practice: [first.id], items: { filter: { ids: [second.id] }, sample: null } },
    });
    const participant = present((await book.participants(1))[0]);
    await completeStudySession(participant.window, participant.studySessionId);
    const later = async (ids: ItemId[]) => {
      const items = { filter: { ids }, sample: null };
      const { id } = await ana.studies.save({ title: 'Later', settings: { ...settings, items } });
      await ana.studies.open({ id });
      return ana.studies.enrol({ id, people: [participant.personId] });
    };
    expect(await refusal(later([first.id]))).toEqual([
      'forbidden',
      'P01 cannot take part. Another study told them the answers to 1 item of this one.',
    ]);
    expect(await refusal(later([second.id]))).toEqual([
      'forbidden',
      'P01 cannot take part. Another study asks them about 1 item of this one.',
    ]);
  });

  it('is taken back before a study session is begun, and its number goes out again', async () => {
    await using book = await studyCasebook();
    const [one, two] = firsts(await book.participants(3), 2);
    await two.window.studySessions.consent({ id: two.studySessionId });
    expect(await refusal(book.ana.studies.unenrol({ studySessionId: two.studySessionId }))).toEqual([
      'conflict',
      expect.stringMatching(/begun/u),
    ]);
    const left = await book.ana.studies.unenrol({ studySessionId: one.studySessionId });
    expect(left.map(({ number }) => number)).toEqual([2, 3]);
    await book.participants(1);
    const participants = await book.ana.studies.participants({ id: book.study });
    expect(participants.map(({ number, handle }) => [number, handle])).toEqual([
      [1, 'P04'],
      [2, 'P02'],
      [3, 'P03'],
    ]);
  });

  it('is not taken back where somebody was excluded: the word and its reason stay', async () => {
    await using book = await studyCasebook();
    const participant = present((await book.participants(1))[0]);
    const { studySessionId } = participant;
    await book.ana.studies.exclude({ studySessionId, reason: 'Never came' });
    expect(await refusal(book.ana.studies.unenrol({ studySessionId }))).toEqual([
      'conflict',
      'The participant was excluded.',
    ]);
    const [left] = await book.ana.studies.participants({ id: book.study });
    expect(left?.excluded?.reason).toBe('Never came');
  });
});
