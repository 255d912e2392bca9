import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../shared/benchmarks/baseline.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { BaselineStep, StepAnswer } from '../../shared/domain/baseline.ts';
import { ImageId, type StudySessionId } from '../../shared/base/ids.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { compose } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { StudySessionsService } from '../../electron/core/features/studySessions/service.ts';
import { ParticipantsService } from '../../electron/core/features/studies/participants.ts';
import { StudiesService } from '../../electron/core/features/studies/service.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { numberedIds } from '../helpers/numberedIds.ts';
import { present } from '../helpers/present.ts';
import { someAnswer, timing } from '../helpers/study.ts';

const options = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, text: `Option ${id}` }));
const step = (id: string, answer: BaselineStep['answer']): BaselineStep => ({
  id,
  title: id,
  prompt: `What of ${id}?`,
  answer,
});

/** One step of every kind about the same images, then one where the order of the images is the question. */
const STEPS: Readonly<Record<string, readonly BaselineStep[]>> = {
  pointing: [
    step('text', { kind: 'text', noEvidence: null }),
    step('yes_no', { kind: 'yes_no' }),
    step('choice', { kind: 'choice', options, permute: true }),
    step('choices', { kind: 'choices', options, permute: true }),
    step('standing', { kind: 'choice', options, permute: false }),
    step('cell', { kind: 'cell', rows: 3, columns: 4 }),
    step('boxes', { kind: 'boxes', labels: options.slice(0, 2), most: 2 }),
  ],
  matching: [
    step('matching', {
      kind: 'matching',
      texts: options.slice(0, 3),
      images: ['1', '2', '3', '4'].map((id) => ({ id, text: `Image-${id}` })),
      permute: true,
    }),
  ],
};

const baseline: Baseline = {
  conditions: [{ id: '', title: 'One version' }],
  texts: { consent: 'Do you agree?', instructions: '', thanks: 'Thank you.' },
  usable: () => ({ ok: true }),
  forParticipant: (payload) => payload,
  steps: ({ asks }) => (typeof asks === 'string' ? (STEPS[asks] ?? []) : []),
  feedback: (_payload, _condition, answers) =>
    Object.entries(answers).map(([id, answer]) => ({
      step: id,
      correct: answer.kind === 'choice' ? answer.option === 'b' : null,
      expected: answer.kind === 'choice' ? 'Option b' : 'It depends.',
    })),
};

/** Two items with four images each, and participants who answer them. */
async function studySessions(count: number, practice = false) {
  // Orders are drawn from the ids of the items: numbered ones draw the same in every run.
  const services = await freshCasebook('generic', { newId: numberedIds() });
  const casebook = compose({
    ...services.casebook,
    benchmark: { ...services.casebook.benchmark, baseline },
  });
  const { database } = casebook;
  const writer = casebook.derived.items;
  const image = database.prepare<[string, string]>(
    `INSERT INTO image (id, sha256, format, extension, bytes, width, height, created_at) VALUES (?, ?, 'png', 'png', 1, 100, 80, 0)`,
  );
  const items = database.transaction(() =>
    ['pointing', 'matching'].map((asks, index) => {
      const images = [0, 1, 2, 3].map((place) => {
        const id = ImageId.parse(v7());
        image.run(id, String(index * 4 + place).padStart(64, '0'));
        return { role: 'image', name: `${asks} ${String(place)}`, imageId: id };
      });
      const { id } = writer.insert({ externalId: asks, payload: { asks }, images, imported: true });
      return { id, asks, images: images.map(({ imageId }) => imageId) };
    }),
  )();
  const curator = services.people.add({ handle: 'cara', name: '', roles: ['curator'] }, null);
  const studies = new StudiesService(casebook);
  const options = studies.options();
  if (options === null) throw new Error('There is no baseline.');
  const practised = practice ? items.filter(({ asks }) => asks === 'pointing').map(({ id }) => id) : [];
  const settings = { ...options.initial, seed: 1, order: 'fixed' as const, practice: practised };
  const { id: study } = studies.save({ title: 'Kinds', settings }, curator.id, everything);
  studies.open(study, curator.id, everything);
  const participants = new ParticipantsService(casebook).enrolNew(study, count, 'P', curator.id);
  const own = new StudySessionsService(casebook);
  /** All pages of a participant, each step answered as `reply` says. */
  const workAs = (
    { studySessionId: id, personId }: (typeof participants)[number],
    reply: (view: Extract<StudySessionView, { view: 'step' }>) => StepAnswer = someAnswer,
  ): StudySessionPage[] => {
    const pages = [own.look({ id }, personId, true), own.consent({ id }, personId)];
    for (;;) {
      const now = pages.at(-1)?.now;
      if (now === undefined || now.view === 'end') return pages;
      if (now.view === 'step') {
        const { entry, step: name } = now;
        // What a page loaded anew gets is the same, to the order of every option.
        expect(own.look({ id }, personId, true).now).toEqual(now);
        pages.push(
          own.answer(
            { id, entry, step: name, answer: reply(now), timing, timedOut: false },
            personId,
            Date.now(),
          ),
        );
      } else if ('entry' in now) pages.push(own.proceed({ id, entry: now.entry }, personId));
      else throw new Error(`What is shown is ${now.view}.`);
    }
  };
  return {
    participants,
    items,
    own,
    workAs,
    answers: (id: StudySessionId): Record<string, unknown> =>
      Object.fromEntries(
        database
          .prepare<[string], [string, string]>(
            'SELECT step, answer FROM current_response WHERE session_id = ? ORDER BY position',
          )
          .raw()
          .all(id)
          .map(([name, answer]) => [name, JSON.parse(answer)]),
      ),
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  };
}

