import type { ParticipantLanguage } from './study.ts';

interface StudyWords {
  readonly language?: ParticipantLanguage | undefined;
  readonly texts: Readonly<Record<string, string>>;
}

const LANGUAGES: Readonly<Record<ParticipantLanguage, string>> = {
  en: 'English',
  de: 'German',
  zh: 'Chinese',
};

const NAMES: Readonly<Record<string, string>> = {
  consent: 'consent',
  instructions: 'instructions',
  breaks: 'text of breaks',
  thanks: 'thanks',
};

/**
 * What of a study is not in the language of its pages, in sentences; empty where nothing is known to be.
 * @param english the texts that a study starts from, in English
 */
export function mixedLanguages(
  { language = 'en', texts }: StudyWords,
  english: readonly StudyWords['texts'][],
): readonly string[] {
  if (language === 'en') return [];
  const left = Object.entries(NAMES).flatMap(([name, title]) => {
    const text = texts[name]?.trim() ?? '';
    return text !== '' && english.some((each) => each[name]?.trim() === text) ? [title] : [];
  });
  const named = new Intl.ListFormat('en').format(left);
  return [
    `Participants’ pages are in ${LANGUAGES[language]}; the items’ own questions stay in the language in which they are written.`,
    ...(left.length === 0 ? [] : [`Still in English, as Casebook suggested: ${named}.`]),
  ];
}
