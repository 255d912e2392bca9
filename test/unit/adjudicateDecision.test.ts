import { describe, expect, it } from 'vitest';
import {
  acceptAll,
  acceptBox,
  acceptField,
  acceptMean,
  ofCluster,
  withoutCluster,
} from '../../renderer/screens/adjudicate/decision/accepting.ts';
import { fieldDecisions, openFields } from '../../renderer/screens/adjudicate/decision/fieldDecisions.ts';
import type { DecisionSubject } from '../../renderer/screens/adjudicate/decision/origins.ts';
import {
  BOXES,
  namesIn,
  namesOf,
  noSteps,
  stepBack,
  stepForward,
  type Steps,
  wayOf,
  withStep,
} from '../../renderer/screens/adjudicate/decision/steps.ts';
import { textDifferences } from '../../renderer/screens/adjudicate/decision/textDifferences.ts';
import { howText } from '../../renderer/screens/adjudicate/decision/words.ts';
import { partTitle, valueLines } from '../../shared/benchmarks/valueLines.ts';
import type { BoxCluster, RaterColumn } from '../../shared/contract/adjudications.ts';
import type { Benchmark } from '../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../shared/benchmarks/task.ts';
import { caughtCheating } from '../../shared/benchmarks/caughtcheating/index.ts';
import { fieldDifferences } from '../../shared/benchmarks/difference.ts';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import {
  answerOf,
  type DocumentRecords,
  fieldRecords,
  type RegionRecord,
  regionsOf,
  toRecords,
} from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { present } from '../helpers/present.ts';
import { choices } from '../helpers/ratedCasebook.ts';
import { regionRecord } from '../helpers/regions.ts';

const imageId = ImageId.parse('01890000-0000-7000-8000-00000000000a');
const sizes = new Map([[imageId, { width: 640, height: 480 }]]);
const VOCABULARY: JsonObject = {
  ...choices({ weather: ['sunny', 'rain'], light: ['day', 'night'] }, ['ring', 'cup']),
};

const mainTask = ({ tasks }: Benchmark): Task => present(tasks[0]);

const id = (number: number) => RegionId.parse(`01890000-0000-7000-8000-${String(number).padStart(12, '0')}`);
let last = 100;
const newId = () => {
  last += 1;
  return id(last);
};

function box(
  number: number,
  label: string,
  x: number,
  y: number,
  width: number,
  height: number,
): RegionRecord {
  return regionRecord({ id: id(number), imageId, label, x, y, width, height, order: number });
}

const column = (letter: string, answer: JsonObject, regions: readonly RegionRecord[] = []): RaterColumn => ({
  column: letter,
  answer,
  regions: [...regions],
  asked: null,
  rater: null,
});

const A = column('A', { weather: 'sunny', light: 'day' }, [
  box(1, 'ring', 100, 100, 80, 60),
  box(2, 'cup', 400, 300, 100, 100),
]);
const B = column('B', { weather: 'rain', light: 'day' }, [box(3, 'ring', 105, 103, 80, 60)]);
const RING: BoxCluster = {
  imageId,
  category: 'ring',
  members: [
    { column: 'A', regionId: id(1) },
    { column: 'B', regionId: id(3) },
  ],
  mean: { x: 102.5, y: 101.5, width: 80, height: 60 },
  iou: 0.8,
};
const CUP: BoxCluster = {
  imageId,
  category: 'cup',
  members: [{ column: 'A', regionId: id(2) }],
  mean: { x: 400, y: 300, width: 100, height: 100 },
  iou: null,
};

function subjectOf(
  records: DocumentRecords,
  columns: readonly RaterColumn[] = [A, B],
  clusters: readonly BoxCluster[] = [RING, CUP],
  task = mainTask(generic),
  vocabulary = VOCABULARY,
): DecisionSubject {
  return {
    task,
    vocabulary,
    disagreement: {
      columns: [...columns],
      clusters: [...clusters],
      fields: fieldDifferences(task, columns, vocabulary, { sameBox: 0.5 }),
      sameBox: 0.5,
    },
    draft: { answer: answerOf(records), regions: regionsOf(records) },
    sizes,
  };
}

