import { Buffer } from 'node:buffer';
import { ElementBytes } from './elementBytes.ts';
import { inMegabytes, LARGEST_ELEMENT } from './limits.ts';

/** One element of a list, as its bytes. */
export interface SplitElement {
  /** The member of the top-level object whose list (or plain value) it is; null in a top-level list. */
  readonly member: string | null;
  /** Its place in the list, from 0; null for a member that is no list. */
  readonly index: number | null;
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  /** The whole of it, or, of one that is larger than the limit, its beginning. */
  readonly bytes: Buffer;
  /** How many bytes it has in the file. */
  readonly length: number;
}

/** A file that is not JSON of the expected outline. */
export class MalformedJson extends Error {
  /** In bytes from the start of the file. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'MalformedJson';
    this.offset = offset;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether a byte is one of JSON's four kinds of white space. */
export const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** By their places in the file. */
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

type State =
  /** Before the outermost bracket. */
  | 'start'
  /** Before a key of the outermost object. */
  | 'key'
  /** Between a key and its colon. */
  | 'colon'
  /** Before the value of a key. */
  | 'value'
  /** Before an element of a list. */
  | 'element'
  /** Within an element or a member's value. */
  | 'inside'
  /** Within a key. */
  | 'inKey'
  /** After a member's list, before a comma or the end. */
  | 'afterMember'
  /** After the outermost bracket. */
  | 'end';

/**
 * Cuts a JSON file into the elements of its list, or of the lists in its top-level object, while reading it. It looks
 * only at brackets and quotes and leaves the rest to JSON.parse: several times faster than a tokenizer in JavaScript,
 * and every element's place is known. Of an element above the limit only the beginning is kept.
 */
export class JsonSplitter {
  #state: State = 'start';
  #outer: 'list' | 'object' | null = null;
  #offset = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #member: string | null = null;
  #index: number | null = 0;
  #closing = 0;
  #begun = 0;
  readonly #gathered = new ElementBytes();
  #afterComma = false;
  readonly #lists = new Set<string>();

  /** The members of the outermost object so far that are lists, empty ones included. */
  get lists(): ReadonlySet<string> {
    return this.#lists;
  }

