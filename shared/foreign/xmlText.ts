import { DEEPEST_TEXT } from '../base/jsonText.ts';

/** An element of an XML text by its places in it, so that it can be kept, or changed in part, to the letter. */
export interface XmlElement {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Where what is between its tags begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly children: readonly XmlElement[];
}

interface OpenElement {
  readonly name: string;
  readonly start: number;
  readonly from: number;
  readonly children: XmlElement[];
}

/** What is no element, and what it ends with. */
const ASIDES: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * The outermost element of a text; null where the text is no XML or is nested too deeply. It follows tags alone, looks at
 * every letter once, and reads no document type.
 */
export function readXml(xml: string): XmlElement | null {
  const open: OpenElement[] = [];
  let root: XmlElement | null = null;
  const close = (element: XmlElement): void => {
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else root ??= element;
  };
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const aside = asideEnd(xml, at);
    if (aside !== null) {
      if (aside === -1) return null;
      at = aside;
      continue;
    }
    const end = tagEnd(xml, at);
    if (end === -1) return null;
    if (xml[at + 1] === '/') {
      const last = open.pop();
      if (last?.name !== xml.slice(at + 2, end - 1).trim()) return null;
      close({ ...last, end, to: at });
    } else {
      const name = /^[^\s/>]+/u.exec(xml.slice(at + 1, end))?.[0];
      if (name === undefined || open.length >= DEEPEST_TEXT) return null;
      if (xml[end - 2] === '/') close({ name, start: at, end, from: end, to: end, children: [] });
      else open.push({ name, start: at, from: end, children: [] });
    }
    at = end;
  }
  return open.length === 0 ? root : null;
}

/** Where a comment, a CDATA section, an instruction or a document type ends; null where there is none, -1 without an end. */
function asideEnd(xml: string, at: number): number | null {
  for (const [begin, end] of ASIDES) {
    if (!xml.startsWith(begin, at)) continue;
    const found = xml.indexOf(end, at + begin.length);
    return found === -1 ? -1 : found + end.length;
  }
  if (!xml.startsWith('<!', at)) return null;
  const bracket = xml.indexOf('[', at);
  const close = xml.indexOf('>', at);
  if (bracket === -1 || close < bracket) return close === -1 ? -1 : close + 1;
  const inner = xml.indexOf(']', bracket);
  const after = inner === -1 ? -1 : xml.indexOf('>', inner);
  return after === -1 ? -1 : after + 1;
}

/** The place after a tag's end; -1 where another tag begins within it. */
function tagEnd(xml: string, start: number): number {
  let quote: string | null = null;
  for (let at = start + 1; at < xml.length; at += 1) {
    const letter = xml[at];
    if (quote !== null) {
      if (letter === quote) quote = null;
    } else if (letter === '>') return at + 1;
    else if (letter === '<') return -1;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return -1;
}

/** The first child of this name. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** The children of this name. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** What an element says itself, without its children, comments and the blanks around it. */
export function textOf(xml: string, { from, to, children }: XmlElement): string {
  let text = '';
  let at = from;
  for (const child of children) {
    text += xml.slice(at, child.start);
    at = child.end;
  }
  text += xml.slice(at, to);
  return decoded(
    text
      .replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/gu, '')
      .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/gu, (_whole, literal: string) => escapeXml(literal))
      .trim(),
  );
}

/** A number that an element says; null where it says none. */
export function numberIn(xml: string, element: XmlElement | undefined): number | null {
  const text = element === undefined ? '' : textOf(xml, element);
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/iu.test(text) ? Number(text) : null;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Without the references that XML itself defines. */
function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/giu,
    (whole, hexadecimal?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as XML holds it: line breaks, and blanks at either end, as references, so that nothing that reads it trims them. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"']/gu, (letter) => REFERENCES[letter] ?? letter)
    .replaceAll(/[\t\n\r\u0085\u2028]|^\s|\s$/gu, (letter) => `&#${String(letter.codePointAt(0))};`);
}

/** A text without the characters that XML cannot hold at all, and how many those are. */
export function withoutUnwritable(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const kept = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, () => {
    removed += 1;
    return '';
  });
  return { text: kept, removed };
}
