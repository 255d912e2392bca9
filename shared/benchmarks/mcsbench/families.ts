/** The seven tasks as the paper's Table 3 prints them, each with its cognitive level. */
export const TASKS = [
  { code: 'ca_align', name: 'C-A Align.', level: 'L1', overlaid: false },
  { code: 'ca_discr', name: 'C-A Discr.', level: 'L1', overlaid: false },
  { code: 'cc_align', name: 'C-C Align.', level: 'L2', overlaid: true },
  { code: 'cc_discr', name: 'C-C Discr.', level: 'L2', overlaid: true },
  { code: 'hypo', name: 'Hypo. Reas.', level: 'L3', overlaid: true },
  { code: 'mi_discr', name: 'MI-Discr.', level: 'L2', overlaid: true },
  { code: 'mi_match', name: 'MI-Match.', level: 'L2', overlaid: true },
] as const;
export type TaskFamily = (typeof TASKS)[number];

/** The levels of base items; L4 is that of the reasoning chains laid over them. */
export const LEVELS = ['L1', 'L2', 'L3'] as const;

/** The words of the names' written-out forms, shortened as the paper shortens them. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/concept/gu, 'c'],
  [/attribute/gu, 'a'],
  [/multiimage/gu, 'mi'],
  [/alignment/gu, 'align'],
  [/discrimination/gu, 'discr'],
  [/matching/gu, 'match'],
  [/hypothetical/gu, 'hypo'],
  [/reasoning/gu, 'reas'],
];

/** The task that a text names, whatever its punctuation and whether written out; undefined where it names none. */
export function findTask(text: string): TaskFamily | undefined {
  const plain = plainName(text);
  const bare = plain.replace(/(?:interventional|counterfactual)$/u, '');
  return TASKS.find(({ name, code }) => plainName(name) === bare || plainName(code) === bare);
}

function plainName(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^a-z]/gu, '');
  const short = SHORT.reduce((name, [word, by]) => name.replace(word, by), letters);
  return short === 'hypo' ? 'hyporeas' : short;
}
