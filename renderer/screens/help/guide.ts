import { parse, type Document } from './markdown.ts';

/** A page of the guide. Its name is that of its file without `.md`. */
export interface GuidePage extends Document {
  readonly name: string;
  readonly title: string;
}

export interface GuidePart {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

const files = import.meta.glob<string>('../../../resources/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The parts of the guide and the order of their pages. A new page is a name here. */
const CONTENTS = {
  Guide:
    'start library annotate team hub agreement adjudicate studies remote-participants judges results validate publish settings command-line glossary',
  Benchmarks:
    'benchmark-caughtcheating benchmark-mcsbench benchmark-argus benchmark-observatory benchmark-generic',
  Formats:
    'formats format-items format-boxes format-ratings format-answers format-hf format-caughtcheating format-mcsbench format-argus format-observatory',
};

/** The whole guide, in reading order. Throws where a page is listed and has no file. */
export const guide: readonly GuidePart[] = Object.entries(CONTENTS).map(([title, names]) => ({
  title,
  pages: names.split(' ').map((name) => readPage(name)),
}));

const pages: readonly GuidePage[] = guide.flatMap((part) => part.pages);

/** The page of that name; null where there is none. */
export function findPage(name: string | undefined): GuidePage | null {
  return pages.find((page) => page.name === name) ?? null;
}

/** A place in the guide that has the words searched for. */
export interface Found {
  readonly page: GuidePage;
  readonly heading: string;
  /** Null: the top of the page. */
  readonly anchor: string | null;
}

/** Headings that hold every word of a search. */
export function searchGuide(text: string): readonly Found[] {
  const words = text.toLowerCase().split(/\s+/u);
  return pages.flatMap((page) =>
    page.headings
      .filter((heading) => words.every((word) => heading.text.toLowerCase().includes(word)))
      .map(({ text: heading, depth, anchor }) => ({ page, heading, anchor: depth === 1 ? null : anchor })),
  );
}

function readPage(name: string): GuidePage {
  const text = files[`../../../resources/guide/${name}.md`];
  if (text === undefined) throw new Error(`The guide has no page ${name}.md.`);
  const document = parse(text);
  return { name, title: document.headings[0]?.text ?? name, ...document };
}
