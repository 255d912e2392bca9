import { describe, expect, it } from 'vitest';
import { baseline as argus } from '../../shared/benchmarks/argus/baseline.ts';
import { baseline as caughtcheating, NO_EVIDENCE } from '../../shared/benchmarks/caughtcheating/baseline.ts';
import { mixedLanguages } from '../../shared/domain/mixedLanguages.ts';
import { answerInLanguage, benchmarkWords } from '../../shared/participantTexts/benchmarkWords.ts';
import { participantTexts } from '../../shared/participantTexts/texts.ts';

const german = participantTexts('de');

describe('what a benchmark says beside an item’s question', () => {
  it('is in the language of the study: titles of steps and fixed answers', () => {
    const steps = [
      ...caughtcheating.steps({ main_ins: 'A', p_sub_ins: ['B'], r_sub_ins: ['C'] }, ''),
      ...argus.steps({ basic_question: 'D' }, 'basic'),
    ];
    expect(steps.map(({ title }) => benchmarkWords(german, title))).toEqual([
      'Die Behauptung',
      'Was zu sehen ist',
      'Was es bedeutet',
      'Was da ist',
      'Was zu tun ist',
    ]);
    expect(benchmarkWords(participantTexts('zh'), NO_EVIDENCE)).toBe('没有明确的证据。');
    expect(answerInLanguage(german, { kind: 'text', noEvidence: NO_EVIDENCE })).toEqual({
      kind: 'text',
      noEvidence: 'Es gibt keinen eindeutigen Hinweis.',
    });
  });

  it('leaves the item’s own words, and follows the study’s own', () => {
    expect(benchmarkWords(german, 'Is the claim true?')).toBe('Is the claim true?');
    expect(benchmarkWords(participantTexts('de', { benchmarkClaim: 'Aussage' }), 'The claim')).toBe(
      'Aussage',
    );
    expect(answerInLanguage(german, { kind: 'yes_no' })).toEqual({ kind: 'yes_no' });
  });
});

describe('a study that mixes languages', () => {
  const texts = { consent: 'Agree?', instructions: 'Look.', breaks: '', thanks: 'Danke' };

  it('says which of its texts are English still, and that the questions stay as they are', () => {
    expect(mixedLanguages({ language: 'de', texts }, [{ ...texts, thanks: 'Thanks' }])).toEqual([
      'Participants’ pages are in German; the items’ own questions stay in the language in which they are written.',
      'Still in English, as Casebook suggested: consent and instructions.',
    ]);
    expect(mixedLanguages({ language: 'zh', texts }, [])).toHaveLength(1);
  });

  it('is none in English', () => {
    expect(mixedLanguages({ texts }, [texts])).toEqual([]);
  });
});
