import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOfPayload, payloadWithAnswer } from '../../shared/benchmarks/mcsbench/codec.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { GOLDEN_CHAIN, validation } from '../../shared/benchmarks/mcsbench/validation.ts';
import { fixableTexts } from '../../shared/benchmarks/validation.ts';
import { type Json, JsonObject } from '../../shared/base/json.ts';
import { FAULTS, generatedItems, mcsBenchItem, mcsBenchItems } from '../helpers/mcsBenchItems.ts';

const ITEM = mcsBenchItem();

const fixed = (payload: JsonObject, texts: Readonly<Record<string, string>>): JsonObject => {
  const parsed = validation.withTexts(payload, texts);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
};
const refusedFields = (payload: JsonObject, texts: Readonly<Record<string, string>>) => {
  const parsed = validation.withTexts(payload, texts);
  return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
};
const textOf = (payload: JsonObject, field: string): string | undefined =>
  validation.texts(payload).find((each) => each.field === field)?.text;

describe('the texts of an item', () => {
  test('are question, options, gold, golden chain and the chains of its probes, each under a name of its own', () => {
    const texts = validation.texts(ITEM);
    const fields = texts.map(({ field }) => field);
    expect(fields.slice(0, 8)).toEqual([
      'question',
      'optionA',
      'optionB',
      'optionC',
      'optionD',
      'optionE',
      'gold',
      GOLDEN_CHAIN,
    ]);
    expect(fields.slice(8)).toHaveLength(15);
    expect(new Set(fields).size).toBe(fields.length);
    expect(textOf(ITEM, 'gold')).toBe('B');
    expect(textOf(ITEM, 'rc2G')).toMatch(/Only B is left/u);
    expect(validation.texts({ ...ITEM, rc_items: null, rc_breakdown: null })).toHaveLength(7);
  });

  test('written back as they are change nothing, and a changed one changes itself alone', () => {
    for (const item of [...mcsBenchItems(), ...generatedItems(14)]) {
      const texts = validation.texts(item);
      const same = Object.fromEntries(texts.map(({ field, text }) => [field, text]));
      expect(JSON.stringify(fixed(item, same))).toBe(JSON.stringify(item));
      fc.assert(
        fc.property(fc.constantFrom(...texts), fc.string({ minLength: 1 }), (changed, word) => {
          const text = changed.choices?.[1] ?? `${word}.`;
          const after = fixed(item, { [changed.field]: text });
          for (const { field, text: before } of texts)
            expect(textOf(after, field)).toBe(field === changed.field ? text : before);
          for (const key of ['id', 'image', 'evidence', 'references', 'strategy'])
            expect(after[key]).toEqual(item[key]);
        }),
        { numRuns: 20 },
      );
    }
  });

  test('keep naming the gold option, and the gold chain, where those were given as texts', () => {
    const byText = { ...ITEM, answer: 'An umbel of broad, open tepals' };
    expect(fixed(byText, { optionB: 'An open umbel' })['answer']).toBe('B');
    expect(fixed(byText, { optionA: 'Another' })['answer']).toBe(byText.answer);
    const chains = ['This is so.', 'Another.', 'A third.', 'A fourth.', 'A fifth.'];
    const probe = { question: 'Which?', options: chains, answer: 'This is so.' };
    expect(fixed({ ...ITEM, rc_items: [probe] }, { rc1F: 'A shorter chain.' })['rc_items']).toEqual([
      { ...probe, options: chains.with(0, 'A shorter chain.'), answer: 'F' },
    ]);
    // What an option says may be a letter: then the gold one goes by its text.
    expect(fixed(ITEM, { optionA: 'B' })['answer']).toBe('An umbel of broad, open tepals');
  });

  test('keep a golden chain of steps a list, and one of a text a text', () => {
    expect(fixed(ITEM, { [GOLDEN_CHAIN]: 'One.\nTwo.' })['rc_breakdown']).toEqual(['One.', 'Two.']);
    expect(fixed({ ...ITEM, rc_breakdown: 'It is.' }, { [GOLDEN_CHAIN]: 'So.' })['rc_breakdown']).toBe('So.');
  });

  test('are refused where the item would be none any more, by their names', () => {
    expect(refusedFields(ITEM, { optionC: ' ', gold: 'F', heading: 'x', rc3J: '' })).toEqual([
      'optionC',
      'gold',
      'heading',
      'rc3J',
    ]);
    expect(refusedFields({ ...ITEM, rc_items: null }, { rc1F: 'x' })).toEqual(['rc1F']);
  });
});

