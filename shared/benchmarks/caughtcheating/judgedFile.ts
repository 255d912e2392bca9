import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json.ts';
import { firstIssueInWords } from '../../base/issues.ts';
import { questionsOf, type StepQuestion } from './answerFile.ts';
import { CaughtCheatingPayload } from './schema.ts';

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
export interface JudgedFileEntry {
  readonly dataPath: string;
  /** The answer to the claim question. */
  readonly answer: string;
  /**
   * The content under `p_sub_ans` and `r_sub_ans`, by step. The evaluation script writes the model's answers there; a
   * file that repeats the expected ones tells nothing of what was answered.
   */
  readonly decomposed: readonly {
    readonly question: StepQuestion;
    readonly written: string | null;
    readonly expected: string | null;
  }[];
  readonly verdicts: readonly JudgedVerdict[];
  /** What cannot be taken, with the field it is in. */
  readonly problems: readonly { readonly field: string; readonly reason: string }[];
}

/** Reads an entry of a file of verdicts, or says in which field it is none. */
export function readJudgedEntry(
  value: Json,
):
  | { readonly ok: true; readonly dataPath: string; readonly about: (payload: JsonObject) => JudgedFileEntry }
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

function judgedItem(entry: JudgedEntry, payload: JsonObject): JudgedFileEntry {
  const reading = new EntryReading(entry, payload);
  reading.read();
  const { decomposed, verdicts, problems } = reading;
  return { dataPath: entry.data_path, answer: entry.answer, decomposed, verdicts, problems };
}

/** What an entry says of the item that it names, criterion by criterion. */
class EntryReading {
  readonly decomposed: JudgedFileEntry['decomposed'][number][] = [];
  readonly verdicts: JudgedVerdict[] = [];
  readonly problems: { field: string; reason: string }[] = [];
  readonly #entry: JudgedEntry;
  readonly #source: CaughtCheatingPayload;
  readonly #questions: readonly StepQuestion[];

  constructor(entry: JudgedEntry, payload: JsonObject) {
    this.#entry = entry;
    this.#source = CaughtCheatingPayload.parse(payload);
    this.#questions = questionsOf(payload);
  }

  read(): void {
    const { label, false_match: falseMatch } = this.#entry;
    if (isThere(label) && label !== this.#source.label) {
      const [judged, now] = label ? ['clued', 'unclued'] : ['unclued', 'clued'];
      this.#refuse('label', `The verdict is for a ${judged} item; the item is ${now} now.`);
    } else if (this.#source.label === false) {
      // Everything else in an unclued item's object is empty, or left over from the item before it.
      if (isThere(falseMatch)) this.#say('false_match', '', falseMatch);
    } else {
      this.#readAnswer();
      this.#readClues();
      this.#readDecomposed('p_sub');
      this.#readDecomposed('r_sub');
    }
  }

  #say(criterion: string, subject: string, value: Json | null, step = 'main_ins'): void {
    this.verdicts.push({ step, criterion, subject, value });
  }

  #refuse(field: string, reason: string): void {
    this.problems.push({ field, reason });
  }

  #readAnswer(): void {
    const { cue_match: match, summarize, summarize_list: listed } = this.#entry;
    const points = listed ?? [];
    if (isThere(match)) this.#say('cue_match', '', match);
    const isSummarized = isThere(match) || points.length > 0 || (summarize ?? '') !== '';
    if (isThere(listed) && isSummarized) this.#say('key_points', '', points);
  }

  /** How many of the weaker clues were found: which ones is known where it is none or all. */
  #readClues(): void {
    const { iou, inter_cont: found, non_detm_cue: asked } = this.#entry;
    const clues = this.#source.non_detm_cue ?? [];
    if (isThere(asked) && !sameTexts(asked, clues)) {
      this.#refuse('non_detm_cue', 'The item has other clues.');
      return;
    }
    if (isThere(iou)) this.#say('iou', '', iou);
    if (clues.length === 0 || !(isThere(iou) || isThere(found))) return;
    if (isThere(found) && found > clues.length) {
      this.#refuse('inter_cont', `It counts ${String(found)} clues; the item has ${String(clues.length)}.`);
      return;
    }
    const value = found === 0 ? 'NO' : found === clues.length ? 'YES' : null;
    for (const index of clues.keys()) this.#say('non_detm_match', String(index), value);
  }

  /** The answers to the questions of a kind; how many are right is known, which ones where it is none or all. */
  #readDecomposed(kind: 'p_sub' | 'r_sub'): void {
    const own = this.#questions.filter((question) => question.kind === `${kind}_ins`);
    const asked = this.#entry[`${kind}_ins`];
    const questions = own.map(({ question }) => question);
    if (isThere(asked) && !sameTexts(asked, questions)) {
      this.#refuse(`${kind}_ins`, 'The item has other questions.');
      return;
    }
    const accuracy = this.#entry[`${kind}_accuracy`];
    if (isThere(accuracy)) {
      this.#say(`${kind}_accuracy`, '', accuracy);
      const value = accuracy === 1 ? 'YES' : accuracy === 0 ? 'NO' : null;
      for (const { step } of own) this.#say('sub_answer', '', value, step);
    }
    const written = this.#entry[`${kind}_ans`] ?? [];
    const expected = this.#source[`${kind}_ans`] ?? [];
    for (const [index, question] of own.entries())
      this.decomposed.push({
        question,
        written: written[index] ?? null,
        expected: expected[index] ?? null,
      });
  }
}

function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text.trim() === b[index]?.trim());
}
