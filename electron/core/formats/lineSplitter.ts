import { Buffer } from 'node:buffer';
import type { SplitElement } from './jsonSplitter.ts';
import { BYTE_ORDER_MARK, isSpace } from './jsonSplitter.ts';

const NOTHING = Buffer.alloc(0);

/** Cuts a file of one JSON value a line; blank lines are passed over. */
export class LineSplitter {
  #offset = 0;
  #line = 0;
  #parts: Buffer[] = [];
  #begun = 0;

  /** Takes the next bytes of the file and gives the lines that are complete; `index` is the line's, from 0. */
  push(chunk: Buffer): SplitElement[] {
    const found: SplitElement[] = [];
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, from);
      if (end === -1) break;
      this.#take(chunk.subarray(from, end), found);
      from = end + 1;
      this.#begun = this.#offset + from;
    }
    if (from < chunk.length) this.#parts.push(Buffer.from(chunk.subarray(from)));
    this.#offset += chunk.length;
    return found;
  }

  /** Gives the last line where no line end follows it. */
  end(): SplitElement[] {
    const found: SplitElement[] = [];
    this.#take(NOTHING, found);
    return found;
  }

  #take(last: Buffer, into: SplitElement[]): void {
    const whole = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    const marked = this.#line === 0 && whole.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const bytes = marked ? whole.subarray(3) : whole;
    this.#parts = [];
    if (!bytes.every(isSpace)) into.push({ member: null, index: this.#line, offset: this.#begun, bytes });
    this.#line += 1;
  }
}
