import { Buffer } from 'node:buffer';
import { fontOfTable } from './testFont.ts';

type Bytes = readonly number[];

/** Operators of dictionaries. */
const [GLYPHS, PRIVATE, SUBROUTINES, VARIATIONS] = [17, 18, 19, 24];
const [COLLECTION, DICTIONARIES, DICTIONARY_OF_GLYPH] = [
  [12, 30],
  [12, 36],
  [12, 37],
] as const;
/** Operators of glyphs' programs. */
const [CALL_GLOBAL, RETURN, END] = [29, 11, 14];

/** A number as dictionaries have it, always in five bytes, so that lengths are known before places are. */
export const operand = (value: number): Bytes => [
  29,
  (value >>> 24) & 0xff,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
];

/** An INDEX: its entries one behind the other. */
export function indexOf(entries: readonly Bytes[]): Bytes {
  if (entries.length === 0) return [0, 0];
  let end = 1;
  const offsets = [1, ...entries.map((entry) => (end += entry.length))];
  return [
    entries.length >>> 8,
    entries.length & 0xff,
    4,
    ...offsets.flatMap((offset) => operand(offset).slice(1)),
    ...entries.flat(),
  ];
}

/** Parts that stand at the end of the table, each with the operators that the dictionary has for its place. */
interface Part {
  readonly bytes: Bytes;
  readonly says: (place: number) => Bytes;
}

const glyphsPart = (glyphs: Bytes): Part => ({
  bytes: glyphs,
  says: (place) => [...operand(place), GLYPHS],
});

function fontOf(
  parts: readonly Part[],
  subroutines: readonly Bytes[] = [],
  says: Bytes = [],
  glyphs = 2,
): Buffer {
  const head = [1, 0, 4, 4, ...indexOf([[0x41]])];
  const behind = [...indexOf([]), ...indexOf(subroutines)];
  const dictionary = (start: number): Bytes => {
    let place = start;
    return [
      ...says,
      ...parts.flatMap((part) => {
        place += part.bytes.length;
        return part.says(place - part.bytes.length);
      }),
    ];
  };
  const start = head.length + indexOf([dictionary(0)]).length + behind.length;
  const bytes = [head, indexOf([dictionary(start)]), behind, ...parts.map((part) => part.bytes)].flat();
  return fontOfTable('CFF ', Buffer.from(bytes), glyphs);
}

/** A font whose A is drawn by this program, with these global subroutines. */
export const fontOfProgram = (program: Bytes, subroutines: readonly Bytes[] = []): Buffer =>
  fontOf([glyphsPart(indexOf([[END], program]))], subroutines);

/** A font whose A, B and so on are drawn by these programs. */
export const fontOfPrograms = (programs: readonly Bytes[]): Buffer =>
  fontOf([glyphsPart(indexOf([[END], ...programs]))], [], [], programs.length + 1);

/** A font of the format's second version, which varies along one axis, whose A is drawn by this program. */
export function fontOfVariations(program: Bytes): Buffer {
  const long = (value: number): Bytes => operand(value).slice(1);
  const list = (entries: readonly Bytes[]): Bytes =>
    entries.length === 0 ? [0, 0, 0, 0] : [0, 0, ...indexOf(entries)];
  const regions = [0, 1, 0, 1, 0, 0, 0x40, 0, 0x40, 0];
  const varied = [0, 0, 0, 0, 0, 1, 0, 0];
  const store = [0, 1, ...long(12), 0, 1, ...long(12 + regions.length), ...regions, ...varied];
  const ownPart = [...operand(0), 22];
  const parts = (start: number): { readonly dictionary: Bytes; readonly bytes: Bytes } => {
    const glyphs = list([[], program]);
    const dictionaries = start + glyphs.length;
    const build = (own: number): Bytes => list([[...operand(ownPart.length), ...operand(own), PRIVATE]]);
    const own = dictionaries + build(0).length;
    const variations = own + ownPart.length;
    return {
      dictionary: [
        ...operand(start),
        GLYPHS,
        ...operand(dictionaries),
        ...DICTIONARIES,
        ...operand(variations),
        VARIATIONS,
      ],
      bytes: [...glyphs, ...build(own), ...ownPart, 0, store.length, ...store],
    };
  };
  const length = parts(0).dictionary.length;
  const head = [2, 0, 5, 0, length];
  const { dictionary, bytes } = parts(head.length + length + list([]).length);
  return fontOfTable('CFF2', Buffer.from([...head, ...dictionary, ...list([]), ...bytes]), 2);
}

/** A font whose A runs a subroutine that calls the next `times` times, that one the next, and so on, eight deep. */
export function fontOfSubroutines(calls: number): Buffer {
  const call = (subroutine: number): Bytes => [32 + subroutine, CALL_GLOBAL];
  const subroutines = Array.from({ length: 8 }, (_, at) => [
    ...(at === 7 ? [] : Array.from({ length: calls }, () => call(at + 1)).flat()),
    RETURN,
  ]);
  return fontOfProgram([...call(0), END], subroutines);
}

/** A font with these bytes where the list of its glyphs ought to be. */
export const fontOfList = (bytes: Bytes): Buffer => fontOf([glyphsPart(bytes)]);

/** A font the place of whose glyphs is told by these operands. */
export const fontOfPlace = (operands: (place: number) => Bytes): Buffer =>
  fontOf([{ bytes: indexOf([[END], [END]]), says: (place) => [...operands(place), GLYPHS] }]);

/** A font of several fonts with the same subroutines, and a list that says which one a glyph is from. */
export function fontOfFonts(fonts: number, subroutines: number, select: Bytes): Buffer {
  const glyphs = indexOf([[END], [END]]);
  const own = [...operand(6), SUBROUTINES];
  const list = indexOf(Array.from({ length: subroutines }, () => [RETURN]));
  // The dictionaries stand behind the private part, which is in the same place whatever else is said.
  const build = (privatePart: number): Buffer =>
    fontOf(
      [
        glyphsPart(glyphs),
        { bytes: [...own, ...list], says: () => [] },
        {
          bytes: indexOf(
            Array.from({ length: fonts }, () => [...operand(own.length), ...operand(privatePart), PRIVATE]),
          ),
          says: (place) => [...operand(place), ...DICTIONARIES],
        },
        { bytes: select, says: (place) => [...operand(place), ...DICTIONARY_OF_GLYPH] },
      ],
      [],
      [...operand(0), ...operand(0), ...operand(0), ...COLLECTION],
    );
  const font = build(0);
  return build(
    font.lastIndexOf(Buffer.from([...own, ...list.slice(0, 16)])) - font.indexOf(Buffer.from([1, 0, 4, 4])),
  );
}
