import type { Json } from './json.ts';

/**
 * Text from outside that is nested deeper than this is refused. Whatever walks through a value, here or in a library, calls
 * itself once a level, and what Casebook wraps around a value in its log must stay below the limit of `Json`.
 */
export const DEEPEST_TEXT = 100;

/** JSON that nobody writes by hand. It is a syntax error, since it is refused wherever text that is no JSON is. */
export class NestedTooDeeply extends SyntaxError {
  constructor() {
    super(TOO_DEEP);
    this.name = 'NestedTooDeeply';
  }
}

/** The sentence for a person. */
export const TOO_DEEP = `It is nested more than ${String(DEEPEST_TEXT)} levels deep.`;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What a JSON text from outside holds. Throws a SyntaxError for what is no JSON, {@link NestedTooDeeply} among them. */
export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text);
  if (isNestedTooDeeply(text)) throw new NestedTooDeeply();
  return value;
}

/** Whether brackets outside of strings are nested more than this many levels deep. Reads the text once. */
export function isNestedTooDeeply(text: string, deepest = DEEPEST_TEXT): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
