import { z } from 'zod';
import { answerEntry, questionsOf } from '../../shared/benchmarks/caughtcheating/answerFile.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { pick, seededRandom } from './random.ts';

/*
 * Answers to CaughtCheating items and verdicts on them, made from a seed: the same for the same seed. Who judges rightly
 * says what the answers were made to say; where a judge errs is known, so that what has to be disputed is, too.
 */

const Item = z.looseObject({
  data_path: z.string(),
  label: z.boolean(),
  scene: z.string(),
  target_partner: z.string(),
  main_ins: z.string(),
  detm_cue: z.string().optional(),
  non_detm_cue: z.array(z.string()).default([]),
  p_sub_ins: z.array(z.string()).default([]),
  r_sub_ins: z.array(z.string()).default([]),
});

export type YesNo = 'YES' | 'NO';

/** One thing that a judge says yes or no to. */
export interface Unit {
  readonly item: string;
  readonly step: string;
  readonly criterion: string;
  readonly subject: string;
}

/** A name for a unit, to look it up by. */
export const unitKey = ({ item, step, criterion, subject }: Unit): string =>
  [item, step, criterion, subject].join(' ');

/** What one respondent says of every item, and what is right to say of that. */
export interface PlantedAnswers {
  /** By the item's path, then by step. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The observations in the answer to a clued item's claim question. */
  readonly keyPoints: ReadonlyMap<string, readonly string[]>;
  /** Everything to be judged with yes or no, with the right verdict. */
  readonly units: readonly (Unit & { readonly right: YesNo })[];
}

/**
 * One respondent's answers.
 * @param skill the share of questions answered rightly, about
 */
export function plantAnswers(
  items: readonly JsonObject[],
  { seed, skill = 0.5 }: { readonly seed: number; readonly skill?: number },
): PlantedAnswers {
  const random = seededRandom(seed);
  const answers = new Map<string, Map<string, string>>();
  const keyPoints = new Map<string, string[]>();
  const units: (Unit & { right: YesNo })[] = [];
  for (const payload of items) {
    const item = Item.parse(payload);
    const said = new Map<string, string>();
    answers.set(item.data_path, said);
    const judge = (step: string, criterion: string, subject: string, right: boolean): void => {
      units.push({ item: item.data_path, step, criterion, subject, right: right ? 'YES' : 'NO' });
    };
    for (const { step, kind } of questionsOf(payload)) {
      const right = random() < skill;
      if (kind !== 'main_ins') {
        said.set(
          step,
          right ? pick(random, ['Yes', 'Yes, I can see it.']) : pick(random, ['No', 'I cannot.']),
        );
        judge(step, 'sub_answer', '', right);
      } else if (item.label) {
        const points = [
          ...(right ? [item.detm_cue ?? ''] : []),
          ...item.non_detm_cue.filter((clue, index) => {
            const found = random() < skill;
            judge(step, 'non_detm_match', String(index), found);
            return found && clue !== '';
          }),
          ...(random() < 0.5
            ? [pick(random, ['The lighting is warm.', 'There is one plate on the table.'])]
            : []),
        ];
        keyPoints.set(item.data_path, points);
        said.set(
          step,
          points.length === 0
            ? 'Nothing stands out.'
            : points.map((point, at) => `${String(at + 1)}. ${point}`).join('\n'),
        );
        judge(step, 'cue_match', '', right);
      } else {
        said.set(
          step,
          right ? 'There is no clear evidence.' : 'There seems to be a second person in the window.',
        );
        judge(step, 'false_match', '', right);
      }
    }
  }
  return { answers, keyPoints, units };
}

/** The answers as the data set's inference script writes them. */
export function answerFile(items: readonly JsonObject[], { answers }: PlantedAnswers): JsonObject {
  return Object.fromEntries(
    items.map((payload, index) => {
      const said = answers.get(Item.parse(payload).data_path);
      return [String(index), answerEntry(payload, (step) => said?.get(step) ?? null)];
    }),
  );
}

/** What one judge says, by {@link unitKey}, and where they err. */
export interface PlantedVerdicts {
  readonly verdicts: ReadonlyMap<string, YesNo>;
  readonly wrong: ReadonlySet<string>;
}

/**
 * A judge's verdicts: the right ones, but for a share of errors.
 * @param criteria on which they err; left out: on any
 */