const BLANK = toRecords(fieldRecords({ light: 'day' }));
const field = (name: string) =>
  present(
    mainTask(generic)
      .fields(VOCABULARY)
      .find((each) => each.name === name),
    `There is no field ${name}.`,
  );

describe('how the fields of a draft were decided', () => {
  it('names anybody who says the same, and nobody where it was written', () => {
    const accepted = acceptField(BLANK, field('weather'), B, newId);
    expect(fieldDecisions(subjectOf(accepted))).toMatchObject({
      weather: { how: 'accepted', columns: ['B'] },
      light: { how: 'unanimous', columns: ['A', 'B'] },
    });
    const written = toRecords(fieldRecords({ weather: 'fog', light: 'night' }));
    expect(fieldDecisions(subjectOf(written))).toMatchObject({
      weather: { how: 'written', columns: [] },
      light: { how: 'written', columns: [] },
    });
  });

  it('says what is true of the draft, whatever was accepted and undone before', () => {
    const all = acceptAll(BLANK, A, newId, 'regions');
    expect(fieldDecisions(subjectOf(all))).toMatchObject({
      weather: { how: 'accepted', columns: ['A'] },
      regions: { how: 'accepted', columns: ['A'] },
    });
    // Undo gives back the records from before.
    expect(fieldDecisions(subjectOf(BLANK))['weather']).toEqual({ how: 'written', columns: [] });
  });

  it('tells a mean from accepted boxes and from drawn ones', () => {
    const subject = subjectOf(BLANK);
    const mean = acceptMean(BLANK, RING, subject, newId);
    expect(regionsOf(mean)).toMatchObject([{ label: 'ring', x: 102.5, y: 101.5, width: 80, height: 60 }]);
    expect(fieldDecisions(subjectOf(mean))['regions']).toEqual({ how: 'mean', columns: ['A', 'B'] });

    const mixed = acceptBox(mean, CUP, 'A', subjectOf(mean), newId);
    expect(fieldDecisions(subjectOf(mixed))['regions']).toEqual({ how: 'mean', columns: ['A', 'B'] });

    const drawn = { ...mixed, [`region:${id(90)}`]: box(90, 'cup', 10, 10, 30, 30) };
    expect(fieldDecisions(subjectOf(drawn))['regions']).toEqual({ how: 'written', columns: ['A', 'B'] });
  });

  it('takes one rater’s box of each cluster as theirs, and all of one rater’s as accepted from them alone', () => {
    const first = acceptBox(BLANK, RING, 'B', subjectOf(BLANK), newId);
    expect(fieldDecisions(subjectOf(first))['regions']).toEqual({ how: 'accepted', columns: ['B'] });
    const both = acceptBox(first, CUP, 'A', subjectOf(first), newId);
    expect(fieldDecisions(subjectOf(both))['regions']).toEqual({ how: 'accepted', columns: ['A', 'B'] });
  });

  it('knows boxes again that count as the same although their edges differ', () => {
    const near = column('B', B.answer, [box(3, 'ring', 101, 100, 80, 60), box(4, 'cup', 402, 300, 100, 100)]);
    const decided = (boxes: RaterColumn) =>
      fieldDecisions(subjectOf(acceptField(BLANK, field('regions'), boxes, newId), [A, near]))['regions'];
    const between = [box(5, 'ring', 100.5, 100, 80, 60), box(6, 'cup', 401, 300, 100, 100)];
    expect(decided({ ...A, regions: between })).toEqual({ how: 'unanimous', columns: ['A', 'B'] });
    expect(decided(A)).toEqual({ how: 'accepted', columns: ['A'] });
  });

  it('lists disputed fields that still say what a blank answer says', () => {
    const work = { blank: {}, chosen: new Set<string>() };
    const names = (records: DocumentRecords) => openFields(subjectOf(records), work).map(({ name }) => name);
    expect(names(BLANK)).toEqual(['weather', 'regions']);
    expect(names(acceptField(BLANK, field('weather'), A, newId))).toEqual(['regions']);
    expect(names(acceptAll(BLANK, A, newId, 'regions'))).toEqual([]);
  });
});

