import { lexer, type MarkedToken, type Token } from 'marked';

const DRAWN = [
  'heading',
  'paragraph',
  'list',
  'table',
  'code',
  'space',
  'text',
  'escape',
  'strong',
  'em',
  'codespan',
  'link',
] as const;

/** A part of a page that the guide draws. */
export type DrawnToken = Extract<MarkedToken, { readonly type: (typeof DRAWN)[number] }>;

/** A heading of a page, with the anchor that a link names. */
export interface Heading {
  readonly text: string;
  readonly depth: number;
  readonly anchor: string;
}

/** A heading and the words below it, up to the next heading. */
export interface GuideSection extends Heading {
  /** Without markup, spaces in single file. */
  readonly body: string;
}

/** A parsed page of Markdown. */
export interface MarkdownPage {
  readonly tokens: readonly DrawnToken[];
  readonly headings: readonly Heading[];
  readonly sections: readonly GuideSection[];
}

/** Parses Markdown. Throws where a page uses something that the guide does not draw, such as raw HTML or an image. */
export function parse(text: string): MarkdownPage {
  const tokens = drawn(lexer(text));
  const sections: GuideSection[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText(token.tokens);
      sections.push({ text: heading, depth: token.depth, anchor: anchorOf(heading), body: '' });
      continue;
    }
    const section = sections.pop();
    if (section !== undefined)
      sections.push({
        ...section,
        body: `${section.body} ${blockText(token)}`.replaceAll(/\s+/gu, ' ').trim(),
      });
  }
  const headings = sections.map(({ text: heading, depth, anchor }) => ({ text: heading, depth, anchor }));
  return { tokens, headings, sections };
}

/** The words of a paragraph, a list, a table or code. */
function blockText(token: DrawnToken): string {
  if (token.type === 'list')
    return token.items.map(({ tokens }) => drawn(tokens).map(blockText).join(' ')).join(' ');
  if (token.type !== 'table') return plainText([token]);
  return [token.header, ...token.rows].flatMap((row) => row.map(({ tokens }) => plainText(tokens))).join(' ');
}

/** The anchor of a heading, as GitHub makes it, so that links work there too. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
}

/** The words of a line without their markup. */
export function plainText(tokens: readonly Token[]): string {
  return drawn(tokens)
    .map((token) =>
      'tokens' in token && token.tokens !== undefined
        ? plainText(token.tokens)
        : 'text' in token
          ? token.text
          : '',
    )
    .join('');
}

/** The tokens, once each is of a kind that the guide draws. */
export function drawn(tokens: readonly Token[]): readonly DrawnToken[] {
  return tokens.map((token) => {
    if (!isDrawn(token)) throw new Error(`The guide draws no "${token.type}": ${token.raw}`);
    return token;
  });
}

function isDrawn(token: Token): token is DrawnToken {
  return DRAWN.some((type) => type === token.type);
}
