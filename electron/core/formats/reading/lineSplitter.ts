import { Buffer } from 'node:buffer';
import { ElementBytes } from './elementBytes.ts';
import { BYTE_ORDER_MARK, isSpace, type SplitElement } from './jsonSplitter.ts';

const NOTHING = Buffer.alloc(0);

/** Cuts a file of one JSON value a line; blank lines are passed over. Memory is bounded as with lists. */
export class LineSplitter {
  #offset = 0;
  #line = 0;
  readonly #gathered = new ElementBytes();
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
    if (from < chunk.length) this.#gathered.add(chunk.subarray(from));
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
    const whole = this.#gathered.take(last);
    const marked = this.#line === 0 && whole.bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const bytes = marked ? whole.bytes.subarray(3) : whole.bytes;
    if (!bytes.every(isSpace))
      into.push({ member: null, index: this.#line, offset: this.#begun, bytes, length: whole.length });
    this.#line += 1;
  }
}
