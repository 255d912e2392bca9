const USUAL: Readonly<Record<string, string>> = {
  '': 'test',
  training: 'train',
  testing: 'test',
  val: 'validation',
  valid: 'validation',
  dev: 'validation',
};

/**
 * The names that splits have in a data set on the Hugging Face Hub: `train`, `validation`, `test`, or what a file can be
 * called, no two the same. Items of no split (null) are in `test` where none has one, else in `unassigned`.
 */
export function splitNames(splits: Iterable<string | null>): (split: string | null) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const all = [...splits];
  const none = all.every((split) => split === null) ? 'test' : 'unassigned';
  const distinct = [...new Set(all.map((split) => split ?? none))];
  // A split that has its name already keeps it, whatever else is spelt nearly so.
  const kept = distinct.filter((split) => usualName(split) === split);
  for (const split of [...kept, ...distinct.filter((each) => !kept.includes(each))]) {
    const base = usualName(split);
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${String(count)}`;
    names.set(split, name);
    taken.add(name);
  }
  return (split) => names.get(split ?? none) ?? none;
}

function usualName(split: string): string {
  const safe = split
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '');
  return USUAL[safe] ?? safe;
}
