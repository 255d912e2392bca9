import { describe, expect, it } from 'vitest';
import { correctedRatedParts } from '../../electron/core/features/annotations/correction.ts';
import { itemsToAssign, requireEnoughPeople } from '../../electron/core/features/assignments/assignable.ts';
import { replacedRows, requireDecidable } from '../../electron/core/features/adjudications/decision.ts';
import { annotate } from '../../shared/benchmarks/generic/task.ts';
import type { AskedParts } from '../../shared/benchmarks/parts.ts';
import { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';

const vocabulary: JsonObject = {
  imageAttributes: [
    { id: 'weather', name: 'Weather', kind: 'choice', options: ['sun', 'rain'], required: false },
    { id: 'remark', name: 'Remark', kind: 'text', required: false },
  ],
  labels: [],
};

describe('the parts of a correction that are an adjudicator’s to decide', () => {
  const inForce = { answer: { weather: 'sun', remark: 'old' }, regions: [], vocabulary };
  it.each<[string, JsonObject, readonly AskedParts[], readonly string[]]>([
    ['nothing changed', inForce.answer, [['weather'], ['weather']], []],
    ['a part that two answered', { weather: 'rain', remark: 'old' }, [['weather'], ['weather']], ['weather']],
    ['a part that one answered', { weather: 'rain', remark: 'old' }, [['weather'], ['remark']], []],
    ['a part that nobody answered', { weather: 'sun', remark: 'new' }, [['weather'], ['weather']], []],
  ])('%s', (_name, answer, asked, expected) => {
    const ratings = asked.map((parts) => ({ asked: parts }));
    expect(correctedRatedParts(annotate, { answer, regions: [] }, inForce, ratings)).toEqual(expected);
  });
});

describe('which items may be assigned', () => {
  const item = (end: number, more: { question?: boolean; rejected?: boolean } = {}) => ({
    id: ItemId.parse(`01890000-0000-7000-8000-00000000000${String(end)}`),
    sequence: end,
    question: false,
    rejected: false,
    ...more,
  });
  const [plain, rejected, question] = [item(1), item(2, { rejected: true }), item(3, { question: true })];
  const all = { items: { filter: {} }, round: 1, unassignedOnly: false } as const;
  const chosenOf = (...given: Parameters<typeof itemsToAssign>) =>
    itemsToAssign(...given).chosen.map(({ sequence }) => sequence);

  it('no questions; an error where there is nothing else', () => {
    expect(chosenOf([plain, question], all, new Map())).toEqual([1]);
    expect(() => itemsToAssign([question], all, new Map())).toThrow('questions built from other items');
    expect(itemsToAssign([], all, new Map())).toEqual({ chosen: [], rejected: 0 });
  });
  it('with unassignedOnly none that somebody has', () => {
    const raters = new Map([[plain.id, ['somebody']]]);
    expect(chosenOf([plain, rejected], { ...all, unassignedOnly: true }, raters)).toEqual([2]);
    expect(chosenOf([plain, rejected], all, raters)).toEqual([1, 2]);
  });
  it('rejected ones in a later round only where they are named or asked for', () => {
    const later = { ...all, round: 2 };
    expect(itemsToAssign([plain, rejected], later, new Map())).toEqual({ chosen: [plain], rejected: 1 });
    expect(chosenOf([rejected], { ...later, items: { ids: [rejected.id] } }, new Map())).toEqual([2]);
    const filter = { status: ['rejected' as const] };
    expect(chosenOf([rejected], { ...later, items: { filter } }, new Map())).toEqual([2]);
  });
  it('never to fewer people than wanted', () => {
    expect(() => {
      requireEnoughPeople(1, 2);
    }).toThrow('1 of the items would get fewer than 2 people');
    expect(() => {
      requireEnoughPeople(0, 2);
    }).not.toThrow();
  });
});

describe('a decision', () => {
  it.each([
    ['waiting', 'Not everybody assigned'],
    ['single', 'Only one person'],
    ['unanimous', null],
    ['disputed', null],
    ['decided', null],
    ['conflict', null],
  ] as const)('on an item that is %s', (state, message) => {
    const decide = () => {
      requireDecidable({ state });
    };
    if (message === null) expect(decide).not.toThrow();
    else expect(decide).toThrow(message);
  });

  const row = (name: string, kind: 'decision' | 'reopening', isCurrent = true) => ({ name, kind, isCurrent });
  it.each<[string, readonly ReturnType<typeof row>[], string | undefined, readonly string[]]>([
    ['nothing before it', [], undefined, []],
    ['a decision in force', [row('a', 'decision')], 'a', []],
    ['a decision that is replaced already', [row('a', 'decision', false)], undefined, []],
    ['a reopening', [row('a', 'reopening'), row('b', 'decision', false)], 'a', []],
    ['two that exclude each other', [row('a', 'decision'), row('b', 'decision')], 'a', ['b']],
    ['a decision beside a reopening', [row('a', 'reopening'), row('b', 'decision')], 'b', []],
  ])('replaces %s', (_name, rows, replaced, takenBack) => {
    const found = replacedRows(rows);
    expect(found.replaced?.name).toBe(replaced);
    expect(found.takenBack.map(({ name }) => name)).toEqual(takenBack);
  });
});
