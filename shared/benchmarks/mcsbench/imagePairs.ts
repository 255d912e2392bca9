/** An image and what is said to belong to it. */
export type Pair = readonly [image: number, what: string];

const MARK = /\bimages?[\s_-]*(\d+)/giu;
const BETWEEN = String.raw`(?::|=>|->|[=→⟶↔–—-])`;
const AFTER = new RegExp(String.raw`^["'”’\])*\s]*${BETWEEN}\s*([^]*)$`, 'u');
const BEFORE = new RegExp(String.raw`^([^]*?)\s*["'”’)*]*\s*${BETWEEN}["'“‘[(*\s]*$`, 'u');

/**
 * What a text assigns to images, image first ("Image-1: b") or last ("b: Image-1"); null where it does neither.
 * @param least how many images it has to name
 */
export function pairsIn(text: string, least = 2): readonly Pair[] | null {
  const marks = [...text.matchAll(MARK)].map((mark) => ({
    image: Number(mark[1]),
    from: mark.index,
    to: mark.index + mark[0].length,
  }));
  const [first] = marks;
  if (first === undefined || marks.length < least) return null;
  const isFirst = /^[\s"'“‘{[(*]*$/u.test(text.slice(0, first.from));
  const pairs = marks.map(({ image, from, to }, place): Pair | null => {
    const part = isFirst
      ? AFTER.exec(text.slice(to, marks[place + 1]?.from))
      : BEFORE.exec(text.slice(marks[place - 1]?.to ?? 0, from));
    // What follows in lines of its own is not said of the image.
    const what = bare((isFirst ? part?.[1]?.split('\n')[0] : part?.[1]?.split('\n').at(-1)) ?? '');
    return what === '' ? null : [image, what];
  });
  // If the image comes last, nothing follows it.
  const rest = isFirst ? '' : text.slice(marks.at(-1)?.to);
  const said = pairs.filter((pair) => pair !== null);
  return said.length < pairs.length || bare(rest) !== '' ? null : said;
}

/** A part of a list without its separators. */
const bare = (part: string): string =>
  part
    .replace(/^(?:[\s,;.()[{}\]"'“‘”’*|]|\band\b)+/iu, '')
    .replace(/(?:[\s,;.({[}\]"'“‘”’*|]|\band\b)+$/iu, '');

/** A label in its plainest form: "Description (B)" is b. */
export const plainLabel = (label: string): string =>
  label
    .trim()
    .replace(/^(?:descriptions?|texts?|captions?|statements?)[\s-]+/iu, '')
    .replaceAll(/^["'“‘[(*]+|[\])"'”’*.:]+$/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
