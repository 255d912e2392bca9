import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCell, readLetter, readPlaces } from '../../shared/benchmarks/observatory/queries/answerFile.ts';
import type { Json } from '../../shared/base/json.ts';

const fenced = (text: string): string => `Here is my answer:\n\`\`\`json\n${text}\n\`\`\`\n`;

describe('the letter of an answer', () => {
  it('is read in the prompts’ JSON: an object, a list of one, text of either, one fenced block', () => {
    const answer = { reasoning: 'The `mole` on the cheek.', final_answer: 'B' };
    const text = JSON.stringify(answer, null, 2);
    for (const given of [answer, [answer], text, `[${text}]`, fenced(text), ` ${text}\n`])
      expect(readLetter(given)).toBe('B');
    expect(readLetter({ final_answer: ' D ' })).toBe('D');
  });

  it('stays unknown where it has to be guessed', () => {
    const unknown: readonly Json[] = [
      'B',
      'The answer is B.',
      { final_answer: 'E' },
      { final_answer: 'A or B' },
      { final_answer: ['A'] },
      { final_answer: null },
      { answer: 'A' },
      [],
      [{ final_answer: 'A' }, { final_answer: 'B' }],
      `${fenced('{"final_answer": "A"}')}${fenced('{"final_answer": "B"}')}`,
      '{"final_answer": "A"',
      null,
      7,
    ];
    for (const given of unknown) expect(readLetter(given)).toBeNull();
  });

  it('never throws, whatever was answered', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const json: Json = JSON.parse(JSON.stringify(value));
        for (const given of [json, text, { final_answer: json }]) {
          expect(['A', 'B', 'C', 'D', null]).toContain(readLetter(given));
          expect(() => [readCell(given), readPlaces(given, 'word'), readPlaces(given, null)]).not.toThrow();
        }
      }),
    );
  });
});

describe('the cell of an answer', () => {
  it('is [row, column], as a text or a list', () => {
    for (const final of ['[0,1]', '[0, 1]', ' [ 0 , 1 ] ', [0, 1]])
      expect(readCell({ reasoning: '', final_answer: final })).toEqual([0, 1]);
    expect(readCell(fenced('{"final_answer": "[1,0]"}'))).toEqual([1, 0]);
  });

  it('stays unknown where it is none of the four', () => {
    for (const final of [
      '[0,2]',
      '0,1',
      '(0,1)',
      [0],
      [0, 1, 0],
      '[[0,1]]',
      'top-right',
      [0.5, 1],
      ['0', '1'],
      null,
    ])
      expect(readCell({ final_answer: final })).toBeNull();
  });
});

describe('the boxes of an answer', () => {
  const eye = { x1: 1, y1: 2, x2: 3, y2: 4 };
  const drawn = (answer: Json, single: string | null = null): Record<string, unknown> | null => {
    const places = readPlaces(answer, single);
    return places === null ? null : Object.fromEntries(places.boxes);
  };

  it('are read by attribute, reasoning aside', () => {
    const answer = { left_eye: { reasoning: 'dark', ...eye }, nose: eye };
    for (const given of [answer, JSON.stringify(answer), fenced(JSON.stringify(answer)), [answer]])
      expect(drawn(given)).toMatchObject({ left_eye: eye, nose: eye });
    expect(drawn([{ left_eye: eye }, { nose: eye }])).toMatchObject({ left_eye: eye, nose: eye });
    expect(drawn({ reasoning: 'all of them', nose: eye })).toEqual({ nose: eye });
  });

  it('of a word need no name', () => {
    const answer = { sequence: 'cat', reasoning: 'ink', ...eye };
    expect(drawn(answer, 'word')).toMatchObject({ word: eye });
    expect(drawn([answer], 'word')).toMatchObject({ word: eye });
    expect(drawn({ word: eye }, 'word')).toEqual({ word: eye });
    expect(drawn(answer)).toBeNull();
  });

  it('are none in an empty list, which is an answer', () => {
    expect(drawn([])).toEqual({});
    expect(drawn('[]')).toEqual({});
    expect(drawn('Nothing found.')).toBeNull();
    expect(drawn(null)).toBeNull();
  });

  it('that are no boxes, or are said in two ways, are named and left undrawn', () => {
    const places = readPlaces(
      [
        { left_eye: { x1: 3, y1: 2, x2: 1, y2: 4 }, right_eye: null, nose: eye, mouth: eye },
        { nose: { ...eye, x2: 9 } },
      ],
      null,
    );
    expect(Object.fromEntries(places?.boxes ?? [])).toEqual({ mouth: eye });
    expect([...(places?.unread ?? [])].sort()).toEqual(['left_eye', 'nose', 'right_eye']);
    expect(readPlaces({ nose: { ...eye, x1: '1' } }, null)).toMatchObject({ unread: ['nose'] });
    expect(
      readPlaces(
        [
          { sequence: 'a', ...eye },
          { sequence: 'b', ...eye, x2: 8 },
        ],
        'word',
      ),
    ).toMatchObject({
      unread: ['word'],
    });
  });
});