const stepsOf = (pages: readonly StudySessionPage[]) =>
  pages.flatMap(({ now }) => (now.view === 'step' ? [now] : []));
/** The order in which options, or texts, are offered. */
function orderOf({ answer }: Extract<StudySessionView, { view: 'step' }>): string {
  const offered =
    answer.kind === 'choice' || answer.kind === 'choices'
      ? answer.options
      : answer.kind === 'matching'
        ? answer.texts
        : [];
  return offered.map(({ id }) => id).join('');
}

describe('every kind of answer', () => {
  it('is asked, taken and kept as it was given', async () => {
    await using book = await studySessions(1);
    const one = present(book.participants[0]);
    const steps = stepsOf(book.workAs(one));
    expect(new Set(steps.map(({ answer }) => answer.kind))).toEqual(
      new Set(['text', 'yes_no', 'choice', 'choices', 'cell', 'boxes', 'matching']),
    );
    const answers = book.answers(one.studySessionId);
    for (const view of steps) expect(answers[view.step]).toEqual(someAnswer(view));
    expect(steps.find(({ step: name }) => name === 'boxes')?.earlier.at(-1)).toEqual({
      prompt: 'What of cell?',
      answer: 'Row 3, column 4',
    });
  });

  it('has its options, texts and images in each participant’s own order, where that means nothing else', async () => {
    await using book = await studySessions(24);
    const shown = book.participants.map((one) => stepsOf(book.workAs(one)));
    const orders = (name: string): Set<string> =>
      new Set(
        shown.map((steps) =>
          steps
            .filter((view) => view.step === name)
            .map(orderOf)
            .join(),
        ),
      );
    for (const name of ['choice', 'choices', 'matching']) expect(orders(name).size).toBeGreaterThan(3);
    expect(orders('standing')).toEqual(new Set(['abcdef']));
    const images = (name: string): Set<string> =>
      new Set(
        shown.map((steps) =>
          steps.flatMap((view) => (view.step === name ? view.images.map(({ id }) => id) : [])).join(),
        ),
      );
    const of = (asks: string): string => book.items.find((item) => item.asks === asks)?.images.join() ?? '';
    expect(images('boxes')).toEqual(new Set([of('pointing')]));
    expect(images('matching').size).toBeGreaterThan(3);
    for (const order of images('matching'))
      expect(new Set(order.split(','))).toEqual(new Set(of('matching').split(',')));
    // Whatever the order, an image keeps the name that it has in the item.
    const own = of('matching').split(',');
    for (const view of shown.flat()) {
      if (view.answer.kind !== 'matching') continue;
      expect(view.answer.images.map(({ id }) => own[Number(id) - 1])).toEqual(
        view.images.map(({ id }) => id),
      );
    }
  });

  it('is refused where it is none: outside the grid or the image, not on offer, incomplete', async () => {
    await using book = await studySessions(1);
    const one = present(book.participants[0]);
    const wrong: Readonly<Record<string, StepAnswer>> = {
      text: { kind: 'no_evidence', text: '' },
      yes_no: { kind: 'text', text: 'Yes' },
      choice: { kind: 'choice', option: 'z' },
      choices: { kind: 'choices', options: [] },
      standing: { kind: 'choices', options: ['a'] },
      cell: { kind: 'cell', row: 4, column: 1 },
      boxes: { kind: 'boxes', boxes: [{ label: 'a', x: 90, y: 10, width: 11, height: 5 }] },
      matching: { kind: 'matching', pairs: { a: '1' } },
    };
    const refused: string[] = [];
    const { studySessionId: id, personId } = one;
    book.workAs(one, (view) => {
      const { entry, step: name } = view;
      const answer = wrong[name];
      if (answer !== undefined)
        expect(() =>
          book.own.answer({ id, entry, step: name, answer, timing, timedOut: false }, personId, Date.now()),
        ).toThrow(expect.objectContaining({ code: 'invalid_input' }));
      refused.push(name);
      return someAnswer(view);
    });
    expect(refused.sort()).toEqual(Object.keys(wrong).sort());
  });

  it('is explained after practice, in words', async () => {
    await using book = await studySessions(1, true);
    const one = present(book.participants[0]);
    const pages = book.workAs(one, (view) =>
      view.step === 'choice' ? { kind: 'choice', option: 'b' } : someAnswer(view),
    );
    const feedback = pages.find(({ now }) => now.view === 'feedback')?.now;
    if (feedback?.view !== 'feedback') throw new Error('There was no feedback.');
    expect(feedback.answers.map(({ correct }) => correct)).toEqual([
      null,
      null,
      true,
      null,
      orderOfFirst(pages) === 'b',
      null,
      null,
    ]);
    expect(feedback.answers[2]).toEqual({
      prompt: 'What of choice?',
      answer: 'Option b',
      correct: true,
      expected: 'Option b',
    });
  });
});

/** What {@link someAnswer} chooses where the order stands. */
const orderOfFirst = (pages: readonly StudySessionPage[]): string =>
  stepsOf(pages)
    .filter((view) => view.step === 'standing')
    .map(orderOf)[0]
    ?.slice(0, 1) ?? '';
