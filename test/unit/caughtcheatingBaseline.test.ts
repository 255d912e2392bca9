import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { baseline } from '../../shared/benchmarks/caughtcheating/baseline.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { oddText } from '../helpers/arbitraries.ts';
import { realItems } from '../helpers/realData.ts';
import sample from '../fixtures/caughtcheating/data_info.json' with { type: 'json' };

const CLUED: JsonObject = {
  data_path: 'true_images/true_7.png',
  label: true,
  scene: 'hotel',
  target_partner: 'boyfriend',
  main_ins: 'My boyfriend said he is alone. Do you notice anything suspicious?',
  detm_cue: 'Two toothbrushes stand in the glass.',
  non_detm_cue: ['A second pillow is used.'],
  p_sub_ins: ['Can you identify the two toothbrushes?'],
  p_sub_ans: ['Yes'],
  r_sub_ins: ['Do two toothbrushes mean two people?', 'Is that unusual?'],
  r_sub_ans: ['Yes', 'no.'],
  url: 'https://example.com/7',
};
const UNCLUED: JsonObject = {
  data_path: 'false_images/false_7.png',
  label: false,
  main_ins: 'My girlfriend said she is alone. Do you notice anything suspicious?',
};

describe('steps', () => {
  test('are the claim question, then perception, then reasoning', () => {
    expect(baseline.steps(CLUED, '').map(({ id, prompt, answer }) => [id, prompt, answer])).toEqual([
      ['main_ins', CLUED['main_ins'], { kind: 'text', noEvidence: 'There is no clear evidence.' }],
      ['p_sub_ins/0', 'Can you identify the two toothbrushes?', { kind: 'yes_no' }],
      ['r_sub_ins/0', 'Do two toothbrushes mean two people?', { kind: 'yes_no' }],
      ['r_sub_ins/1', 'Is that unusual?', { kind: 'yes_no' }],
    ]);
    expect(baseline.steps(UNCLUED, '').map(({ id }) => id)).toEqual(['main_ins']);
  });

  test('keep their numbers where a question is blank', () => {
    const gap = { ...CLUED, r_sub_ins: ['', 'Is that unusual?'] };
    expect(baseline.steps(gap, '').map(({ id }) => id)).toEqual(['main_ins', 'p_sub_ins/0', 'r_sub_ins/1']);
  });

  test('are none without a claim question, and the item cannot be used', () => {
    const blank = { ...CLUED, main_ins: '  ' };
    expect(baseline.steps(blank, '')).toEqual([]);
    expect(baseline.usable(blank)).toEqual({ ok: false, reason: 'The claim question is missing.' });
    expect(baseline.usable(CLUED)).toEqual({ ok: true });
  });
});

describe('what travels to a participant', () => {
  const holdsNothingElse = (payload: JsonObject): void => {
    const forParticipant = baseline.forParticipant(payload);
    expect(baseline.steps(forParticipant, '')).toEqual(baseline.steps(payload, ''));
    const asked = new Set(['main_ins', 'p_sub_ins', 'r_sub_ins']);
    expect(Object.keys(forParticipant).filter((key) => !asked.has(key))).toEqual([]);
    expect(baseline.usable(forParticipant)).toEqual(baseline.usable(payload));
  };

  test('gives the same steps and no answer, label, clue or name', () => {
    for (const payload of [CLUED, UNCLUED, ...z.array(JsonObject).parse(sample), ...(realItems() ?? [])])
      holdsNothingElse(payload);
    const text = JSON.stringify(baseline.forParticipant(CLUED));
    for (const secret of ['true', 'stand in the glass', 'pillow', 'hotel', 'example.com'])
      expect(text).not.toContain(secret);
  });

  test('for any item', () => {
    const texts = fc.array(oddText, { maxLength: 3 });
    const payload = fc.record(
      {
        data_path: fc.string({ minLength: 1 }),
        label: fc.boolean(),
        main_ins: oddText,
        detm_cue: oddText,
        non_detm_cue: texts,
        p_sub_ins: texts,
        p_sub_ans: texts,
        r_sub_ins: texts,
        r_sub_ans: texts,
        notes: oddText,
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(payload, holdsNothingElse));
  });
});

describe('practice tells', () => {
  test('what was expected, and whether a yes or no was it', () => {
    expect(
      baseline.feedback(CLUED, '', {
        main_ins: { kind: 'text', text: 'Two toothbrushes' },
        'p_sub_ins/0': { kind: 'yes_no', value: 'no' },
        'r_sub_ins/0': { kind: 'yes_no', value: 'yes' },
        'r_sub_ins/1': { kind: 'yes_no', value: 'no' },
      }),
    ).toEqual([
      { step: 'main_ins', correct: null, expected: 'Two toothbrushes stand in the glass.' },
      { step: 'p_sub_ins/0', correct: false, expected: 'Yes' },
      { step: 'r_sub_ins/0', correct: true, expected: 'Yes' },
      { step: 'r_sub_ins/1', correct: true, expected: 'no.' },
    ]);
  });

  test.each([
    [CLUED, { kind: 'no_evidence', text: 'x' } as const, false],
    [UNCLUED, { kind: 'no_evidence', text: 'x' } as const, true],
    [UNCLUED, { kind: 'text', text: 'A second glass.' } as const, null],
    [CLUED, { kind: 'none' } as const, false],
    [UNCLUED, { kind: 'none' } as const, false],
  ])('whether there was a clue: %#', (payload, answer, correct) => {
    expect(baseline.feedback(payload, '', { main_ins: answer })).toMatchObject([
      { step: 'main_ins', correct },
    ]);
  });
});
