import { Buffer } from 'node:buffer';
import { LARGEST_ELEMENT } from './limits.ts';

/** So much is kept of what is too large: enough to find its name. */
const BEGINNING = 4096;

/** The bytes of one element, which come in several chunks. Of one beyond the limit only the beginning is kept. */
export class ElementBytes {
  #parts: Buffer[] = [];
  #length = 0;

  /** Copies the bytes, so that a reader may use its buffer again. */
  add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length <= LARGEST_ELEMENT) this.#parts.push(Buffer.from(bytes));
    else this.#parts = [this.#beginning(bytes)];
  }

  /** The element with its last bytes, and how long it is in the file; the next one begins. */
  take(last: Buffer): { readonly bytes: Buffer; readonly length: number } {
    const length = this.#length + last.length;
    const bytes =
      length > LARGEST_ELEMENT
        ? this.#beginning(last)
        : this.#parts.length === 0
          ? last
          : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    return { bytes, length };
  }

  /** The first bytes of what was gathered and of what follows. */
  #beginning(next: Buffer): Buffer {
    const beginning = Buffer.concat([...this.#parts, next.subarray(0, BEGINNING)]).subarray(0, BEGINNING);
    return Buffer.from(beginning);
  }
}
