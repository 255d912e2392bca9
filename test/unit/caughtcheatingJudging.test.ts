import { describe, expect, test } from 'vitest';
import { judging } from '../../shared/benchmarks/caughtcheating/judging.ts';
import type { Criterion } from '../../shared/benchmarks/judging.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { present } from '../helpers/present.ts';

const CLUED: JsonObject = {
  label: true,
  main_ins: 'Is he alone?',
  detm_cue: 'Two toothbrushes.',
  non_detm_cue: ['A second pillow.', 'A red scarf.'],
  p_sub_ins: ['Toothbrushes?'],
  p_sub_ans: ['Yes'],
  r_sub_ins: ['Two people?'],
  r_sub_ans: ['No'],
};
const UNCLUED: JsonObject = { label: false, main_ins: 'Is she alone?' };

function criterion(id: string): Criterion {
  return present(judging.criteria.find((each) => each.id === id));
}
const kinds = (payload: JsonObject, step: string): string[] =>
  judging
    .targets(payload, '', step)
    .map(({ criterion: id, subject, after }) => `${id}/${subject}/${after ?? ''}`);

describe('what there is to judge', () => {
  test('in the answer about a clued item', () => {
    expect(kinds(CLUED, 'main_ins')).toEqual([
      'cue_match//',
      'key_points//',
      'non_detm_match/0/key_points',
      'non_detm_match/1/key_points',
    ]);
    expect(judging.targets(CLUED, '', 'main_ins').map(({ reference }) => reference[0]?.text)).toEqual([
      'Two toothbrushes.',
      undefined,
      'A second pillow.',
      'A red scarf.',
    ]);
  });

  test('in the answer about an unclued item', () => {
    expect(kinds(UNCLUED, 'main_ins')).toEqual(['false_match//']);
  });

  test('in the answer to a decomposed question', () => {
    expect(judging.targets(CLUED, '', 'r_sub_ins/0')).toEqual([
      {
        criterion: 'sub_answer',
        subject: '',
        reference: [{ title: 'Expected answer', text: 'No' }],
        after: null,
      },
    ]);
    for (const step of ['p_sub_ins/1', 'p_sub_ins/', 'p_sub_ins/-1', 'p_sub_ins/0/0', 'url/0', 'p_sub_ins'])
      expect(judging.targets(CLUED, '', step)).toEqual([]);
  });

  test('while the label is open', () => {
    expect(judging.targets({ main_ins: 'Is he alone?' }, '', 'main_ins')).toEqual([]);
  });
});

describe('what follows from the answer itself', () => {
  const exactly = (payload: JsonObject, step: string, answer: Parameters<typeof judging.exact>[2]) =>
    judging
      .targets(payload, '', step)
      .map((target) => [target.criterion, judging.exact(payload, target, answer)]);

  test('that there is nothing to report', () => {
    const nothing = { kind: 'no_evidence', text: 'There is no clear evidence.' } as const;
    expect(exactly(UNCLUED, 'main_ins', nothing)).toEqual([['false_match', 'YES']]);
    expect(exactly(CLUED, 'main_ins', nothing)).toEqual([
      ['cue_match', 'NO'],
      ['key_points', []],
      ['non_detm_match', 'NO'],
      ['non_detm_match', 'NO'],
    ]);
  });

  test('that the time ran out', () => {
    const none = { kind: 'none' } as const;
    expect(exactly(UNCLUED, 'main_ins', none)).toEqual([['false_match', 'NO']]);
    expect(exactly(CLUED, 'main_ins', none)[0]).toEqual(['cue_match', 'NO']);
    expect(exactly(CLUED, 'p_sub_ins/0', none)).toEqual([['sub_answer', 'NO']]);
  });

  test('of yes and no', () => {
    const [yes, no] = [{ kind: 'yes_no', value: 'yes' } as const, { kind: 'yes_no', value: 'no' } as const];
    expect(exactly(CLUED, 'p_sub_ins/0', yes)).toEqual([['sub_answer', 'YES']]);
    expect(exactly(CLUED, 'p_sub_ins/0', no)).toEqual([['sub_answer', 'NO']]);
    expect(exactly(CLUED, 'r_sub_ins/0', no)).toEqual([['sub_answer', 'YES']]);
  });

  test('of a text is nothing, whatever it says', () => {
    for (const text of ['Yes', 'There is no clear evidence.']) {
      const answer = { kind: 'text', text } as const;
      for (const [payload, step] of [
        [CLUED, 'main_ins'],
        [UNCLUED, 'main_ins'],
        [CLUED, 'p_sub_ins/0'],
      ] as const)
        for (const [, verdict] of exactly(payload, step, answer)) expect(verdict).toBeNull();
    }
  });
});

