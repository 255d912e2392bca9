import { describe, expect, it } from 'vitest';
import { baseline as argus } from '../../shared/benchmarks/argus/baseline.ts';
import { baseline as caughtcheating, NO_EVIDENCE } from '../../shared/benchmarks/caughtcheating/baseline.ts';
import type { TranslationStatus } from '../../shared/domain/itemTranslation.ts';
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

  const questions: TranslationStatus = {
    language: 'de',
    texts: 12,
    translated: 7,
    outdated: 1,
    items: 4,
    translatedItems: 2,
  };

  it('says which of its texts are English still, and how many of the items’ are not translated', () => {
    const suggested = [{ ...texts, thanks: 'Thanks' }];
    expect(mixedLanguages({ language: 'de', texts }, suggested, questions)).toEqual([
      'Participants’ pages are in German. 5 texts of the items’ questions (of 12) are not translated.',
      '2 items of 4 will be asked in the language in which they are written.',
      '1 translation is outdated, because the item’s text has changed since.',
      'Still in English, as Casebook suggested: consent and instructions.',
    ]);
    const all = { ...questions, translated: 12, outdated: 0, translatedItems: 4 };
    expect(mixedLanguages({ language: 'de', texts }, suggested, all)).toEqual([
      'Still in English, as Casebook suggested: consent and instructions.',
    ]);
    expect(mixedLanguages({ language: 'zh', texts }, [], null)).toHaveLength(1);
  });

  it('is none in English', () => {
    expect(mixedLanguages({ texts }, [texts], questions)).toEqual([]);
  });
});