  /** Takes the next bytes of the file and gives the elements that are complete. Throws {@link MalformedJson}. */
  push(chunk: Buffer): SplitElement[] {
    const found: SplitElement[] = [];
    let from = this.#state === 'inside' || this.#state === 'inKey' ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#state === 'inside') {
        if (this.#inString) this.#inString = !this.#endsText(byte);
        else if (this.#endsElement(byte)) {
          found.push(this.#element(chunk.subarray(from, at)));
          from = -1;
          this.#afterElement(byte);
        }
      } else if (this.#state === 'inKey') {
        if (!this.#endsText(byte)) continue;
        this.#member = keyOf(this.#gathered.take(chunk.subarray(from, at + 1)), this.#begun);
        from = -1;
        this.#state = 'colon';
      } else if (
        !isSpace(byte) &&
        byte !== BYTE_ORDER_MARK[this.#offset + at] &&
        this.#begin(byte, this.#offset + at)
      )
        from = at;
    }
    // What is begun continues in the next chunk.
    if (from !== -1) this.#gathered.add(chunk.subarray(from));
    this.#offset += chunk.length;
    return found;
  }

  /** Whether a byte within a text is the quote that ends it. */
  #endsText(byte: number): boolean {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else return byte === QUOTE;
    return false;
  }

  /** Whether a byte within an element, outside of its texts, follows upon its end. */
  #endsElement(byte: number): boolean {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
    else if (this.#depth === 0) return byte === COMMA || byte === this.#closing;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
    return false;
  }

  /** Says that the file has ended. Throws {@link MalformedJson} where it ended too early. */
  end(): void {
    if (this.#state === 'end') return;
    if (this.#state === 'start') throw new MalformedJson('The file is empty.', 0);
    const unfinished = this.#state === 'inside' || this.#state === 'inKey';
    throw new MalformedJson(
      unfinished ? 'The file ends in the middle of this element: it is cut off.' : 'The file is cut off.',
      unfinished ? this.#begun : this.#offset,
    );
  }

  /** The byte that is neither space nor inside something; whether something begins with it. */
  #begin(byte: number, offset: number): boolean {
    switch (this.#state) {
      case 'start':
        return this.#beginFile(byte, offset);
      case 'key':
        return this.#beginKey(byte, offset);
      case 'colon':
        if (byte !== COLON) throw new MalformedJson('A colon is missing here.', offset);
        this.#state = 'value';
        return false;
      case 'value':
        return this.#beginValue(byte, offset);
      case 'element':
        return this.#beginElement(byte, offset);
      case 'afterMember':
        if (byte === CLOSE_OBJECT) return this.#finish();
        if (byte !== COMMA) throw new MalformedJson('A comma is missing here.', offset);
        this.#afterComma = true;
        this.#state = 'key';
        return false;
      case 'end':
        throw new MalformedJson('There is text after the end of the list.', offset);
      case 'inside':
      case 'inKey':
        return true;
    }
  }

  #beginFile(byte: number, offset: number): boolean {
    if (byte !== OPEN_LIST && byte !== OPEN_OBJECT)
      throw new MalformedJson('The file is not a JSON list.', offset);
    this.#outer = byte === OPEN_LIST ? 'list' : 'object';
    this.#state = byte === OPEN_LIST ? 'element' : 'key';
    this.#closing = CLOSE_LIST;
    return false;
  }

  #beginKey(byte: number, offset: number): boolean {
    if (byte === CLOSE_OBJECT && !this.#afterComma) return this.#finish();
    if (byte !== QUOTE) throw new MalformedJson('A key in double quotes is missing here.', offset);
    this.#afterComma = false;
    this.#begun = offset;
    this.#state = 'inKey';
    return true;
  }

  #beginValue(byte: number, offset: number): boolean {
    if (byte === OPEN_LIST) {
      if (this.#member !== null) this.#lists.add(this.#member);
      this.#index = 0;
      this.#closing = CLOSE_LIST;
      this.#state = 'element';
      return false;
    }
    this.#index = null;
    this.#closing = CLOSE_OBJECT;
    return this.#enter(byte, offset);
  }

  #beginElement(byte: number, offset: number): boolean {
    if (byte === CLOSE_LIST && !this.#afterComma) return this.#leaveList();
    if (byte === COMMA || byte === CLOSE_LIST)
      throw new MalformedJson('There is an extra comma here.', offset);
    this.#afterComma = false;
    return this.#enter(byte, offset);
  }

  #enter(byte: number, offset: number): boolean {
    this.#begun = offset;
    this.#depth = byte === OPEN_LIST || byte === OPEN_OBJECT ? 1 : 0;
    this.#inString = byte === QUOTE;
    this.#escaped = false;
    this.#state = 'inside';
    return true;
  }

  #element(last: Buffer): SplitElement {
    return {
      member: this.#member,
      index: this.#index,
      offset: this.#begun,
      ...this.#gathered.take(last),
    };
  }

  #afterElement(byte: number): void {
    if (this.#index === null) {
      // A plain member of the top-level object.
      this.#afterComma = byte === COMMA;
      if (byte === COMMA) this.#state = 'key';
      else this.#finish();
      return;
    }
    this.#index += 1;
    this.#afterComma = byte === COMMA;
    if (byte === COMMA) this.#state = 'element';
    else this.#leaveList();
  }

  #leaveList(): false {
    this.#afterComma = false;
    if (this.#outer === 'list') return this.#finish();
    this.#state = 'afterMember';
    return false;
  }

  #finish(): false {
    this.#state = 'end';
    return false;
  }
}

function keyOf({ bytes, length }: { bytes: Buffer; length: number }, offset: number): string {
  if (length > LARGEST_ELEMENT)
    throw new MalformedJson(`A key is longer than ${inMegabytes(LARGEST_ELEMENT)}.`, offset);
  try {
    const key: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof key === 'string') return key;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new MalformedJson('A key is not written as JSON.', offset);
}
