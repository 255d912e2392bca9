import { z } from 'zod';
import type { AnswerKind } from '../../../../shared/domain/baseline.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { ImportRequest } from '../../../../shared/contract/importExport.ts';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ModelIdentity } from '../../records/verdicts/models.ts';
import type { ReadAnswers } from './intake.ts';
import type { Party } from './incoming.ts';
import { answerOfWords } from './intake.ts';
import { shapedLines } from './lines.ts';
import { Respondents, hashOfInstructions } from './parties.ts';

type Request = z.output<typeof ImportRequest>;

const Name = z.string().trim().min(1, 'is empty').max(200, 'is longer than 200 characters');
const Version = z.string().max(200, 'is longer than 200 characters').nullish();
const Temperature = z.number().min(0).max(100).nullish();
const Settings = JsonObject.refine(
  (settings) => JSON.stringify(settings).length <= 10_000,
  'is longer than 10,000 characters',
).nullish();
const Kind = z.enum(['human', 'model']).nullish();
const Item = z.union([z.string().min(1), z.number()]).transform(String);

/** One line of `answers-jsonl`. */
const AnswerLine = z.looseObject({
  item: Item,
  respondent: Name.nullish(),
  step: z.string().min(1),
  answer: z.union(
    [z.string(), z.looseObject({ kind: z.string() }), z.null()],
    'is not a text, an answer of a known kind or null (no answer)',
  ),
  condition: z.string().nullish(),
  version: Version,
  temperature: Temperature,
  settings: Settings,
  respondent_kind: Kind,
  images: z.array(z.string()).nullish(),
});

/**
 * One line of `verdicts-jsonl`: a verdict, a decision between judges, or an accepted verdict, which follows from the others and is
 * not read.
 */
const VerdictLine = z.looseObject({
  record: z.enum(['verdict', 'decision', 'holds']).nullish(),
  item: Item,
  respondent: Name,
  criterion: z.string().min(1),
  value: Json.nullish(),
  judge: Name.nullish(),
  rationale: z.string().nullish(),
  step: z.string().nullish(),
  subject: z.union([z.string(), z.number()]).transform(String).nullish(),
  condition: z.string().nullish(),
  outcome: z.enum(['given', 'unknown', 'unparsed']).nullish(),
  refusal: z.boolean().nullish(),
  judge_kind: Kind,
  judge_version: Version,
  judge_settings: Settings,
  instruction_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/iu, 'is not a SHA-256')
    .nullish(),
  temperature: Temperature,
  respondent_kind: Kind,
  respondent_version: Version,
  respondent_temperature: Temperature,
  respondent_settings: Settings,
  cause: VerdictCause.nullish(),
});

/** Answers, one a line. */
export function answersOfLines(casebook: Casebook, { source, respondent: named }: Request): ReadAnswers {
  const { benchmark } = casebook;
  const respondents = new Respondents(casebook);
  const onlyCondition = conditionOf(benchmark);
  const { shownNames } = casebook.records;
  return async (intake, work) => {
    const { report } = intake;
    const aboutOthers: string[] = [];
    for await (const { place, line } of shapedLines(source, AnswerLine, report, work)) {
      const item = intake.item(line.item);
      if (item === null) continue;
      const name = line.respondent ?? named.name;
      if (name === undefined) {
        report.skip(place, 'respondent', 'It does not say who answered.');
        continue;
      }
      const version = line.version ?? named.version ?? null;
      const temperature = line.temperature ?? named.temperature ?? null;
      const settings = line.settings ?? named.settings ?? null;
      const isPlain = version === null && temperature === null && settings === null;
      const isHuman =
        line.respondent_kind === 'human' ||
        (line.respondent_kind !== 'model' && isPlain && respondents.isPerson(name));
      const respondent: Party = isHuman
        ? { kind: 'human', handle: name }
        : { kind: 'model', identity: { name, version, temperature, instructionHash: null, settings } };
      const condition = line.condition ?? onlyCondition;
      if (condition === null) {
        report.skip(item.externalId, 'condition', `${place} does not give the version answered.`);
        continue;
      }
      const asked = item.steps(condition).get(line.step)?.answer ?? null;
      const answer = readAnswer(line.answer, isHuman ? asked : null);
      if (answer === null) {
        report.skip(
          item.externalId,
          line.step,
          `${place}: the answer is neither a text nor an answer of a known kind.`,
        );
        continue;
      }
      intake.answer({ place, item, respondent, condition, step: line.step, answer, way: 'replace' });
      const seen = line.images ?? null;
      if (seen !== null && !sameImages(seen, shownNames(item.id))) aboutOthers.push(item.externalId);
    }
    const [first] = aboutOthers;
    if (first !== undefined)
      report.warn(
        first,
        'images',
        `${String(aboutOthers.length)} ${aboutOthers.length === 1 ? 'answer was' : 'answers were'} for other images than the items have here, starting with this one: compare them with care.`,
      );
  };
}

/** Whether the same were shown, in whatever order. */
const sameImages = (seen: readonly string[], shown: readonly string[]): boolean =>
  JSON.stringify(seen.toSorted()) === JSON.stringify(shown.toSorted());

