/*
 * JSON as text: what a record says is taken apart and put together without being written anew, so that 600.0 stays 600.0 and
 * keys stay in their order. Every text here has been read by JSON.parse before.
 */

/** A member of an object: its value as text. */
export interface JsonMember {
  readonly key: string;
  readonly value: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The members of an object, in their order. */
export function membersOf(text: string): JsonMember[] {
  return spansOf(text).map(({ key, value: { from, to } }) => ({ key, value: text.slice(from, to) }));
}

/** The elements of a list as text, in their order. */
export function elementsOf(text: string): string[] {
  const found: string[] = [];
  for (let at = skipSpace(text, text.indexOf('[') + 1); at < text.length && text[at] !== ']';) {
    const end = endOfValue(text, at);
    found.push(text.slice(at, end));
    at = skipSpace(text, skipSpace(text, end) + 1);
  }
  return found;
}

/**
 * An object with other members: a text takes the place of a value or is added at the end, null takes the member away. All else
 * stays to the letter.
 */
export function withMembers(text: string, changes: ReadonlyMap<string, string | null>): string {
  if (changes.size === 0) return text;
  const spans = spansOf(text);
  const kept = spans.filter(({ key }) => changes.get(key) !== null);
  const parts = kept.map(({ key, begins, value: { from, to } }) => {
    const changed = changes.get(key);
    return `${text.slice(begins, from)}${changed ?? text.slice(from, to)}`;
  });
  const known = new Set(spans.map(({ key }) => key));
  for (const [key, value] of changes)
    if (value !== null && !known.has(key)) parts.push(`${JSON.stringify(key)}:${value}`);
  const [first, second] = spans;
  // As the record itself separates its members.
  const comma = first === undefined || second === undefined ? ',' : text.slice(first.value.to, second.begins);
  return `{${parts.join(comma)}}`;
}

/** The same without space between its parts, where it goes over several lines. */
export function joinLines(text: string): string {
  if (!/[\n\r]/u.test(text)) return text;
  const parts: string[] = [];
  for (let at = skipSpace(text, 0); at < text.length;) {
    const start = at;
    if (text[at] === '"') at = endOfString(text, at);
    else while (at < text.length && text[at] !== '"' && !isSpace(text.charCodeAt(at))) at += 1;
    parts.push(text.slice(start, at));
    at = skipSpace(text, at);
  }
  return parts.join('');
}

function spansOf(text: string): { readonly key: string; readonly begins: number; readonly value: Span }[] {
  const found: { readonly key: string; readonly begins: number; readonly value: Span }[] = [];
  for (let begins = skipSpace(text, text.indexOf('{') + 1); text[begins] === '"';) {
    const keyEnd = endOfString(text, begins);
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const to = endOfValue(text, from);
    found.push({ key: String(JSON.parse(text.slice(begins, keyEnd))), begins, value: { from, to } });
    begins = skipSpace(text, skipSpace(text, to) + 1);
  }
  return found;
}

function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (sign === ',' || isSpace(text.charCodeAt(at)))) return at;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
