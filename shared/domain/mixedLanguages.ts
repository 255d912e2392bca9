import { counted, formatCount } from '../base/counts.ts';
import type { TranslationStatus } from './itemTranslation.ts';
import { LANGUAGE_NAMES, type ParticipantLanguage } from './participantLanguage.ts';

interface StudyWords {
  readonly language?: ParticipantLanguage | undefined;
  readonly texts: Readonly<Record<string, string>>;
}

const NAMES: Readonly<Record<string, string>> = {
  consent: 'consent',
  instructions: 'instructions',
  breaks: 'text of breaks',
  thanks: 'thanks',
};

/**
 * The parts of a study that are not in its pages' language, in sentences; empty if none is known.
 * @param english the texts that a study starts from, in English
 * @param questions how much is translated of the items' own texts; null: that is not known
 */
export function mixedLanguages(
  { language = 'en', texts }: StudyWords,
  english: readonly StudyWords['texts'][],
  questions: TranslationStatus | null,
): readonly string[] {
  if (language === 'en') return [];
  const left = Object.entries(NAMES).flatMap(([name, title]) => {
    const text = texts[name]?.trim() ?? '';
    return text !== '' && english.some((each) => each[name]?.trim() === text) ? [title] : [];
  });
  const named = new Intl.ListFormat('en').format(left);
  return [
    ...untranslated(language, questions),
    ...(left.length === 0 ? [] : [`Still in English, as Casebook suggested: ${named}.`]),
  ];
}

/** What is not translated of the items' own texts, in sentences. */
function untranslated(language: ParticipantLanguage, questions: TranslationStatus | null): string[] {
  const pages = `Participants’ pages are in ${LANGUAGE_NAMES[language]}`;
  if (questions === null)
    return [`${pages}; items that are not translated are asked in the language in which they are written.`];
  const { texts, translated, items, translatedItems } = questions;
  if (translated === texts) return [];
  return [
    `${pages}. ${counted(texts - translated, 'text')} of the items’ questions (of ${formatCount(texts)}) ${texts - translated === 1 ? 'is' : 'are'} not translated.`,
    `${counted(items - translatedItems, 'item')} of ${formatCount(items)} will be asked in the language in which they are written.`,
    ...outdatedSentence(questions),
  ];
}

/** That translations are outdated, as a sentence; none where none is. */
export const outdatedSentence = ({ outdated }: TranslationStatus): string[] =>
  outdated === 0
    ? []
    : [
        `${counted(outdated, 'translation')} ${outdated === 1 ? 'is' : 'are'} outdated, because the item’s text has changed since.`,
      ];
