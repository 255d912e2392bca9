import type { Buffer } from 'node:buffer';

/*
 * Checks the programs that draw outlines in the Compact Font Format (Adobe Technical Note 5177) before opentype.js runs
 * them: calls nested ten deep, numbers that pile up unused, or a negative count of numbers would keep it busy without
 * end.
 */

/** Bytes of programs, and steps of outlines, that one glyph may take; the richest of real fonts come to some ten thousand. */
const MOST_STEPS = 200_000;
/** Steps that what the library does not know takes: it writes a line about each. */
const UNKNOWN = 1_000;
/** Numbers that a program may heap up, in CFF2, which allows more of them than the first version. */
const MOST_NUMBERS = 513;
const DEEPEST = 10;
/** An accented letter is put together from two, and these from none. */
const MOST_LAYERS = 4;

type Program = ArrayLike<number>;

/** What the library keeps of a font, as far as its programs need it. */
interface Glyphs<Glyph> {
  get(index: number): Glyph;
}

interface DrawnGlyph {
  readonly path: { readonly commands: readonly unknown[] };
}

/**
 * Has every glyph's program followed before the library draws it, those of the letters that accented ones are put together
 * from, too. Drawing throws {@link RangeError} where a program takes more than a letter does. `renew` before each glyph.
 */
export function boundPrograms(
  font: { readonly glyphs: Glyphs<DrawnGlyph> },
  programs: readonly Buffer[],
): { renew(): void } {
  const tables = memberOf(font, 'tables');
  const second = memberOf(tables, 'cff2');
  const table = second ?? memberOf(tables, 'cff');
  const steps = new Steps();
  if (table === undefined) return steps;
  const { glyphs } = font;
  const library = glyphs.get.bind(glyphs);
  let layers = 0;
  const get = (index: number): DrawnGlyph => {
    const program = programs[index];
    if (program !== undefined) new Run(font, table, index, second !== undefined, steps).follow(program);
    layers += 1;
    try {
      if (layers > MOST_LAYERS) throw new RangeError('Its glyphs nest others in too many layers.');
      const glyph = library(index);
      steps.take(glyph.path.commands.length);
      return glyph;
    } finally {
      layers -= 1;
    }
  };
  Object.assign(glyphs, { get });
  return steps;
}

class Steps {
  #left = MOST_STEPS;

  renew(): void {
    this.#left = MOST_STEPS;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new RangeError('One of its glyphs takes too many steps to draw.');
  }
}

/** Operators, by what they do to the numbers that wait. */
const STEMS: ReadonlySet<number> = new Set([1, 3, 18, 23]);
const MASKS: ReadonlySet<number> = new Set([19, 20]);
const LINES_AND_CURVES: ReadonlySet<number> = new Set([5, 6, 7, 8, 24, 25, 26, 27, 30, 31]);
/** How many numbers a move takes, by its operator. */
const MOVES: ReadonlyMap<number, number> = new Map([
  [4, 1],
  [21, 2],
  [22, 1],
]);
/** How many numbers a flex takes, by the second byte of its operator. */
const FLEXES: ReadonlyMap<number, number> = new Map([
  [34, 7],
  [35, 13],
  [36, 9],
  [37, 11],
]);
const [CALL, CALL_GLOBAL, RETURN, TWO_BYTES, END, REGIONS, BLEND, SHORT] = [10, 29, 11, 12, 14, 15, 16, 28];

class Run {
  readonly #steps: Steps;
  readonly #second: boolean;
  readonly #own: Subroutines;
  readonly #global: Subroutines;
  readonly #stores: unknown;
  #store: unknown;
  readonly #numbers: number[] = [];
  #stems = 0;
  #measured = false;
  #depth = 0;

