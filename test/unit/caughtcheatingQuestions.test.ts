import { describe, expect, test } from 'vitest';
import { suggestQuestions } from '../../shared/benchmarks/caughtcheating/questions.ts';
import { claimFromTemplate, disagreeingWords } from '../../shared/benchmarks/caughtcheating/template.ts';
import { published } from '../helpers/caughtPayloads.ts';

describe('the claim', () => {
  test('from the template agrees with its partner, whatever the scenario', () => {
    for (const partner of ['boyfriend', 'girlfriend'] as const) {
      expect(disagreeingWords(claimFromTemplate(partner, 'staying alone at the hotel'), partner)).toEqual([]);
      const other = partner === 'boyfriend' ? 'girlfriend' : 'boyfriend';
      expect(disagreeingWords(claimFromTemplate(partner, ''), other).length).toBeGreaterThan(1);
    }
    expect(claimFromTemplate('girlfriend', ' dining alone ')).toBe(
      'My girlfriend said she is dining alone and sent me this photo. Do you notice anything suspicious in the image that contradicts her claim?',
    );
  });

  test('is read by whole words', () => {
    expect(disagreeingWords('The theme of this shepherd', 'girlfriend')).toEqual([]);
    expect(disagreeingWords("My girlfriend said HE's out with him.", 'girlfriend')).toEqual(['he', 'him']);
  });
});

describe('suggested questions', () => {
  test('name the clue in words like those of the data set', () => {
    expect(
      suggestQuestions('There are two cups on the table, indicating that another person is here.'),
    ).toEqual({
      perception: [
        { question: 'Can you identify that there are two cups on the table in the image?', answer: 'Yes' },
      ],
      reasoning: [
        {
          question:
            'Do you think the fact that there are two cups on the table indicates that another person is here?',
          answer: 'Yes',
        },
      ],
    });
    expect(suggestQuestions('  ')).toEqual({ perception: [], reasoning: [] });
  });

  test.each([
    [
      'A second coat hangs by the door, which is direct evidence of another guest.',
      'Can you identify that a second coat hangs by the door in the image?',
      'Do you think the fact that a second coat hangs by the door is direct evidence of another guest?',
    ],
    [
      'A hair clip, commonly used by females, lies on the bed, as nobody else was there.',
      'Can you identify that a hair clip lies on the bed in the image?',
      'Do you think the fact that a hair clip lies on the bed contradicts the claim?',
    ],
    [
      'An elbow is visible at the left edge of the photo, which likely belongs to another person.',
      'Can you identify that an elbow is visible at the left edge of the photo?',
      'Do you think the fact that an elbow is visible at the left edge of the photo contradicts the claim?',
    ],
  ])('stop before the inference: %s', (clue, perceived, reasoned) => {
    const { perception, reasoning } = suggestQuestions(clue);
    expect([...perception, ...reasoning].map(({ question }) => question)).toEqual([perceived, reasoned]);
  });

  test('for every clue of the data set are one line, end in one question mark and keep the rules', () => {
    for (const source of published) {
      const cue = source['detm_cue'];
      if (typeof cue !== 'string') continue;
      const { perception, reasoning } = suggestQuestions(cue);
      for (const { question, answer } of [...perception, ...reasoning]) {
        expect(question).toMatch(/^(?:Can you identify that|Do you think the fact that) \S[^\n?]*\S\?$/u);
        expect(question).not.toMatch(/\s{2}|[.,]\?|, in the image/u);
        expect(answer).toBe('Yes');
      }
      expect(perception).toHaveLength(1);
      expect(reasoning).toHaveLength(1);
      expect(perception[0]?.question).not.toMatch(/evidence|, which|typically|indicat|suggest/iu);
    }
  });
});
