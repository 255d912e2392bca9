import { z } from 'zod';
import { ParticipantLanguage } from '../../../shared/domain/participantLanguage.ts';
import { tabEntry } from '../../save/tabStorage.ts';

/** Which texts a study's pages have: in this language, with these of its own. */
export const StudyTexts = z.object({
  language: ParticipantLanguage,
  replacedTexts: z.record(z.string(), z.string()),
});
export type StudyTexts = z.infer<typeof StudyTexts>;

/** English as it comes. */
export const ENGLISH: StudyTexts = { language: 'en', replacedTexts: {} };

const entry = tabEntry('participant texts', StudyTexts);

/** Keeps a study's texts for pages of this tab that come before the study is known, or when it is not there. */
export function rememberTexts(texts: StudyTexts): void {
  entry.keep(texts);
}

/** The texts of the study last shown in this tab; before one was, those of the browser's language. */
export function rememberedTexts(): StudyTexts {
  return entry.read() ?? { language: browserLanguage(), replacedTexts: {} };
}

/** The first of the browser's languages that there are texts in, else English. */
function browserLanguage(): ParticipantLanguage {
  for (const each of navigator.languages) {
    const language = ParticipantLanguage.safeParse(each.split('-')[0]?.toLowerCase());
    if (language.success) return language.data;
  }
  return 'en';
}