describe('a blank value', () => {
  const task = mainTask(caughtCheating);
  const blank = task.initialAnswer({});
  const signed = column('A', { ...blank, noPersonalInformation: true });
  const unsigned = column('B', { ...blank, noPersonalInformation: false });
  const draft = toRecords(fieldRecords(blank));
  const open = (steps: Steps): readonly string[] =>
    openFields(subjectOf(draft, [signed, unsigned], [], task, caughtCheating.vocabulary.initial), {
      blank,
      chosen: namesOf(steps),
    }).map(({ name }) => name);
  const choice = { names: ['noPersonalInformation'], changed: false, mark: null };

  it('that is a rater’s answer too is decided on once it was chosen, and open again once that is undone', () => {
    expect(open(noSteps)).toEqual(['noPersonalInformation']);
    const chosen = withStep(noSteps, choice);
    expect(open(chosen)).toEqual([]);
    expect(open(stepBack(chosen))).toEqual(['noPersonalInformation']);
    expect(open(stepForward(stepBack(chosen)))).toEqual([]);
    expect(open(withStep(stepBack(chosen), { ...choice, names: ['label'] }))).toEqual([
      'noPersonalInformation',
    ]);
    expect(open({ ...noSteps, before: ['noPersonalInformation'] })).toEqual([]);
  });

  it('of boxes: that there are none is decided on once it was chosen', () => {
    const none = column('B', B.answer);
    const names = (chosen: readonly string[]) =>
      openFields(subjectOf(BLANK, [A, none], []), { blank: {}, chosen: new Set(chosen) }).map(
        ({ name }) => name,
      );
    expect(names(['weather'])).toEqual(['regions']);
    expect(names(['weather', 'regions'])).toEqual([]);
    expect(names(['weather', BOXES])).toEqual([]);
  });
});

describe('what was done to a draft', () => {
  const edit = (name: string, mark: string | null) => ({ names: [name], changed: true, mark });
  const draft = { canUndo: true, canRedo: true };

  it('goes by the steps of undo: keystrokes of one word are one', () => {
    const typed = ['m', 'm', 'n', 'm'].reduce((steps, mark) => withStep(steps, edit('note', mark)), noSteps);
    expect(typed.done).toHaveLength(3);
    // What is typed after an undo is a step of its own.
    const again = withStep(stepForward(stepBack(typed)), edit('note', 'm'));
    expect(again.done).toHaveLength(4);
  });

  it('says whether undo is about the draft or about a choice that left it as it was', () => {
    const choice = { names: ['a'], changed: false, mark: null };
    const steps = withStep(withStep(noSteps, edit('b', null)), choice);
    expect(wayOf('undo', draft, steps)).toBe('choice');
    // Redoing what was undone before the choice would come after it.
    expect(wayOf('redo', draft, steps)).toBe('none');
    expect(wayOf('undo', draft, stepBack(steps))).toBe('change');
    expect(wayOf('redo', draft, stepBack(steps))).toBe('choice');
    expect(wayOf('undo', { canUndo: false, canRedo: false }, noSteps)).toBe('none');
    expect(wayOf('undo', draft, noSteps)).toBe('change');
  });

  it('names fields and boxes of a change', () => {
    const added = {
      [`region:${id(1)}`]: box(1, 'ring', 1, 1, 5, 5),
      [`region:${id(2)}`]: box(2, 'cup', 1, 1, 5, 5),
    };
    const updated = Object.fromEntries(
      Object.entries(toRecords(fieldRecords({ weather: 'rain' }))).map(([key, record]) => [
        key,
        [record, record] as const,
      ]),
    );
    expect(namesIn({ added, updated, removed: {} })).toEqual([BOXES, 'weather']);
  });
});

