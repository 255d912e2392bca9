import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ParticipantLanguage } from '../../shared/domain/participantLanguage.ts';
import {
  catalogueText,
  participantTextNames,
  participantTexts,
  PLACEHOLDER,
} from '../../shared/participantTexts/texts.ts';
import { answerWords, timeInWords } from '../../shared/participantTexts/words.ts';
import { writtenTexts } from '../helpers/writtenTexts.ts';
import { answerInWords } from '../../shared/domain/baseline.ts';

const repository = join(import.meta.dirname, '../..');
const LANGUAGES = ParticipantLanguage.options;
const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([whole]) => whole).sort();

describe('the catalogue of participants’ texts', () => {
  it.each(LANGUAGES)('has every text in %s, with the same places to fill in', (language) => {
    for (const name of participantTextNames) {
      const text = catalogueText(language, name);
      expect(text.trim(), name).not.toBe('');
      expect(placeholders(text), name).toEqual(placeholders(catalogueText('en', name)));
    }
  });

  it.each(['de', 'zh'] as const)('has no English sentence left in %s', (language) => {
    const sentences = participantTextNames.filter((name) => catalogueText('en', name).includes(' '));
    // Of a single word languages can have the same.
    const same = sentences.filter((name) => catalogueText(language, name) === catalogueText('en', name));
    expect(same.filter((name) => /\p{L}/u.test(catalogueText('en', name).replace(PLACEHOLDER, '')))).toEqual(
      [],
    );
  });

  it('writes Chinese with Chinese signs', () => {
    for (const name of participantTextNames)
      expect(catalogueText('zh', name), name).not.toMatch(/\p{Script=Han}[,.;:?!]/u);
  });
});

describe('a text', () => {
  it('is filled in, with numbers and counts as the language has them', () => {
    const [en, de, zh] = LANGUAGES.map((language) => participantTexts(language));
    expect(en?.('progressOf', { done: 3, total: 1200 })).toBe('3 of 1,200');
    expect(de?.('progressOf', { done: 3, total: 1200 })).toBe('3 von 1.200');
    expect(zh?.('progressOf', { done: 3, total: 1200 })).toBe('3 / 1,200');
    expect([1, 2].map((count) => en?.('minutes', { count }))).toEqual(['1 minute', '2 minutes']);
    expect([1, 2].map((count) => de?.('seconds', { count }))).toEqual(['1 Sekunde', '2 Sekunden']);
    expect([1, 2].map((count) => zh?.('seconds', { count }))).toEqual(['1 秒', '2 秒']);
    expect(zh?.sentences('一。', '二。')).toBe('一。二。');
  });

  it('is the study’s own where it has one; an empty one or one of another name replaces nothing', () => {
    const say = participantTexts('de', {
      agree: 'Einverstanden',
      progressOf: '{total}: {done} ($& {else})',
      submit: ' ',
      nothing: 'Of an earlier version',
    });
    expect(say('agree')).toBe('Einverstanden');
    expect(say('progressOf', { done: 1, total: 2 })).toBe('2: 1 ($& {else})');
    expect(say('submit')).toBe('Abschicken');
    expect(say('disagree')).toBe('Ich stimme nicht zu');
  });

  it('says times and answers in words', () => {
    const say = participantTexts('de');
    expect([0, 1, 59, 60, 90, 120].map((time) => timeInWords(say, time))).toEqual([
      '0 Sekunden',
      '1 Sekunde',
      '59 Sekunden',
      '1 Minute',
      '1 Minute 30 Sekunden',
      '2 Minuten',
    ]);
    expect(answerInWords({ kind: 'yes_no', value: 'yes' }, null, answerWords(say))).toBe('Ja');
    expect(answerInWords({ kind: 'cell', row: 2, column: 3 }, null, answerWords(say))).toBe(
      'Zeile 2, Spalte 3',
    );
    expect(answerInWords({ kind: 'none' }, null)).toBe('(no answer)');
  });
});

/** The sources of participants' pages. */
const PAGES = ['renderer/screens/studySession', 'renderer/screens/arrival', 'renderer/ui/participant'];
describe('participants’ pages', () => {
  it('have no text but the catalogue’s', () => {
    const files = PAGES.flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.tsx'))
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(20);
    const texts = files.flatMap((file) =>
      writtenTexts(file, readFileSync(join(repository, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(texts).toEqual([]);
  });

  it('are looked through as they should be', () => {
    const source = `
      const a = <p>Written here</p>;
      const b = <p aria-label="Read out">{isOpen ? 'This' : \`That \${name}\`}</p>;
      const c = <p className={classes['x']} data-kind="trial">{say('agree')}{' '}{count} · {say(isOpen ? 'yes' : 'no')}</p>;
      const d = <Page title={isOpen ? 'One' : say('two')} kind="practice" role="status" />;
    `;
    expect(writtenTexts('x.tsx', source).toSorted()).toEqual(
      ['Read out', 'This', 'That', 'Written here', 'One'].toSorted(),
    );
  });
});
