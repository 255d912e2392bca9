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

/** A parsed page of Markdown. */
export interface Document {
  readonly tokens: readonly DrawnToken[];
  readonly headings: readonly Heading[];
}

/** Parses Markdown. Throws where a page uses something that the guide does not draw, such as raw HTML or an image. */
export function parse(text: string): Document {
  const tokens = drawn(lexer(text));
  const headings = tokens
    .filter((token) => token.type === 'heading')
    .map(({ tokens: content, depth }): Heading => {
      const heading = plainText(content);
      return { text: heading, depth, anchor: anchorOf(heading) };
    });
  return { tokens, headings };
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
