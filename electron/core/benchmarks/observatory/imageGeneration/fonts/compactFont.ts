import type { Buffer } from 'node:buffer';

/*
 * Checks outlines in the Compact Font Format (Adobe Technical Note 5176, and CFF2 of OpenType) before opentype.js reads
 * them. The library follows any offset: overlapping lists come to gigabytes, and a wrong offset keeps it busy for a
 * minute.
 */

/** Bytes; what the largest fonts say beside their glyphs, several times over. */
const MOST_READ = 16 * 1024 * 1024;
/** Bytes that an entry of a list takes by itself. */
const ENTRY = 16;
const MOST_ENTRIES = 0x1_0000;

/** Operators of dictionaries that say where something is; those of two bytes begin with 12. */
const OPERATOR = {
  charset: 15,
  encoding: 16,
  glyphs: 17,
  private: 18,
  subroutines: 19,
  variations: 24,
  collection: 1230,
  dictionaries: 1236,
  dictionaryOfGlyph: 1237,
} as const;
/** How many operands each has; all others have what they like. */
const OPERANDS: ReadonlyMap<number, number> = new Map([
  [OPERATOR.charset, 1],
  [OPERATOR.encoding, 1],
  [OPERATOR.glyphs, 1],
  [OPERATOR.private, 2],
  [OPERATOR.subroutines, 1],
  [OPERATOR.variations, 1],
  [OPERATOR.dictionaries, 1],
  [OPERATOR.dictionaryOfGlyph, 1],
]);
/** Of an operand, by its first byte. */
const [SHORT, LONG, REAL] = [28, 29, 30];

/** From its first byte to the one behind its last. */
type Range = readonly [start: number, end: number];
type Dictionary = ReadonlyMap<number, readonly number[]>;

interface List {
  readonly entries: readonly Range[];
  /** Where what comes behind it begins. */
  readonly end: number;
}

/**
 * The programs that draw the glyphs of a table of outlines, each by its glyph's number. Throws {@link RangeError} where the
 * table points out of itself, says of a place what is no number, or comes to more than a font does.
 */
export function compactPrograms(table: Buffer): Buffer[] {
  return new CompactTable(table).glyphs().map(([start, end]) => table.subarray(start, end));
}

class CompactTable {
  readonly #table: Buffer;
  #left = MOST_READ;
  /** Version 2 counts in four bytes, has fewer parts and more operators. */
  #second = false;

  constructor(table: Buffer) {
    this.#table = table;
  }

  glyphs(): readonly Range[] {
    this.#second = this.#number(0, 1) > 1;
    const top = this.#second ? this.#secondTop() : this.#firstTop();
    // The second version's dictionary has nothing else; the first one's may leave these out.
    for (const operator of [OPERATOR.charset, OPERATOR.encoding]) this.#place(top, operator);
    const glyphs = this.#place(top, OPERATOR.glyphs);
    if (glyphs === null) throw new RangeError('Its outlines do not say where its glyphs are.');
    this.#privateOf(top);
    const dictionaries = this.#place(top, OPERATOR.dictionaries);
    const dictionaryOfGlyph = this.#place(top, OPERATOR.dictionaryOfGlyph);
    if (top.has(OPERATOR.collection) && (dictionaries === null || dictionaryOfGlyph === null))
      throw outside();
    if (dictionaries !== null) {
      for (const range of this.#read(this.#list(dictionaries)).entries)
        this.#privateOf(this.#dictionary(range));
    }
    if (dictionaryOfGlyph !== null) this.#assertRising(dictionaryOfGlyph);
    const variations = this.#second ? this.#place(top, OPERATOR.variations) : null;
    if (variations !== null) this.#variations(variations);
    return this.#list(glyphs).entries;
  }

  #firstTop(): Dictionary {
    // Whatever the header says of its length, opentype.js takes it to be this long.
    const names = this.#read(this.#list(4));
    const tops = this.#read(this.#list(names.end));
    const texts = this.#read(this.#list(tops.end));
    this.#read(this.#list(texts.end));
    const [top, ...further] = tops.entries;
    if (top === undefined || further.length > 0)
      throw new RangeError('Its outlines are not those of one font.');
    return this.#dictionary(top);
  }