describe('boxes of a cluster', () => {
  it('replace one another: accepting B’s after A’s leaves one', () => {
    const first = acceptBox(BLANK, RING, 'A', subjectOf(BLANK), newId);
    const second = acceptBox(first, RING, 'B', subjectOf(first), newId);
    expect(regionsOf(second)).toMatchObject([{ x: 105, y: 103 }]);
    const mean = acceptMean(second, RING, subjectOf(second), newId);
    expect(regionsOf(mean)).toHaveLength(1);
    expect(regionsOf(withoutCluster(mean, RING, subjectOf(mean)))).toEqual([]);
  });

  it('get ids of their own and come last', () => {
    const records = acceptField(BLANK, field('regions'), A, newId);
    const [ring, cup] = regionsOf(records);
    expect(ring?.id).not.toBe(id(1));
    expect(cup?.order).toBeGreaterThan(ring?.order ?? 0);
  });

  it('are told from those of a neighbouring cluster of the same category', () => {
    const beside: BoxCluster = {
      ...RING,
      members: [{ column: 'A', regionId: id(5) }],
      mean: { x: 300, y: 100, width: 80, height: 60 },
    };
    const two = column('A', A.answer, [...A.regions, box(5, 'ring', 300, 100, 80, 60)]);
    const records = acceptField(BLANK, field('regions'), two, newId);
    const subject = subjectOf(records, [two, B], [RING, CUP, beside]);
    expect(ofCluster(RING, subject)).toMatchObject([{ x: 100 }]);
    expect(ofCluster(beside, subject)).toMatchObject([{ x: 300 }]);
  });

  it('of CaughtCheating bring along the clue they belong to', () => {
    const task = mainTask(caughtCheating);
    const blank = task.initialAnswer({});
    const clue = (clueId: string, text: string, deterministic: boolean) => ({
      id: clueId,
      text,
      deterministic,
    });
    const a = column('A', { ...blank, clues: [clue('clue-1', 'A ring.', true)] }, [
      box(1, 'clue-1', 100, 100, 80, 60),
    ]);
    const b = column('B', { ...blank, clues: [clue('clue-1', 'Two cups.', false)] }, [
      box(3, 'clue-1', 400, 300, 50, 50),
    ]);
    const ring = {
      ...RING,
      category: 'deterministic clue',
      members: [{ column: 'A', regionId: id(1) }],
      mean: a.regions[0] ?? RING.mean,
    };
    const cups = {
      ...CUP,
      category: 'non-deterministic clue',
      members: [{ column: 'B', regionId: id(3) }],
      mean: b.regions[0] ?? CUP.mean,
    };
    const subject = (records: DocumentRecords) =>
      subjectOf(records, [a, b], [ring, cups], task, caughtCheating.vocabulary.initial);

    const start = toRecords(fieldRecords(blank));
    const first = acceptBox(start, ring, 'A', subject(start), newId);
    const both = acceptBox(first, cups, 'B', subject(first), newId);
    expect(answerOf(both)['clues']).toEqual([
      { id: 'clue-1', text: 'A ring.', deterministic: true },
      { id: 'clue-2', text: 'Two cups.', deterministic: false },
    ]);
    expect(regionsOf(both).map(({ label }) => label)).toEqual(['clue-1', 'clue-2']);
    // The same clue is not brought twice.
    const again = acceptBox(both, ring, 'A', subject(both), newId);
    expect(answerOf(again)['clues']).toEqual(answerOf(both)['clues']);
    expect(fieldDecisions(subject(both))['clues']).toEqual({ how: 'accepted', columns: ['A', 'B'] });
  });
});

describe('words of a case', () => {
  it('mark what another text lacks, and nothing in texts that are the same', () => {
    expect(textDifferences(['a red cup', 'a blue cup'])).toEqual([
      [
        { text: 'a ', differs: false },
        { text: 'red ', differs: true },
        { text: 'cup', differs: false },
      ],
      [
        { text: 'a ', differs: false },
        { text: 'blue ', differs: true },
        { text: 'cup', differs: false },
      ],
    ]);
    expect(textDifferences(['same', 'same'])).toEqual([
      [{ text: 'same', differs: false }],
      [{ text: 'same', differs: false }],
    ]);
    expect(textDifferences(['', 'word'])).toEqual([[], [{ text: 'word', differs: true }]]);
  });

  it('show values as people read them', () => {
    expect(valueLines(null)).toEqual([]);
    expect(valueLines(true)).toEqual(['yes']);
    expect(valueLines('sunny', field('weather'))).toEqual(['sunny']);
    expect(valueLines([{ id: 'clue-1', text: 'A ring.', deterministic: true }])).toEqual([
      'A ring. — deterministic',
    ]);
    expect(partTitle('discardReason')).toBe('Discard reason');
    expect(howText({ how: 'mean', columns: ['A', 'C'] })).toBe('mean of A, C');
  });
});
