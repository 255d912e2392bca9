/** Words of the field and names that look like names in code. */
const WORDS = new Set(['mIoU', 'macOS', 'iOS', 'eLife', 'pH', 'vLLM']);

const PATTERNS: readonly RegExp[] = [
  // camelCase, as properties are called
  /(?<![\w./-])[a-z]+[A-Z]\w*/gu,
  // snake_case, as columns are called
  /(?<![\w./-])[a-z\d]+(?:_[a-z\d]+)+(?![\w./-])/giu,
  // paths to a part of a payload
  /\b[a-z]\w*\.\d+\.\w+/giu,
  /\b(?:null|NaN)\b|\[object \w+\]/gu,
  // A figure may be undefined; nothing else is.
  /(?<=\S )undefined\b|\bundefined(?= [a-z])/gu,
  /\btask [a-z]+[-_a-z]*:/gu,
];

/** Ways to say that a figure has no value. */
const UNDEFINED_FIGURE =
  /(?:is|are|spread|,|kappa|[-–:·;]) undefined|undefined (?:where|when|if|here|with|because|,|–)/u;

/**
 * Names in a text that only a programmer knows: of properties, columns, paths, or of no value at all.
 * @param own names that the data brings along, such as those of items
 */
export function internalNames(text: string, own: readonly string[] = []): readonly string[] {
  const others = own
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, '…'), text);
  const found = others
    .split('\n')
    .filter((line) => !UNDEFINED_FIGURE.test(line))
    .flatMap((line) =>
      PATTERNS.flatMap((pattern) =>
        [...line.matchAll(pattern)]
          .filter(([name]) => !WORDS.has(name))
          .map(([name]) => `“${name}” in “${line.slice(0, 120)}”`),
      ),
    );
  return [...new Set(found)];
}
