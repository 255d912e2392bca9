/*
 * Outlines in the Compact Font Format are small programs that call others, up to ten deep: each calling the next a hundred
 * times is no end of work in a few hundred bytes. opentype.js does all of it, looking every program up in a list.
 */

/** So many bytes of programs one glyph may run through; the richest of real fonts come to some ten thousand. */
const MOST_BYTES = 1_000_000;

/** Puts a bound to what the glyphs of a font that was read run through; `renew` before each glyph. */
export function boundSubroutines(font: object): { renew(): void } {
  let left = MOST_BYTES;
  const counted = (list: unknown[]): unknown[] =>
    new Proxy(list, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (Array.isArray(value) || ArrayBuffer.isView(value)) {
          // A call costs something by itself.
          left -= lengthOf(value) + 1;
          if (left < 0) throw new RangeError('One of its glyphs is drawn by more steps than can be taken.');
        }
        return value;
      },
    });
  const bound = (holder: unknown, name: string): void => {
    const list = memberOf(holder, name);
    if (isObject(holder) && Array.isArray(list)) Reflect.set(holder, name, counted(list));
  };
  const tables = memberOf(font, 'tables');
  for (const table of [memberOf(tables, 'cff'), memberOf(tables, 'cff2')]) {
    const dictionary = memberOf(table, 'topDict');
    bound(dictionary, '_subrs');
    const further = memberOf(dictionary, '_fdArray');
    if (Array.isArray(further)) for (const each of further) bound(each, '_subrs');
  }
  for (const name of ['gsubrs', 'subrs']) bound(font, name);
  return { renew: () => void (left = MOST_BYTES) };
}

const lengthOf = (value: readonly unknown[] | ArrayBufferView): number =>
  Array.isArray(value) ? value.length : 'byteLength' in value ? value.byteLength : 0;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function memberOf(holder: unknown, name: string): unknown {
  return isObject(holder) ? Reflect.get(holder, name) : undefined;
}
