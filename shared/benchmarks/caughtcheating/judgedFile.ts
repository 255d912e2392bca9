import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json.ts';
import { firstIssueInWords } from '../../base/issues.ts';
import type { ItemQuestion } from './answerFile.ts';
import { questionsOf } from './answerFile.ts';
import { Payload } from './schema.ts';

/*
 * Verdicts as the data set's own evaluation script writes them: one list, an object per item. It keeps single verdicts
 * of some criteria and only sums of others, so that a verdict is known where its sum leaves but one possibility.
 */

const YesNo = z.enum(['YES', 'NO']);
const Share = z.number().min(0).max(1);
const Texts = z.array(z.string());

/** One object of a file of verdicts; what is null was not judged. */
const JudgedEntry = z.looseObject({
  data_path: z.string().min(1, 'is empty'),
  label: z.boolean().nullish(),
  answer: z.string(),
  non_detm_cue: Texts.nullish(),
  summarize: z.string().nullish(),
  summarize_list: Texts.nullish(),
  cue_match: YesNo.nullish(),
  iou: Share.nullish(),
  inter_cont: z.int().nonnegative().nullish(),
  p_sub_ins: Texts.nullish(),
  p_sub_ans: z.array(z.string().nullable()).nullish(),
  p_sub_accuracy: Share.nullish(),
  r_sub_ins: Texts.nullish(),
  r_sub_ans: z.array(z.string().nullable()).nullish(),
  r_sub_accuracy: Share.nullish(),
  false_match: YesNo.nullish(),
});
type JudgedEntry = z.infer<typeof JudgedEntry>;

/** A verdict that a file tells of, or tells that there is one without saying which (`value` null). */
export interface JudgedVerdict {
  readonly step: string;
  readonly criterion: string;
  readonly subject: string;
  readonly value: Json | null;
}

/** What an entry says of an item. */
export interface JudgedItem {
  readonly dataPath: string;
  /** The answer to the claim question. */
  readonly answer: string;
  /**
   * The content under `p_sub_ans` and `r_sub_ans`, by step. The evaluation script writes the model's answers there; a
   * file that repeats the expected ones tells nothing of what was answered.
   */
  readonly decomposed: readonly {
    readonly question: ItemQuestion;
    readonly written: string | null;
    readonly expected: string | null;
  }[];
  readonly verdicts: readonly JudgedVerdict[];
  /** What cannot be taken, with the field it stands in. */
  readonly problems: readonly { readonly field: string; readonly reason: string }[];
}

/** Reads an entry of a file of verdicts, or says in which field it is none. */
export function readJudgedEntry(
  value: Json,
):
  | { readonly ok: true; readonly dataPath: string; readonly about: (payload: JsonObject) => JudgedItem }
  | { readonly ok: false; readonly field: string | null; readonly reason: string } {
  const parsed = JudgedEntry.safeParse(value);
  if (parsed.success)
    return {
      ok: true,
      dataPath: parsed.data.data_path,
      about: (payload) => judgedItem(parsed.data, payload),
    };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  return {
    ok: false,
    field: field === '' ? null : field,
    reason: firstIssueInWords(parsed.error),
  };
}

function judgedItem(entry: JudgedEntry, payload: JsonObject): JudgedItem {
  const source = Payload.parse(payload);
  const questions = questionsOf(payload);
  const verdicts: JudgedVerdict[] = [];
  const problems: { field: string; reason: string }[] = [];
  const decomposed: JudgedItem['decomposed'][number][] = [];
  const say = (criterion: string, subject: string, value: Json | null, step = 'main_ins'): void => {
    verdicts.push({ step, criterion, subject, value });
  };
  if (isThere(entry.label) && entry.label !== source.label) {
    const [judged, now] = entry.label ? ['clued', 'unclued'] : ['unclued', 'clued'];
    problems.push({ field: 'label', reason: `The verdict is for a ${judged} item; the item is ${now} now.` });
  } else if (source.label === false) {
    // Everything else in an unclued item's object is empty, or left over from the item before it.
    if (isThere(entry.false_match)) say('false_match', '', entry.false_match);
  } else {
    if (isThere(entry.cue_match)) say('cue_match', '', entry.cue_match);
    const points = entry.summarize_list ?? [];
    const summarized = isThere(entry.cue_match) || points.length > 0 || (entry.summarize ?? '') !== '';
    if (isThere(entry.summarize_list) && summarized) say('key_points', '', points);
    clueVerdicts(entry, source.non_detm_cue ?? [], say, problems);
    for (const kind of ['p_sub', 'r_sub'] as const) {
      const own = questions.filter((question) => question.kind === `${kind}_ins`);
      const asked = entry[`${kind}_ins`];
      const accuracy = entry[`${kind}_accuracy`];
      if (
        isThere(asked) &&
        !sameTexts(
          asked,
          own.map(({ question }) => question),
        )
      ) {
        problems.push({ field: `${kind}_ins`, reason: 'The item has other questions.' });
        continue;
      }
      if (isThere(accuracy)) {
        say(`${kind}_accuracy`, '', accuracy);
        const value = accuracy === 1 ? 'YES' : accuracy === 0 ? 'NO' : null;
        for (const { step } of own) say('sub_answer', '', value, step);
      }
      const written = entry[`${kind}_ans`] ?? [];
      const expected = source[`${kind}_ans`] ?? [];
      for (const [index, question] of own.entries())
        decomposed.push({
          question,
          written: written[index] ?? null,
          expected: expected[index] ?? null,
        });
    }
  }
  return { dataPath: entry.data_path, answer: entry.answer, decomposed, verdicts, problems };
}

/** How many of the weaker clues were found: which ones is known where it is none or all. */
function clueVerdicts(
  { iou, inter_cont: found, non_detm_cue: asked }: JudgedEntry,
  clues: readonly string[],
  say: (criterion: string, subject: string, value: Json | null) => void,
  problems: { field: string; reason: string }[],
): void {
  if (isThere(asked) && !sameTexts(asked, clues)) {
    problems.push({ field: 'non_detm_cue', reason: 'The item has other clues.' });
    return;
  }
  if (isThere(iou)) say('iou', '', iou);
  if (clues.length === 0 || !(isThere(iou) || isThere(found))) return;
  if (isThere(found) && found > clues.length) {
    problems.push({
      field: 'inter_cont',
      reason: `It counts ${String(found)} clues; the item has ${String(clues.length)}.`,
    });
    return;
  }
  const value = found === 0 ? 'NO' : found === clues.length ? 'YES' : null;
  for (const index of clues.keys()) say('non_detm_match', String(index), value);
}

function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text.trim() === b[index]?.trim());
}
