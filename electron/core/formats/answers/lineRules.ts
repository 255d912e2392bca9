import type { NamedJudge, NamedModel } from '../../../../shared/contract/importExport.ts';
import { type AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';
import type { ModelIdentity } from '../../records/verdicts/models.ts';
import type { Party } from './incoming.ts';
import { answerOfWords, type FoundAnswer, type FoundDecision, type FoundVerdict } from './intake.ts';
import type { KnownItem } from './knownItems.ts';
import type { AnswerLine, VerdictLine } from './lineShapes.ts';

/** Why a line has no place in a casebook. */
export interface LineProblem {
  readonly subject: string;
  readonly field: string;
  readonly reason: string;
}

/** Where a line is, and what it is read beside. */
interface LineContext {
  readonly place: string;
  readonly item: KnownItem;
  /** The version of the questions where the benchmark has but one. */
  readonly onlyCondition: string | null;
  readonly isPerson: (handle: string) => boolean;
}

/** Somebody of a name: a person where the source says so, or where it says nothing and a person of that name is there. */
function partyOf(
  identity: ModelIdentity,
  kind: 'human' | 'model' | null | undefined,
  isPerson: (handle: string) => boolean,
): Party {
  const { name, version, temperature, instructionHash, settings } = identity;
  const isPlain = [version, temperature, instructionHash, settings].every((part) => part === null);
  const isHuman = kind === 'human' || (kind !== 'model' && isPlain && isPerson(name));
  return isHuman ? { kind: 'human', handle: name } : { kind: 'model', identity };
}

/** The answer that a line gives. */
export function answerOfLine(
  line: AnswerLine,
  named: NamedModel,
  { place, item, onlyCondition, isPerson }: LineContext,
): FoundAnswer | LineProblem {
  const name = line.respondent ?? named.name;
  if (name === undefined)
    return { subject: place, field: 'respondent', reason: 'It does not say who answered.' };
  const version = line.version ?? named.version ?? null;
  const temperature = line.temperature ?? named.temperature ?? null;
  const settings = line.settings ?? named.settings ?? null;
  const identity = { name, version, temperature, instructionHash: null, settings };
  const respondent = partyOf(identity, line.respondent_kind, isPerson);
  const condition = line.condition ?? onlyCondition;
  if (condition === null) return withoutCondition(place, item);
  const asked = item.steps(condition).get(line.step)?.answer ?? null;
  const answer = readAnswer(line.answer, respondent.kind === 'human' ? asked : null);
  return answer === null
    ? {
        subject: item.externalId,
        field: line.step,
        reason: `${place}: the answer is neither a text nor an answer of a known kind.`,
      }
    : { place, item, respondent, condition, step: line.step, answer, way: 'replace' };
}

/** A text is one, unless a person gave it: then it is an answer of the kind that was asked for. Null: none was given. */
function readAnswer(value: string | object | null, asked: AnswerKind | null): StepAnswer | null {
  if (value === null) return { kind: 'none' };
  if (typeof value === 'string')
    return asked === null ? { kind: 'text', text: value } : answerOfWords(value, asked);
  const parsed = StepAnswer.safeParse(value);
  return parsed.success && parsed.data.kind !== 'unknown' ? parsed.data : null;
}

const withoutCondition = (place: string, { externalId }: KnownItem): LineProblem => ({
  subject: externalId,
  field: 'condition',
  reason: `${place} does not give the version answered.`,
});

/** What a line is about that judges an answer. */
type JudgedSubject = Omit<FoundDecision, 'by' | 'cause' | 'note'>;

/**
 * The answer and the criterion that a line of verdicts is about, with its value.
 * @param called the respondent of a name, where a line gives no more
 */
export function judgedByLine(
  line: VerdictLine,
  { place, item, onlyCondition }: Omit<LineContext, 'isPerson'>,
  called: (name: string) => Party | null | 'several',
): JudgedSubject | LineProblem {
  const condition = line.condition ?? onlyCondition;
  if (condition === null) return withoutCondition(place, item);
  const respondent = respondentOf(line) ?? called(line.respondent);
  if (respondent === null || respondent === 'several')
    return {
      subject: place,
      field: 'respondent',
      reason:
        respondent === null
          ? `No respondent "${line.respondent}" has answered here. Import the answers first.`
          : `Several respondents are called "${line.respondent}": "respondent_version" must say which.`,
    };
  const { criterion, step = null, subject = null, value = null } = line;
  return { place, item, respondent, condition, step, criterion, subject, value };
}

/** The decision between judges that a line gives. */
export function decisionOfLine(line: VerdictLine, about: JudgedSubject): FoundDecision | LineProblem {
  const { judge: handle = null, cause = null, rationale } = line;
  if (handle === null)
    return { subject: about.place, field: 'judge', reason: 'It does not say who decided.' };
  if (cause === null)
    return {
      subject: about.place,
      field: 'cause',
      reason: `A decision needs a cause: ${VerdictCause.options.join(', ')}.`,
    };
  return { ...about, by: { kind: 'human', handle }, cause, note: rationale ?? '' };
}

/**
 * The verdict that a line gives.
 * @param named the judge as named for the import, with the hash of its instructions
 */
export function verdictOfLine(
  line: VerdictLine,
  about: JudgedSubject,
  named: { readonly judge: NamedJudge; readonly instructionHash: string | null },
  isPerson: LineContext['isPerson'],
): FoundVerdict | LineProblem {
  const judge = judgeOf(line, named, isPerson);
  if (judge === null) return { subject: about.place, field: 'judge', reason: 'It does not say who judged.' };
  const outcome = line.outcome ?? (about.value === null ? 'unknown' : 'given');
  if ((outcome === 'given') !== (about.value !== null))
    return {
      subject: about.item.externalId,
      field: line.criterion,
      reason: `${about.place}: ${outcome} and this value exclude each other.`,
    };
  return { ...about, judge, outcome, refusal: line.refusal ?? null, rationale: line.rationale ?? null };
}

function judgeOf(
  line: VerdictLine,
  { judge: named, instructionHash }: { readonly judge: NamedJudge; readonly instructionHash: string | null },
  isPerson: LineContext['isPerson'],
): Party | null {
  const name = line.judge ?? named.name;
  if (name === undefined) return null;
  const identity: ModelIdentity = {
    name,
    version: line.judge_version ?? named.version ?? null,
    temperature: line.temperature ?? named.temperature ?? null,
    instructionHash: line.instruction_hash?.toLowerCase() ?? instructionHash,
    settings: line.judge_settings ?? named.settings ?? null,
  };
  return partyOf(identity, line.judge_kind, isPerson);
}

/** The respondent that a line describes wholly, null where it gives but a name. */
function respondentOf(line: VerdictLine): Party | null {
  const { respondent: name, respondent_kind: kind } = line;
  if (kind === 'human') return { kind, handle: name };
  const version = line.respondent_version ?? null;
  const temperature = line.respondent_temperature ?? null;
  const settings = line.respondent_settings ?? null;
  if (kind !== 'model' && version === null && temperature === null && settings === null) return null;
  return { kind: 'model', identity: { name, version, temperature, instructionHash: null, settings } };
}