  constructor(font: object, table: unknown, index: number, second: boolean, steps: Steps) {
    const top = memberOf(table, 'topDict');
    const select = memberOf(top, '_fdSelect');
    const dictionaries = memberOf(top, '_fdArray');
    const several = second || memberOf(font, 'isCIDFont') === true;
    const dictionary = several
      ? memberOf(dictionaries, String(select === undefined ? 0 : memberOf(select, String(index))))
      : top;
    this.#own = { list: memberOf(dictionary, '_subrs'), bias: memberOf(dictionary, '_subrsBias') };
    this.#global = { list: memberOf(font, 'gsubrs'), bias: memberOf(font, 'gsubrsBias') };
    this.#stores = memberOf(
      memberOf(memberOf(top, '_vstore'), 'itemVariationStore'),
      'itemVariationSubtables',
    );
    this.#store = memberOf(memberOf(dictionary, '_privateDict'), 'vsindex');
    this.#second = second;
    this.#steps = steps;
  }

  follow(program: Program): void {
    this.#steps.take(program.length + 1);
    for (let at = 0; at < program.length;) {
      const first = program[at] ?? 0;
      at += 1;
      if (first >= 32 || first === SHORT) {
        this.#push(numberAt(program, at, first));
        at += first === SHORT ? 2 : first < 247 ? 0 : first < 255 ? 1 : 4;
      } else if (first === RETURN && !this.#second) return;
      else if (first === TWO_BYTES) {
        this.#flex(program[at]);
        at += 1;
      } else {
        this.#operator(first);
        if (MASKS.has(first)) at += (this.#stems + 7) >> 3;
      }
    }
  }

  #operator(operator: number): void {
    const numbers = this.#numbers;
    const move = MOVES.get(operator);
    if (move !== undefined) {
      this.#measure(move);
      numbers.splice(-move);
    } else if (STEMS.has(operator) || MASKS.has(operator)) {
      this.#stems += numbers.length >> 1;
      this.#measured = true;
      numbers.length = 0;
    } else if (LINES_AND_CURVES.has(operator)) numbers.length = 0;
    else if (operator === CALL) this.#call(this.#own);
    else if (operator === CALL_GLOBAL) this.#call(this.#global);
    else if (operator === END && !this.#second) {
      if (numbers.length >= 4) numbers.splice(-4);
      else this.#measure(0);
    } else if (operator === REGIONS && this.#second) this.#store = numbers.pop();
    else if (operator === BLEND && this.#second) this.#blend();
    else this.#steps.take(UNKNOWN);
  }

  /** The width that may stand before the numbers of the first operator that takes any. */
  #measure(taken: number): void {
    if (this.#measured || this.#numbers.length <= taken) return;
    this.#numbers.shift();
    this.#measured = true;
  }

  #flex(operator: number | undefined): void {
    const taken = operator === undefined ? undefined : FLEXES.get(operator);
    if (taken === undefined) this.#steps.take(UNKNOWN);
    this.#numbers.splice(0, taken ?? this.#numbers.length);
  }

  #call({ list, bias }: Subroutines): void {
    const number = this.#numbers.pop();
    if (number === undefined || typeof bias !== 'number') return;
    const program = memberOf(list, String(number + bias));
    if (!isProgram(program)) return;
    if (this.#depth >= DEEPEST) {
      this.#steps.take(UNKNOWN);
      return;
    }
    this.#depth += 1;
    this.follow(program);
    this.#depth -= 1;
  }

  /** Each of these numbers is followed by what each region adds to it; the library removes that. */
  #blend(): void {
    const regions = memberOf(
      memberOf(memberOf(this.#stores, String(this.#store)), 'regionIndexes'),
      'length',
    );
    const count = this.#numbers.pop();
    const added = count === undefined || typeof regions !== 'number' ? NaN : count * regions;
    if (!Number.isInteger(count) || !(added >= 0 && added <= this.#numbers.length))
      throw new RangeError('One of its glyphs lacks numbers that it needs.');
    this.#numbers.length -= added;
  }

  #push(value: number): void {
    this.#numbers.push(value);
    if (this.#numbers.length > MOST_NUMBERS) throw new RangeError('One of its glyphs has too many numbers.');
  }
}

interface Subroutines {
  readonly list: unknown;
  readonly bias: unknown;
}

/** The number that begins with this byte and goes on here; as the library reads it where the program is cut off. */
function numberAt(program: Program, at: number, first: number): number {
  const byte = (offset: number): number => program[at + offset] ?? 0;
  if (first === SHORT) return ((byte(0) << 24) | (byte(1) << 16)) >> 16;
  if (first < 247) return first - 139;
  if (first < 251) return (first - 247) * 256 + (program[at] ?? NaN) + 108;
  if (first < 255) return -(first - 251) * 256 - (program[at] ?? NaN) - 108;
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) / 65_536;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isProgram = (value: unknown): value is number[] => Array.isArray(value);

function memberOf(holder: unknown, name: string): unknown {
  return isObject(holder) ? Reflect.get(holder, name) : undefined;
}
