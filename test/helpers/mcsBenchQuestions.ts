import { PLACES, STATES, TAILS, VIEWS } from './mcsBenchWords.ts';

/** As many words as each list has that questions draw on. */
export const WORDS = 13;

/** What tells the tasks apart in how they ask. */
export type TaskCode = 'ca_align' | 'ca_discr' | 'cc_align' | 'cc_discr' | 'hypo' | 'mi_discr' | 'mi_match';

/**
 * The question of a task. Any two of the first 169 share one of their four words at most, so that none reads like
 * another; later ones say in addition which plate they are about.
 */
export function asker(code: TaskCode, place: number, parts: readonly string[]): (subject: string) => string {
  const [i, j] = [place % WORDS, Math.floor(place / WORDS) % WORDS];
  const plate = Math.floor(place / WORDS ** 2);
  const part = parts[i] ?? '';
  const view = VIEWS[j] ?? '';
  const where = PLACES[(i + j) % WORDS] ?? '';
  const other = parts[(i + 2 * j + 5) % WORDS] ?? '';
  const on = plate === 0 ? '' : ` on plate ${String(plate)}`;
  return (subject) => {
    switch (code) {
      case 'ca_align':
        return `Going by the ${part} and ${view}, what agrees with ${subject}${on} ${where}, the ${other} apart?`;
      case 'ca_discr':
        return `Which ${view} near the ${part} is not found in ${subject}${on}, photographed ${where} with its ${other}?`;
      case 'cc_align':
        return `Seen ${where}, whose ${part} would be taken for that of ${subject}${on} by its ${view} and ${other}?`;
      case 'cc_discr':
        return `What in the ${part} tells ${subject}${on} from its nearest kin, ${view} and ${other} being alike ${where}?`;
      case 'hypo':
        return `If the ${part} had been lost ${where}, how would the ${view} of ${subject}${on} change beside the ${other}?`;
      case 'mi_discr':
        return `Choose every picture in which the ${part} of ${subject}${on} shows its ${view} ${where}, ${other} included.`;
      case 'mi_match':
        return `Match each picture of ${subject}${on} taken ${where} with its ${part}, its ${view} or its ${other}.`;
    }
  };
}

/** Five options about equally long, the gold one in its place. */
export function optionsOf(
  code: TaskCode,
  random: () => number,
  parts: readonly string[],
  gold: number,
  images: number,
): readonly string[] {
  const from = Math.floor(random() * WORDS);
  const step = 1 + Math.floor(random() * 5);
  const at = (list: readonly string[], place: number): string => list[(from + place * step) % WORDS] ?? '';
  if (code === 'mi_discr') return shuffled(random, imageSets(images)).slice(0, 5);
  if (code === 'mi_match') {
    const [a, b, c] = [0, 1, 2].map((place) => `the ${at(parts, place)}`);
    const orders = [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
    ];
    return shuffled(random, orders).map((order) =>
      order.map((name, image) => `Image-${String(image + 1)}: ${name ?? ''}`).join('; '),
    );
  }
  const options = [0, 1, 2, 3, 4].map(
    (place) => `${at(STATES, place)} ${at(parts, place)} ${at(TAILS, place)}`,
  );
  if (code !== 'ca_align') return options;
  // The gold option is the longest, and not by so much that it would tell in a single item.
  const longest = Math.max(...options.map(({ length }) => length));
  const own = options[gold] ?? '';
  return options.with(gold, own.padEnd(longest + 1, own.endsWith('p') ? 'p' : ' all over it'));
}

/** Single images and pairs of them, by the names that options give them. */
function imageSets(images: number): readonly string[] {
  const names = Array.from({ length: images }, (_, at) => `Image-${String(at + 1)}`);
  const pairs = names.flatMap((a, at) => names.slice(at + 1).map((b) => `${a} and ${b}`));
  return [...names, ...pairs];
}

function shuffled<T>(random: () => number, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
