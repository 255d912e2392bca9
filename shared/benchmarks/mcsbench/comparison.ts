import { z } from 'zod';
import { isList, type JsonObject } from '../../base/json.ts';
import { LETTERS } from './options.ts';
import { RELATIONS_EDITION, RELATIONS_OUTDATED } from './relationEdition.ts';
import { titleOf } from './rules.ts';
import type { McsBenchAnswer } from './schema.ts';
import { SCORES } from './task.ts';
import { OPERATORS, RELATIONS } from './taxonomy.ts';
import { type Attempts, CHANCE, SHORTCUT_SHARE, textOnlyAttempts } from './validation.ts';

/** One's own answer beside what machines said of the item. */
export interface AuditComparison {
  /** Who said it, in the order of the columns. */
  readonly auditors: readonly string[];
  readonly rows: readonly ComparedRow[];
  /** How the attempts without the image went, beside chance and threshold; null where nobody tried. */
  readonly attempts: string | null;
  /** What auditors add in words. */
  readonly notes: readonly { readonly auditor: string; readonly note: string }[];
}

export interface ComparedRow {
  readonly title: string;
  /** Null: not answered. */
  readonly own: string | null;
  /** One for each auditor; null: nothing said. */
  readonly others: readonly ComparedValue[];
}

export interface ComparedValue {
  readonly text: string | null;
  /** Whether it is another than one's own; false where either is silent. */
  readonly differs: boolean;
  /** By how many points it is above one's own, of scores. */
  readonly points: number | null;
}

const Score = z.number().nullish().catch(null);
const Flag = z.boolean().nullish().catch(null);

/** An auditor's output as far as it can be compared; what is malformed is as if it were not there. */
const Audit = z.looseObject({
  auditor: z.string().nullish().catch(null),
  quality: Score,
  factual_correctness: Score,
  distractor_correctness: Score,
  image_dependency: Score,
  self_containedness: Score,
  hallucination: Flag,
  options: z
    .record(z.string(), z.looseObject({ correct: Flag, plausible: Flag }))
    .nullish()
    .catch(null),
  justification: z
    .looseObject({ sufficient: Flag, factually_correct: Flag, logically_sound: Flag })
    .nullish()
    .catch(null),
  shortcut: z.looseObject({ solved: z.number(), of: z.number() }).nullish().catch(null),
  verdict: z.string().nullish().catch(null),
  note: z.string().nullish().catch(null),
  edition: z.number().nullish().catch(null),
  outdated: z.boolean().nullish().catch(null),
});
type Audit = z.infer<typeof Audit>;

const Relations = z.looseObject({
  pr: z.array(z.string()).nullish().catch(null),
  op_primary: z.string().nullish().catch(null),
  op_secondary: z.string().nullish().catch(null),
  rationale: z.string().nullish().catch(null),
  [RELATIONS_EDITION]: z.number().nullish().catch(null),
  [RELATIONS_OUTDATED]: z.boolean().nullish().catch(null),
});

/** The classification of relations and operators has no auditor's name. */
const CLASSIFIER = 'Classifier';

/**
 * One's own answer beside the auditors' output and the imported classification; what nobody said is left out. Null where
 * nothing came with the item.
 */
