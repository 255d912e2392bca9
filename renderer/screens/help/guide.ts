import { type MarkdownPage, parse } from './markdown.ts';

/** A page of the guide. Its name is that of its file without `.md`. */
export interface GuidePage extends MarkdownPage {
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
export interface GuideHit {
  readonly page: GuidePage;
  readonly heading: string;
  /** Null: the top of the page. */
  readonly anchor: string | null;
  /** The text around the first word that the heading does not have; null where the heading has all of them. */
  readonly excerpt: string | null;
}

/** Places that hold every word of a search: first those that say it in their heading, then those that say it below. */
export function searchGuide(text: string): readonly GuideHit[] {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const found = pages.flatMap((page) =>
    page.sections.flatMap(({ text: heading, depth, anchor, body }): GuideHit[] => {
      const missing = words.filter((word) => !heading.toLowerCase().includes(word));
      if (!missing.every((word) => body.toLowerCase().includes(word))) return [];
      const [first] = missing;
      const excerpt = first === undefined ? null : excerptOf(body, body.toLowerCase().indexOf(first));
      return [{ page, heading, anchor: depth === 1 ? null : anchor, excerpt }];
    }),
  );
  return [
    ...found.filter(({ excerpt }) => excerpt === null),
    ...found.filter(({ excerpt }) => excerpt !== null),
  ];
}

/** How much of a text is shown around what was searched for, in characters before and after. */
const AROUND = [24, 56] as const;

/** The words around a place in a text, whole ones, with an ellipsis where there is more. */
function excerptOf(text: string, place: number): string {
  const [before, after] = AROUND;
  const start = place <= before ? 0 : text.indexOf(' ', place - before) + 1;
  const from = start > place ? place : start;
  const end = text.length - place <= after ? text.length : text.lastIndexOf(' ', place + after);
  const to = end <= place ? Math.min(text.length, place + after) : end;
  return `${from === 0 ? '' : '… '}${text.slice(from, to)}${to === text.length ? '' : ' …'}`;
}

function readPage(name: string): GuidePage {
  const text = files[`../../../resources/guide/${name}.md`];
  if (text === undefined) throw new Error(`The guide has no page ${name}.md.`);
  const document = parse(text);
  return { name, title: document.headings[0]?.text ?? name, ...document };
}
