import type { ParticipantLanguage } from '../domain/participantLanguage.ts';
import { de } from './de.ts';
import { en, type ParticipantText, type ParticipantTexts } from './en.ts';
import { zh } from './zh.ts';

type English = typeof en;

export type { ParticipantText } from './en.ts';

/** Names of texts in two forms, chosen by the count: `minutes` for `minutesOne` and `minutesMany`. */
export type CountedText = {
  [K in ParticipantText]: K extends `${infer Base}One`
    ? `${Base}Many` extends ParticipantText
      ? Base
      : never
    : never;
}[ParticipantText];

type Template<K extends ParticipantText | CountedText> = K extends ParticipantText
  ? English[K]
  : `${K}Many` extends ParticipantText
    ? English[`${K}Many`]
    : never;
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Value = string | number;
type Values<Text extends string> = [Placeholder<Text>] extends [never]
  ? []
  : [Readonly<Record<Placeholder<Text>, Value>>];

/** The name of a text with nothing to fill in. */
export type WholeText = {
  [K in ParticipantText]: [Placeholder<English[K]>] extends [never] ? K : never;
}[ParticipantText];

/** Casebook's own texts in the language of one study, with those that the study replaces. */
export interface Phrasebook {
  /** A text, filled in. Numbers are written as the language does. */
  <K extends ParticipantText | CountedText>(key: K, ...values: Values<Template<K>>): string;
  readonly language: ParticipantLanguage;
  /** A text with its braces, to be filled with more than texts. */
  template(key: ParticipantText): string;
  /** Whole sentences one after the other. */
  sentences(...texts: readonly string[]): string;
}

/** What fills a text's braces. */
export const PLACEHOLDER = /\{(\w+)\}/gu;

const CATALOGUES: Readonly<Record<ParticipantLanguage, ParticipantTexts>> = { en, de, zh };

const isText = (key: string): key is ParticipantText => Object.hasOwn(en, key);

/** Every name of a text, in the order of the pages. */
export const participantTextNames: readonly ParticipantText[] = Object.keys(en).filter(isText);

/** A text as the catalogue has it in a language, with its braces. */
export const catalogueText = (language: ParticipantLanguage, key: ParticipantText): string =>
  CATALOGUES[language][key];

/**
 * The texts of a study's language.
 * @param replaced the study's own in place of Casebook's, by name; empty ones replace nothing
 */
export function participantTexts(
  language: ParticipantLanguage,
  replaced: Readonly<Record<string, string>> = {},
): Phrasebook {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const template = (key: ParticipantText): string => {
    const own = Object.hasOwn(replaced, key) ? replaced[key] : undefined;
    return own === undefined || own.trim() === '' ? CATALOGUES[language][key] : own;
  };
  const nameOf = (key: string, values: Readonly<Record<string, Value>>): ParticipantText => {
    const counted = `${key}${plural.select(Number(values['count'])) === 'one' ? 'One' : 'Many'}`;
    const name = isText(key) ? key : counted;
    if (!isText(name)) throw new Error(`There is no text ${name}.`);
    return name;
  };
  const say = (key: string, values: Readonly<Record<string, Value>> = {}): string =>
    template(nameOf(key, values)).replace(PLACEHOLDER, (whole, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? whole : typeof value === 'number' ? number.format(value) : value;
    });
  return Object.assign(say, {
    language,
    template,
    // Chinese sentences end in a sign that has its space within it.
    sentences: (...texts: readonly string[]) => texts.join(language === 'zh' ? '' : ' '),
  });
}