/** Verdicts, one a line, with or without what became of them. */
export function verdictsOfLines(casebook: Casebook, request: Request): ReadAnswers {
  const respondents = new Respondents(casebook);
  const onlyCondition = conditionOf(casebook.benchmark);
  return async (intake, work) => {
    const { report } = intake;
    const instructions = await hashOfInstructions(request.judge);
    let [derived, unclear] = [0, 0];
    for await (const { place, line } of shapedLines(request.source, VerdictLine, report, work)) {
      if (line.record === 'holds') {
        derived += 1;
        continue;
      }
      const item = intake.item(line.item);
      if (item === null) continue;
      const condition = line.condition ?? onlyCondition;
      if (condition === null) {
        report.skip(item.externalId, 'condition', `${place} does not give the version answered.`);
        continue;
      }
      const respondent = respondentOf(line);
      const known = respondent ?? respondents.called(line.respondent);
      if (known === null || known === 'several') {
        unclear += 1;
        report.skip(
          place,
          'respondent',
          known === null
            ? `No respondent "${line.respondent}" has answered here. Import the answers first.`
            : `Several respondents are called "${line.respondent}": "respondent_version" must say which.`,
        );
        continue;
      }
      const value = line.value ?? null;
      const about = {
        place,
        item,
        respondent: known,
        condition,
        step: line.step ?? null,
        criterion: line.criterion,
        subject: line.subject ?? null,
        value,
      };
      if (line.record === 'decision') {
        const { judge: handle = null, cause = null, rationale } = line;
        if (handle === null || cause === null)
          report.skip(
            place,
            handle === null ? 'judge' : 'cause',
            handle === null
              ? 'It does not say who decided.'
              : `A decision needs a cause: ${VerdictCause.options.join(', ')}.`,
          );
        else intake.decision({ ...about, by: { kind: 'human', handle }, cause, note: rationale ?? '' });
        continue;
      }
      const judge = judgeOf(line, request, instructions, (party) => respondents.isPerson(party));
      if (judge === null) {
        report.skip(place, 'judge', 'It does not say who judged.');
        continue;
      }
      const outcome = line.outcome ?? (value === null ? 'unknown' : 'given');
      if ((outcome === 'given') !== (value !== null)) {
        report.skip(
          item.externalId,
          line.criterion,
          `${place}: ${outcome} and this value exclude each other.`,
        );
        continue;
      }
      intake.verdict({
        ...about,
        judge,
        outcome,
        refusal: line.refusal ?? null,
        rationale: line.rationale ?? null,
      });
    }
    if (derived > 0)
      report.warn(
        null,
        'record',
        `${String(derived)} ${derived === 1 ? 'line says' : 'lines say'} the accepted verdict, which follows from verdicts and decisions: left out.`,
      );
  };
}

function judgeOf(
  line: z.output<typeof VerdictLine>,
  { judge: named }: Request,
  instructions: string | null,
  isPerson: (handle: string) => boolean,
): Party | null {
  const name = line.judge ?? named.name;
  if (name === undefined) return null;
  const identity: ModelIdentity = {
    name,
    version: line.judge_version ?? named.version ?? null,
    temperature: line.temperature ?? named.temperature ?? null,
    instructionHash: line.instruction_hash?.toLowerCase() ?? instructions,
    settings: line.judge_settings ?? named.settings ?? null,
  };
  const { version, temperature, instructionHash, settings } = identity;
  const isPlain = [version, temperature, instructionHash, settings].every((part) => part === null);
  const isHuman = line.judge_kind === 'human' || (line.judge_kind !== 'model' && isPlain && isPerson(name));
  return isHuman ? { kind: 'human', handle: name } : { kind: 'model', identity };
}

/** The respondent that a line describes wholly, null where it gives but a name. */
function respondentOf(line: z.output<typeof VerdictLine>): Party | null {
  const { respondent: name, respondent_kind: kind } = line;
  if (kind === 'human') return { kind, handle: name };
  const version = line.respondent_version ?? null;
  const temperature = line.respondent_temperature ?? null;
  const settings = line.respondent_settings ?? null;
  if (kind !== 'model' && version === null && temperature === null && settings === null) return null;
  return { kind: 'model', identity: { name, version, temperature, instructionHash: null, settings } };
}

/** The condition of a benchmark that has but one, else null. */
function conditionOf({ baseline }: Casebook['benchmark']): string | null {
  const [only, second] = baseline?.conditions ?? [];
  return second === undefined ? (only?.id ?? '') : null;
}

/** A text is one, unless a person gave it: then it is an answer of the kind that was asked for. Null: none was given. */
function readAnswer(value: string | object | null, asked: AnswerKind | null): StepAnswer | null {
  if (value === null) return { kind: 'none' };
  if (typeof value === 'string')
    return asked === null ? { kind: 'text', text: value } : answerOfWords(value, asked);
  const parsed = StepAnswer.safeParse(value);
  return parsed.success && parsed.data.kind !== 'unknown' ? parsed.data : null;
}