export function plantVerdicts(
  { units, keyPoints }: PlantedAnswers,
  {
    seed,
    errors,
    criteria,
  }: { readonly seed: number; readonly errors: number; readonly criteria?: readonly string[] },
): PlantedVerdicts {
  const random = seededRandom(seed);
  const wrong = new Set<string>();
  const verdicts = new Map<string, YesNo>();
  for (const unit of units) {
    // Where nothing was observed there is nothing to find a clue in: no judge is asked.
    const asked = unit.criterion !== 'non_detm_match' || (keyPoints.get(unit.item) ?? []).length > 0;
    const errs = random() < errors && asked && (criteria === undefined || criteria.includes(unit.criterion));
    if (errs) wrong.add(unitKey(unit));
    verdicts.set(unitKey(unit), errs === (unit.right === 'YES') ? 'NO' : 'YES');
  }
  return { verdicts, wrong };
}

/**
 * The verdicts as the data set's evaluation script writes them: single ones of the claim question, shares of the
 * others. An unclued item's object repeats the count of the item before it, as the script's do.
 */
export function judgedFile(
  items: readonly JsonObject[],
  planted: PlantedAnswers,
  { verdicts }: PlantedVerdicts,
): JsonObject[] {
  let left = 0;
  return items.map((payload) => {
    const item = Item.parse(payload);
    const { data_path: path } = item;
    const verdict = (step: string, criterion: string, subject = ''): YesNo | null =>
      verdicts.get(unitKey({ item: path, step, criterion, subject })) ?? null;
    const answerTo = (step: string): string => planted.answers.get(path)?.get(step) ?? '';
    const points = planted.keyPoints.get(path) ?? [];
    const found = item.non_detm_cue.filter(
      (_, index) => verdict('main_ins', 'non_detm_match', String(index)) === 'YES',
    ).length;
    const union = item.non_detm_cue.length + points.length - found;
    if (item.label) left = points.length === 0 ? 0 : found;
    const share = (kind: 'p_sub_ins' | 'r_sub_ins'): number | null => {
      if (!item.label || item[kind].length === 0) return null;
      const right = item[kind].filter(
        (_, index) => verdict(`${kind}/${String(index)}`, 'sub_answer') === 'YES',
      );
      return right.length / item[kind].length;
    };
    const said = (kind: 'p_sub_ins' | 'r_sub_ins'): Json =>
      item[kind].map((_, index) => answerTo(`${kind}/${String(index)}`));
    const [perception, reasoning] = [share('p_sub_ins'), share('r_sub_ins')];
    return {
      data_path: path,
      main_ins: item.main_ins,
      scene: item.scene,
      target: item.target_partner,
      label: item.label,
      detm_cue: item.detm_cue ?? '',
      non_detm_cue: item.non_detm_cue,
      answer: answerTo('main_ins'),
      summarize: item.label ? (points.length === 0 ? 'no evidence found' : answerTo('main_ins')) : '',
      summarize_list: points,
      cue_match: verdict('main_ins', 'cue_match'),
      iou: !item.label || item.non_detm_cue.length === 0 ? null : points.length === 0 ? 0 : found / union,
      inter_cont: left,
      p_sub_ins: item.p_sub_ins,
      p_sub_ans: said('p_sub_ins'),
      p_sub_accuracy: perception,
      r_sub_ins: item.r_sub_ins,
      r_sub_ans: said('r_sub_ins'),
      r_sub_accuracy: reasoning,
      all_sub_correct: item.label ? Number((perception ?? 1) === 1 && (reasoning ?? 1) === 1) : null,
      false_match: verdict('main_ins', 'false_match'),
    };
  });
}

/** A judge's verdicts on one respondent's answers as lines of `verdicts-jsonl`. */
export function verdictLines(
  { units }: PlantedAnswers,
  { verdicts }: PlantedVerdicts,
  who: { readonly respondent: string; readonly judge: string; readonly more?: JsonObject },
): string {
  return units
    .map((unit) => {
      const { item, step, criterion, subject } = unit;
      const { respondent, judge, more } = who;
      const value = verdicts.get(unitKey(unit)) ?? null;
      return `${JSON.stringify({ item, respondent, criterion, value, judge, rationale: null, step, subject, ...more })}\n`;
    })
    .join('');
}

/** An LLM's verdict in a file, against what a person says of the same: where they differ is to be disputed. */
export function differing(a: PlantedVerdicts, b: PlantedVerdicts): string[] {
  return [...a.verdicts]
    .filter(([unit, value]) => b.verdicts.get(unit) !== value)
    .map(([unit]) => unit)
    .sort();
}