export function compareWithMachines(answer: McsBenchAnswer, machines: JsonObject): AuditComparison | null {
  const raw = machines['audit'] ?? null;
  const audits = (isList(raw) ? raw : [raw]).flatMap((each) => {
    const parsed = Audit.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  const relations = Relations.parse(machines);
  const isClassified = relations.pr != null || relations.op_primary != null;
  if (audits.length === 0 && !isClassified) return null;
  const nothing: readonly Statement[] = isClassified ? [null] : [];
  const audited = (title: string, own: Statement, said: (audit: Audit) => Statement): Line => ({
    title,
    own,
    said: [...audits.map(said), ...nothing],
  });
  const classified = (title: string, own: Statement, said: Statement): Line => ({
    title,
    own,
    said: [...audits.map(() => null), said],
  });
  const lines: Line[] = [
    audited('Verdict', keepOf(answer.verdict), ({ verdict }) => verdict ?? null),
    ...SCORES.map(({ field, title }) => audited(title, answer[field], (audit) => audit[KEYS[field]] ?? null)),
    audited('Hallucination', null, ({ hallucination }) => yesNo(hallucination)),
    audited('Answerable without the image', answer.shortcut, ({ shortcut }) =>
      shortcut == null ? null : { text: `${String(shortcut.solved)} of ${String(shortcut.of)}` },
    ),
    ...LETTERS.flatMap((letter): Line[] => {
      const isGold = answer.gold === letter;
      const own = isGold ? answer.goldCorrect : flipped(answer[`incorrect${letter}`]);
      return [
        audited(`${letter}: correct`, own, ({ options }) => yesNo(options?.[letter]?.correct)),
        ...(isGold
          ? []
          : [
              audited(titleOf(`plausible${letter}`), answer[`plausible${letter}`], ({ options }) =>
                yesNo(options?.[letter]?.plausible),
              ),
            ]),
      ];
    }),
    audited('Gold chain: sufficient', answer.chainSufficient, ({ justification }) =>
      yesNo(justification?.sufficient),
    ),
    audited('Gold chain: factually correct', answer.chainCorrect, ({ justification }) =>
      yesNo(justification?.factually_correct),
    ),
    audited('Gold chain: logically sound', answer.chainSound, ({ justification }) =>
      yesNo(justification?.logically_sound),
    ),
    ...(isClassified
      ? [
          classified('Relations', tagsOf(answer.relations), tagsOf(relations.pr ?? [])),
          classified('Primary operator', operatorOf(answer.operator), operatorOf(relations.op_primary)),
          classified(
            'Secondary operator',
            operatorOf(answer.secondOperator),
            operatorOf(relations.op_secondary),
          ),
        ]
      : []),
  ];
  const auditors = audits.map(({ auditor, edition, outdated }, at) => {
    return named(auditor ?? `Auditor ${String(at + 1)}`, edition, outdated);
  });
  return {
    attempts: attemptsInWords(textOnlyAttempts(machines)),
    auditors: isClassified
      ? [...auditors, named(CLASSIFIER, relations[RELATIONS_EDITION], relations[RELATIONS_OUTDATED])]
      : auditors,
    rows: lines
      .filter(({ said }) => said.some((each) => each !== null))
      .map(({ title, own, said }) => ({
        title,
        own: textOf(own),
        others: said.map((each) => compared(own, each)),
      })),
    notes: [
      ...audits.map(({ note }, at) => ({ auditor: auditors[at] ?? '', note: note ?? '' })),
      ...(isClassified ? [{ auditor: CLASSIFIER, note: relations.rationale ?? '' }] : []),
    ].filter(({ note }) => note.trim() !== ''),
  };
}

/** Who judged, and which edition where that is not the current one. */
const named = (
  name: string,
  edition: number | null | undefined,
  outdated: boolean | null | undefined,
): string => (outdated === true ? `${name} (edition ${String(edition ?? 1)}, outdated)` : name);

/** The pooled share of the attempts, beside what chance gives and what fails the filter. */
function attemptsInWords(attempts: Attempts | null): string | null {
  if (attempts === null) return null;
  const { solved, of } = attempts;
  const percent = (share: number): string => `${String(Math.round(share * 100))}%`;
  return `Without the image ${String(solved)} of ${String(of)} attempts chose the gold option (${percent(solved / of)}). Chance gives ${percent(CHANCE)}; more than ${percent(SHORTCUT_SHARE)} fails the shortcut filter.`;
}

/** What somebody said: a word, points, or something that is only shown. */
type Statement = string | number | { readonly text: string } | null;

interface Line {
  readonly title: string;
  readonly own: Statement;
  readonly said: readonly Statement[];
}

const KEYS = {
  quality: 'quality',
  factualCorrectness: 'factual_correctness',
  distractorCorrectness: 'distractor_correctness',
  imageDependency: 'image_dependency',
  selfContainedness: 'self_containedness',
} as const;

function compared(own: Statement, said: Statement): ComparedValue {
  const isSilent = own === null || said === null || typeof own === 'object' || typeof said === 'object';
  const differs = !isSilent && own !== said;
  const points = differs && typeof own === 'number' && typeof said === 'number' ? said - own : null;
  return { text: textOf(said), differs, points };
}

const textOf = (said: Statement): string | null =>
  said === null ? null : typeof said === 'object' ? said.text : String(said);

const yesNo = (flag: boolean | null | undefined): Statement => (flag == null ? null : flag ? 'yes' : 'no');

/** An item that has to be fixed is not kept as it is. */
const keepOf = (verdict: McsBenchAnswer['verdict']): Statement =>
  verdict === null ? null : verdict === 'accept' ? 'keep' : 'discard';

const flipped = (incorrect: McsBenchAnswer['incorrectA']): Statement =>
  incorrect === 'yes' ? 'no' : incorrect === 'no' ? 'yes' : incorrect;

function tagsOf(tags: readonly string[]): Statement {
  const known = RELATIONS.filter(({ id }) => tags.includes(id)).map(({ id }) => id);
  return known.length === 0 ? null : known.join(', ');
}

/** By its code, as relations are told: names do not fit beside several auditors. */
function operatorOf(operator: string | null | undefined): Statement {
  return OPERATORS.find(({ id }) => id === operator)?.id ?? null;
}
