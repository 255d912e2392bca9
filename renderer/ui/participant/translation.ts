/** What browsers and their extensions leave in a page that they translate. */
export interface PageSigns {
  /** The classes of the page's root. */
  readonly classes: readonly string[];
  /** The language that the root names now. */
  readonly lang: string;
  /** The language in which Casebook wrote the page; null: not known. */
  readonly own: string | null;
  /** Whether there are elements that only a translation makes. */
  readonly hasMarks: boolean;
}

/** Google Translate puts each text into `font` elements; Microsoft's marks what it translated. Casebook makes neither. */
const MARKS = 'font, [_msttexthash]';

/** The signs in the page as it is now. */
export function pageSigns({ documentElement: root }: Document): PageSigns {
  return {
    classes: [...root.classList],
    lang: root.lang,
    own: root.dataset['participant'] ?? null,
    hasMarks: root.querySelector(MARKS) !== null,
  };
}

/** The language into which a page is translated, `unknown` where nothing names it; null: it is as Casebook wrote it. */
export function translationOf({ classes, lang, own, hasMarks }: PageSigns): string | null {
  const named = own !== null && lang !== '' && lang.toLowerCase() !== own.toLowerCase() ? lang : null;
  if (named !== null) return named.slice(0, 35);
  return hasMarks || classes.includes('translated-ltr') || classes.includes('translated-rtl')
    ? 'unknown'
    : null;
}