describe('the details of an item', () => {
  const detailOf = (payload: JsonObject, field: string): string | undefined =>
    validation.details?.(payload).find((each) => each.field === field)?.text;

  test('written back as they are change nothing, and a changed one changes itself alone', () => {
    for (const item of [...mcsBenchItems(), ...generatedItems(7)]) {
      const known = fixableTexts(validation, item);
      expect(new Set(known.map(({ field }) => field)).size).toBe(known.length);
      const same = Object.fromEntries(known.map(({ field, text }) => [field, text]));
      expect(JSON.stringify(fixed(item, same))).toBe(JSON.stringify(item));
      for (const { field, choices, text: former } of validation.details?.(item) ?? []) {
        if (field.endsWith('Gold')) continue;
        const text = choices?.find((each) => each !== former && each !== '') ?? 'Something else';
        // The gold chain has no error type to give.
        const after = fixed(item, { [field]: text });
        const isGold = /^rc\d[F-J]Error$/u.test(field) && former === '';
        // Where an item names no level, that of its task is shown.
        const follows = field === 'task' && (item['level'] ?? null) === null ? 'level' : null;
        for (const each of fixableTexts(validation, after).filter((shown) => shown.field !== follows))
          expect([each.field, each.text]).toEqual([
            each.field,
            each.field === field && !isGold ? text : same[each.field],
          ]);
      }
    }
  });

  test('are where it belongs, strategies, evidence and references', () => {
    const after = fixed(ITEM, {
      task: 'C-A Align.',
      level: 'L1',
      domain: '',
      strategyA: '',
      evidence1: 'The tepals are narrow.',
      evidence2: '',
      references: 'One\n\n{"title":"Two"}',
    });
    const { domain: _, ...others } = ITEM;
    const [first = null] = Array.isArray(ITEM['evidence']) ? ITEM['evidence'] : [];
    const strategies = Array.isArray(ITEM['strategy']) ? ITEM['strategy'] : [];
    expect(after).toEqual({
      ...others,
      task: 'C-A Align.',
      level: 'L1',
      strategy: strategies.with(0, null),
      evidence: [{ ...JsonObject.parse(first), text: 'The tepals are narrow.' }],
      references: ['One', { title: 'Two' }],
    });
    expect(refusedFields(ITEM, { task: 'x', level: 'L9', references: '{"title":' })).toEqual([
      'task',
      'level',
    ]);
    expect(refusedFields(ITEM, { references: '{"title":' })).toEqual(['references']);
  });

  test('name the level that follows from the task where the item names none, also from another task', () => {
    const { level: _, ...without } = ITEM;
    expect(detailOf({ ...without, task: 'Hypo. Reas.' }, 'level')).toBe('L3');
    expect(detailOf({ ...without, task: 'C-A Align.', level: 'L2' }, 'level')).toBe('L2');
    expect(detailOf({ ...without, task: 'something else' }, 'level')).toBe('');
    const after = fixed({ ...without, task: 'Hypo. Reas.' }, { task: 'C-A Align.' });
    expect(after).not.toHaveProperty('level');
    expect(detailOf(after, 'level')).toBe('L1');
    expect(fixed({ ...without, task: 'Hypo. Reas.' }, { level: 'L2' })).toMatchObject({ level: 'L2' });
  });

  test('are strategies by letter, of each distractor and of all of them', () => {
    const of = (strategy: Json, texts: Record<string, string>) =>
      fixed({ ...ITEM, strategy }, texts)['strategy'];
    expect(of({ A: 'a', C: 'c', note: 1 }, { strategyA: '', strategyD: 'd' })).toEqual({
      note: 1,
      C: 'c',
      D: 'd',
    });
    expect(of(['a', 'c', 'd', 'e'], { strategyC: 'Other' })).toEqual(['a', 'Other', 'd', 'e']);
    expect(of('All', { strategy: 'Each' })).toBe('Each');
    expect(detailOf({ ...ITEM, strategy: ['a', 'c', 'd', 'e'] }, 'strategyB')).toBeUndefined();
  });

  test('are the gold chain and error types of a probe: another gold chain wants a type for the former one', () => {
    expect(detailOf(ITEM, 'rc1Gold')).toBe('F');
    expect(refusedFields(ITEM, { rc1Gold: 'G' })).toEqual(['rc1FError']);
    expect(refusedFields(ITEM, { rc1Gold: 'A' })).toEqual(['rc1Gold']);
    const after = fixed(ITEM, { rc1Gold: 'G', rc1FError: 'scope_violation', rc1Question: 'Which?' });
    const [probe, second] = Array.isArray(after['rc_items']) ? after['rc_items'] : [];
    expect(probe).toMatchObject({
      question: 'Which?',
      answer: 'G',
      error_type: ['scope_violation', 'misattribution', 'incomplete_comparison', 'affirming_the_consequent'],
    });
    expect(second).toEqual(Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'][1] : null);
    const [own = null] = Array.isArray(ITEM['rc_items']) ? ITEM['rc_items'] : [];
    const { error_type: __, ...untyped } = JsonObject.parse(own);
    const bare = { ...ITEM, rc_items: [untyped] };
    expect(fixed(bare, { rc1Gold: 'J' })['rc_items']).toEqual([{ ...untyped, answer: 'J' }]);
  });
});

describe('an answer', () => {
  test('proposes the texts that differ, and writes none of them', () => {
    const answer = { ...answerOfPayload(ITEM), optionA: 'Joined tepals', gold: 'C', question: ' ' };
    expect(validation.proposed(ITEM, answer)).toEqual({ optionA: 'Joined tepals', gold: 'C' });
    expect(validation.proposed(ITEM, answerOfPayload(ITEM))).toEqual({});
    expect(payloadWithAnswer(ITEM, answer)).toBe(ITEM);
  });

  test('decides by its verdict, with its reason', () => {
    const answer = answerOfPayload(ITEM);
    expect(validation.decisionOf(answer)).toEqual({ decision: null, reason: '' });
    expect(validation.decisionOf({ ...answer, verdict: 'reject', reason: ' duplicate ' })).toEqual({
      decision: 'reject',
      reason: 'duplicate',
    });
  });
});

describe('the gates', () => {
  const gates = (...audit: Json[]) => validation.gates({ ...ITEM, audit });

  test('know nothing of an item that no auditor saw', () => {
    expect(validation.gates(ITEM)).toEqual({ shortcut: null, audit: null });
    expect(gates()).toEqual({ shortcut: null, audit: null });
    expect(gates('good', null)).toEqual({ shortcut: null, audit: null });
    expect(gates({ auditor: 'a', shortcut: { solved: 0, of: 0 } })).toEqual({ shortcut: null, audit: null });
  });

  test('of the shortcut: more than half of the attempts of all testees together solve it', () => {
    const tried = (...solved: number[]) =>
      gates(...solved.map((each) => ({ shortcut: { solved: each, of: 1 } })));
    expect(tried(1, 0, 0).shortcut).toBe('passed');
    expect(tried(1, 1, 0).shortcut).toBe('failed');
    expect(gates({ shortcut: { solved: 2, of: 4 } }).shortcut).toBe('passed');
    expect(gates({ shortcut: { solved: 0, of: 4 } }, { shortcut: { solved: 5, of: 5 } }).shortcut).toBe(
      'failed',
    );
  });

  test('of the audit: what the auditor finds wrong in options or justification fails it, too', () => {
    const sound = { auditor: 'a', quality: 5, hallucination: false, verdict: 'keep' };
    const gold = answerOfPayload(ITEM).gold ?? '';
    const distractor = ['A', 'B', 'C', 'D', 'E'].find((letter) => letter !== gold) ?? '';
    const justified = { sufficient: true, factually_correct: true, logically_sound: true };
    expect(gates({ ...sound, options: { [gold]: { correct: true } }, justification: justified }).audit).toBe(
      'passed',
    );
    for (const options of [
      { [gold]: { correct: false } },
      { [distractor]: { correct: true } },
      { [distractor]: { correct: false, plausible: false } },
    ])
      expect(gates({ ...sound, options }).audit).toBe('failed');
    for (const fault of Object.keys(justified))
      expect(gates({ ...sound, justification: { ...justified, [fault]: false } }).audit).toBe('failed');
  });

  test('are of the current edition: what judged another is marked, and counts for none', () => {
    const [old, renewed] = [
      { auditor: 'a', verdict: 'discard' },
      { auditor: 'a', verdict: 'keep', edition: 2 },
    ];
    const marked = validation.marked?.({ ...ITEM, audit: [old, renewed] }, 2) ?? {};
    expect(marked['audit']).toEqual([
      { ...old, edition: 1, outdated: true },
      { auditor: 'a', verdict: 'keep' },
    ]);
    expect(validation.gates(marked).audit).toBe('passed');
    expect(validation.marked?.({ ...ITEM, audit: [old] }, 1)).toEqual({ ...ITEM, audit: [old] });
  });

  test('of the audit: one auditor who discards, sees a hallucination or poor quality is enough', () => {
    const sound = { auditor: 'a', quality: 4, hallucination: false, verdict: 'keep' };
    expect(gates(sound).audit).toBe('passed');
    for (const fault of [{ verdict: 'discard' }, { hallucination: true }, { quality: 2 }])
      expect(gates(sound, { ...sound, ...fault }).audit).toBe('failed');
    expect(gates({ ...sound, quality: 3 }).audit).toBe('passed');
  });
});

describe('the hints', () => {
  test('of an item are all that can be said of it, none of a sound one', () => {
    expect(mcsBench.validation).toBe(validation);
    expect(validation.hints(ITEM)).toEqual([]);
    for (const [kind, fault] of Object.entries(FAULTS))
      expect(validation.hints({ ...ITEM, ...fault }).map((hint) => hint.kind)).toEqual([kind]);
  });
});
