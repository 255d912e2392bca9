import { z } from 'zod';
import { ItemId } from '../base/ids.ts';
import { ParticipantLanguage } from './participantLanguage.ts';

/** The longest translation, in characters. */
const LONGEST_TEXT = 10_000;
/** The longest name of a translator. */
const LONGEST_NAME = 200;

/** A text of an item in the language of a study, kept with the study. */
export const ItemTranslation = z.object({
  language: ParticipantLanguage,
  itemId: ItemId,
  field: z.string().min(1),
  /** The item's text as it was translated: once the item says something else, the translation is outdated. */
  original: z.string(),
  text: z.string().min(1).max(LONGEST_TEXT),
  translator: z.string().min(1).max(LONGEST_NAME),
});
export type ItemTranslation = z.infer<typeof ItemTranslation>;

/** How much of what participants read of a study's items is in the study's language. */
export const TranslationStatus = z.object({
  language: ParticipantLanguage,
  texts: z.int(),
  translated: z.int(),
  /** Translations that are not shown, since the item's text has changed. */
  outdated: z.int(),
  items: z.int(),
  /** Items with every text translated: the others are asked as they are written. */
  translatedItems: z.int(),
});
export type TranslationStatus = z.infer<typeof TranslationStatus>;

/** What became of a table of translations. Where there are problems, nothing of it is stored. */
export const TranslationOutcome = z.object({
  stored: z.int(),
  /** Lines without a translation, which change nothing. */
  empty: z.int(),
  problems: z.array(z.object({ line: z.int(), reason: z.string() })),
});
export type TranslationOutcome = z.infer<typeof TranslationOutcome>;

/** A text that participants of a study read. */
export interface AskedText {
  readonly itemId: ItemId;
  /** The item's name in the casebook. */
  readonly item: string;
  readonly field: string;
  readonly text: string;
}

export const TRANSLATION_COLUMNS = ['item', 'field', 'original', 'text', 'translator'] as const;

/** A line of a table of translations, as it is in the file. */
export type TranslationLine = Readonly<Record<(typeof TRANSLATION_COLUMNS)[number], string>>;

const keyOf = (itemId: string, field: string): string => JSON.stringify([itemId, field]);

/** Spreadsheets write line breaks as their system does. */
const plain = (text: string): string => text.replaceAll(/\r\n?/gu, '\n').trim();

/** Whether a translation is of this text. */
export const isOf = ({ original }: Pick<ItemTranslation, 'original'>, text: string): boolean =>
  plain(original) === plain(text);

const byKey = (
  translations: readonly ItemTranslation[],
  language: ParticipantLanguage,
): ReadonlyMap<string, ItemTranslation> =>
  new Map(
    translations
      .filter((each) => each.language === language)
      .map((each) => [keyOf(each.itemId, each.field), each]),
  );

/** Every text of a study with its translation, which is empty where there is none of it as it is now. */
export function translationLines(
  texts: readonly AskedText[],
  translations: readonly ItemTranslation[],
  language: ParticipantLanguage,
): TranslationLine[] {
  const known = byKey(translations, language);
  return texts.map(({ itemId, item, field, text: original }) => {
    const found = known.get(keyOf(itemId, field));
    const { text, translator } =
      found !== undefined && isOf(found, original) ? found : { text: '', translator: '' };
    return { item, field, original, text, translator };
  });
}

/** How much is translated of what participants of a study read. */
export function translationStatus(
  texts: readonly AskedText[],
  translations: readonly ItemTranslation[],
  language: ParticipantLanguage,
): TranslationStatus {
  const known = byKey(translations, language);
  const found = texts.map((each) => ({ ...each, known: known.get(keyOf(each.itemId, each.field)) }));
  const isDone = (each: (typeof found)[number]): boolean =>
    each.known !== undefined && isOf(each.known, each.text);
  const items = [...Map.groupBy(found, ({ itemId }) => itemId).values()];
  return {
    language,
    texts: texts.length,
    translated: found.filter(isDone).length,
    outdated: found.filter((each) => each.known !== undefined && !isDone(each)).length,
    items: items.length,
    translatedItems: items.filter((each) => each.every(isDone)).length,
  };
}

/**
 * Checks the lines of a table against what participants read today.
 * @returns the translations and how many lines have none; or the problems, each by its line
 */
export function readTranslations(
  lines: readonly (TranslationLine & { readonly line: number })[],
  texts: readonly AskedText[],
  language: ParticipantLanguage,
): Pick<TranslationOutcome, 'empty' | 'problems'> & { readonly translations: readonly ItemTranslation[] } {
  const items = Map.groupBy(texts, ({ item }) => item);
  const seen = new Map<string, number>();
  const translations: ItemTranslation[] = [];
  const problems: TranslationOutcome['problems'] = [];
  for (const { line, ...cells } of lines) {
    const [item, field, translator] = [cells.item.trim(), cells.field.trim(), cells.translator.trim()];
    const own = items.get(item)?.find((each) => each.field === field);
    const before = seen.get(keyOf(item, field));
    seen.set(keyOf(item, field), before ?? line);
    const text = plain(cells.text);
    const why = ((): string | null => {
      if (!items.has(item)) return `The study asks about no item "${item}".`;
      if (own === undefined) return `Participants read no text "${field}" of the item "${item}".`;
      if (before !== undefined) return `It repeats line ${String(before)}.`;
      if (!isOf(cells, own.text)) return 'The original differs from the item’s text today.';
      if (text === '') return null;
      if (translator === '') return 'The translator is missing.';
      if (text.length > LONGEST_TEXT)
        return `The translation is longer than ${String(LONGEST_TEXT)} characters.`;
      if (translator.length > LONGEST_NAME)
        return `The translator’s name is longer than ${String(LONGEST_NAME)} characters.`;
      if (text.includes('\uFFFD') && !own.text.includes('\uFFFD'))
        return 'The translation lost characters: save the file as UTF-8.';
      return null;
    })();
    if (why !== null) problems.push({ line, reason: why });
    else if (own !== undefined && text !== '')
      translations.push({ language, itemId: own.itemId, field, original: own.text, text, translator });
  }
  const empty = lines.filter(({ text }) => text.trim() === '').length;
  return { translations: problems.length === 0 ? translations : [], empty, problems };
}

/** What is stored of a study once some translations are added: each takes the place of an earlier one of the same text. */
export function withTranslations(
  before: readonly ItemTranslation[],
  added: readonly ItemTranslation[],
): readonly ItemTranslation[] {
  const key = ({ language, itemId, field }: ItemTranslation): string =>
    JSON.stringify([language, itemId, field]);
  return [...new Map([...before, ...added].map((each) => [key(each), each])).values()];
}