  #secondTop(): Dictionary {
    const start = this.#number(2, 1);
    const end = start + this.#number(3, 2);
    this.#read(this.#list(end));
    return this.#dictionary([start, end]);
  }

  /** What a dictionary's private part says, and the subroutines that this part has. */
  #privateOf(dictionary: Dictionary): void {
    const [size, start] = dictionary.get(OPERATOR.private) ?? [0, 0];
    if (size === undefined || start === undefined || size === 0) return;
    const range = [this.#within(start), this.#within(start + size)] as const;
    const [subroutines = 0] = this.#dictionary(range).get(OPERATOR.subroutines) ?? [];
    if (subroutines !== 0) this.#read(this.#list(this.#within(start + subroutines)));
  }

  /** Where a dictionary says that something is; null where it says nothing of it. */
  #place(dictionary: Dictionary, operator: number): number | null {
    const [place] = dictionary.get(operator) ?? [];
    return place === undefined ? null : this.#within(place);
  }

  /** The operators of a dictionary with their operands; those that are no integers as NaN. */
  #dictionary([start, end]: Range): Dictionary {
    this.#spend(end - start);
    const operators = new Map<number, readonly number[]>();
    const lastOperator = this.#second ? 27 : 21;
    let operands: number[] = [];
    for (let at = start; at < end;) {
      const first = this.#number(at, 1);
      if (first > lastOperator) {
        const [operand, length] = this.#operand(at);
        operands.push(operand);
        at += length;
        if (at > end) throw outside();
        continue;
      }
      const operator = first === 12 ? 1200 + this.#number(at + 1, 1) : first;
      const expected = OPERANDS.get(operator);
      const exact =
        operands.length === expected && operands.every(Number.isInteger) && !operators.has(operator);
      if (expected !== undefined && !exact)
        throw new RangeError('Its outlines lack a number that they need.');
      operators.set(operator, operands);
      operands = [];
      at += first === 12 ? 2 : 1;
    }
    return operators;
  }

  /** An operand as opentype.js reads it, that of two bytes without a sign, and how many bytes it takes. */
  #operand(at: number): readonly [value: number, length: number] {
    const first = this.#number(at, 1);
    if (first === SHORT) return [this.#number(at + 1, 2), 3];
    if (first === LONG) return [this.#number(at + 1, 4) | 0, 5];
    if (first === REAL) {
      for (let end = at + 1; ; end += 1) {
        const digits = this.#number(end, 1);
        if (digits >> 4 === 0xf || (digits & 0xf) === 0xf) return [NaN, end + 1 - at];
      }
    }
    if (first < 32) return [NaN, 1];
    if (first < 247) return [first - 139, 1];
    if (first < 251) return [(first - 247) * 256 + this.#number(at + 1, 1) + 108, 2];
    return [-(first - 251) * 256 - this.#number(at + 1, 1) - 108, 2];
  }

  /** An INDEX: how many there are, in how many bytes offsets are given, one more offset than there are, and what is there. */
  #list(start: number): List {
    const width = this.#second ? 4 : 2;
    const count = this.#number(start, width);
    if (count === 0) return { entries: [], end: start + width };
    if (count > MOST_ENTRIES) throw new RangeError('Its outlines have more parts than a font can have.');
    const size = this.#number(start + width, 1);
    if (size < 1 || size > 4) throw outside();
    const offsets = start + width + 1;
    // Offsets are counted from the byte before the first entry.
    const before = offsets + (count + 1) * size - 1;
    const entries: Range[] = [];
    let end = before + this.#number(offsets, size);
    if (end !== before + 1) throw outside();
    for (let index = 1; index <= count; index += 1) {
      const next = this.#within(before + this.#number(offsets + index * size, size));
      if (next < end) throw new RangeError('Parts of its outlines overlap.');
      entries.push([end, next]);
      end = next;
    }
    return { entries, end };
  }

  /** A list that opentype.js reads all at once. */
  #read(list: List): List {
    const [first] = list.entries;
    this.#spend(list.entries.length * ENTRY + (first === undefined ? 0 : list.end - first[0]));
    return list;
  }

  /** Each range of glyphs begins behind the one before: otherwise glyphs are listed anew without end. */
  #assertRising(start: number): void {
    const format = this.#number(start, 1);
    if (format !== 3 && format !== 4) return;
    const [count, glyph, dictionary] = format === 3 ? ([2, 2, 1] as const) : ([4, 4, 2] as const);
    let last = this.#number(start + 1 + count, glyph);
    let at = start + 1 + count + glyph;
    for (let left = this.#number(start + 1, count); left > 0; left -= 1) {
      const next = this.#number(at + dictionary, glyph);
      if (next <= last) throw new RangeError('Parts of its outlines overlap.');
      last = next;
      at += dictionary + glyph;
    }
  }

  /** The regions of a variable font and the lists of those of them that outlines vary in. */
  #variations(start: number): void {
    const store = start + 2;
    const regions = store + this.#number(store + 2, 4);
    this.#spend(this.#number(regions, 2) * this.#number(regions + 2, 2) * ENTRY);
    const count = this.#number(store + 6, 2);
    for (let index = 0; index < count; index += 1) {
      const list = store + this.#number(store + 8 + index * 4, 4);
      const [rows, columns] = [this.#number(list, 2), this.#number(list + 4, 2)];
      this.#spend((rows + 1) * (columns + 1) * ENTRY);
    }
  }

  #spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new RangeError('Its outlines have more parts than Casebook reads.');
  }

  /** The place, which may be the end of the table. */
  #within(place: number): number {
    if (!(place >= 0 && place <= this.#table.length)) throw outside();
    return place;
  }

  /** A number without a sign. */
  #number(place: number, bytes: number): number {
    if (!(place >= 0 && place + bytes <= this.#table.length)) throw outside();
    return this.#table.readUIntBE(place, bytes);
  }
}

const outside = (): RangeError => new RangeError('Its outlines refer to a place outside their table.');
