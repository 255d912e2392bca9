import { z } from 'zod';

/** The languages in which Casebook's own texts on participants' pages come. */
export const ParticipantLanguage = z.enum(['en', 'de', 'zh']);
export type ParticipantLanguage = z.infer<typeof ParticipantLanguage>;

/** The languages in English. */
export const LANGUAGE_NAMES: Readonly<Record<ParticipantLanguage, string>> = {
  en: 'English',
  de: 'German',
  zh: 'Chinese',
};