describe('the request to a judge', () => {
  test('has every placeholder filled in', () => {
    for (const each of judging.criteria) {
      const { system, user } = each.ask({
        question: 'Q?',
        answer: 'An answer.',
        reference: [{ title: 'Reference', text: 'R.' }],
        earlier: ['One.', 'Two.'],
      });
      expect(system).toBe('You are a helpful assistant.');
      expect(user, each.id).not.toMatch(/\[[A-Z]/u);
      const [first = ''] = each.instruction.user.split('\n');
      expect(user.startsWith(first)).toBe(true);
    }
  });

  test('takes nothing in an answer for a placeholder or a pattern', () => {
    const { user } = criterion('sub_answer').ask({
      question: 'Is [Expected Answer] $& there?',
      answer: "[Decomposed Questions] $1 $'",
      reference: [{ title: 'Expected answer', text: 'Yes' }],
      earlier: null,
    });
    expect(user).toMatch(
      /Question: Is \[Expected Answer\] \$& there\?\nAnswer: \[Decomposed Questions\] \$1 \$'\nReference: Yes$/u,
    );
  });

  test('lists the key points', () => {
    const asked = { question: 'Q?', answer: 'A', reference: [{ title: 'Clue', text: 'C.' }] };
    const of = (earlier: Criterion['ask'] extends (subject: infer S) => unknown ? S : never): string =>
      criterion('non_detm_match').ask(earlier).user;
    expect(of({ ...asked, earlier: ['One.', 'Two.'] })).toMatch(/observations:\n1\. One\.\n2\. Two\.$/u);
    expect(of({ ...asked, earlier: [] })).toMatch(/observations:\nno evidence found\.$/u);
  });
});

describe('the reply', () => {
  test.each(['cue_match', 'non_detm_match', 'sub_answer', 'false_match'])('to %s', (id) => {
    const readReply = (reply: string) => criterion(id).readReply(reply);
    for (const reply of [
      'YES',
      ' YES\n',
      'YES.',
      'Yes',
      'yes',
      '**YES**',
      '**yes**.',
      '"Yes."',
      '`YES`',
      'YES .',
    ])
      expect(readReply(reply)).toBe('YES');
    for (const reply of ['NO', 'NO.', '\tNO ']) expect(readReply(reply)).toBe('NO');
    for (const reply of ['', '**', 'YES!', 'YES, because', 'YES\nNO', 'maybe yes'])
      expect(readReply(reply), reply).toBeNull();
  });

  const points = (reply: string) => criterion('key_points').readReply(reply);

  test('with key points is a numbered list', () => {
    expect(points('1. Two cups.\n2. A scarf.')).toEqual(['Two cups.', 'A scarf.']);
    expect(points('\n1) Two cups.\r\n\r\n2) A scarf.\n')).toEqual(['Two cups.', 'A scarf.']);
    expect(points('2. Kept number.\n5. Another.')).toEqual(['Kept number.', 'Another.']);
    expect(points('1. Two cups\nof one kind.\n   - on the table\n2. A scarf.')).toEqual([
      'Two cups of one kind. - on the table',
      'A scarf.',
    ]);
  });

  test('without any says so', () => {
    for (const reply of ['no evidence found.', 'No evidence found', '“no evidence found.”'])
      expect(points(reply)).toEqual([]);
  });

  test('is nothing else', () => {
    for (const reply of [
      '',
      'Here they are:\n1. Two cups.',
      '1. Two cups.\n\nNote: nothing more.',
      '- Two cups.',
      'Two cups.',
      'There was no evidence found.',
    ])
      expect(points(reply), reply).toBeNull();
  });
});
