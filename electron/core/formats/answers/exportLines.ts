import { Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { AnswerExportItem, AnswerExportReader, ExportedAnswer, ExportedParty } from './exportRows.ts';

/** A line of `answers-jsonl`; null where it is not known what was answered. */
export function answerLine(
  { externalId, steps }: AnswerExportItem,
  respondent: ExportedParty,
  { condition, step, answer }: ExportedAnswer,
  images: readonly string[] | null,
): JsonObject | null {
  if (answer.kind === 'unknown') return null;
  const kind = steps(condition).find(({ id }) => id === step)?.answer ?? null;
  // Words where they say it all; an answer in pixels or by option comes as it is.
  const isWords = answer.kind === 'text' || answer.kind === 'no_evidence' || answer.kind === 'yes_no';
  return {
    item: externalId,
    respondent: calledIn(respondent),
    step,
    answer: isWords ? answerInWords(answer, kind) : Json.parse(answer),
    ...given({
      condition: condition === '' ? null : condition,
      version: respondent.version,
      temperature: respondent.temperature,
      settings: respondent.settings,
      respondent_kind: respondent.kind === 'human' ? 'human' : null,
      images: images === null ? null : [...images],
    }),
  };
}

/**
 * The lines of `verdicts-jsonl` on one answer: every judge's verdict, then the decisions between them (`record`
 * decision), then the accepted verdict on each thing, with its state and source (`record` holds).
 */
export function verdictLines(
  read: AnswerExportReader,
  { externalId }: AnswerExportItem,
  { id, personId, condition, step }: ExportedAnswer,
): JsonObject[] {
  const respondent = read.somebody(personId);
  const about = (criterion: string, subject: string, value: Json | null) => ({
    item: externalId,
    respondent: calledIn(respondent),
    criterion,
    value,
    place: {
      step,
      ...given({
        subject: subject === '' ? null : subject,
        condition: condition === '' ? null : condition,
        respondent_kind: respondent.kind === 'source' ? null : respondent.kind,
        respondent_version: respondent.version,
        respondent_temperature: respondent.temperature,
        respondent_settings: respondent.settings,
      }),
    },
  });
  const isRefusedAs = (criterion: string, value: Json | null): boolean => {
    const refused = read.refusedAs(criterion);
    return refused !== undefined && value !== null && sameJson(refused, value);
  };
  const verdicts = read
    .verdicts(id)
    .map(({ judge: judgeId, criterion, subject, outcome, value, refusal, canMark, rationale }) => {
      const judge = read.somebody(judgeId);
      const { place, ...unit } = about(criterion, subject, value);
      return {
        ...unit,
        judge: calledIn(judge),
        rationale,
        ...place,
        ...given({
          outcome: outcome === 'given' ? null : outcome,
          refusal: refusal || (canMark && isRefusedAs(criterion, value)) ? refusal : null,
          judge_kind: judge.kind === 'source' ? null : judge.kind,
          judge_version: judge.version,
          instruction_hash: judge.instructionHash,
          temperature: judge.temperature,
          judge_settings: judge.settings,
        }),
      };
    });
  const decisions = read.decisions(id).map(({ person, criterion, subject, value, cause, note }) => {
    const { place, ...unit } = about(criterion, subject, value);
    return { ...unit, judge: person, rationale: note, ...place, record: 'decision', ...given({ cause }) };
  });
  const accepted = read.accepted(id).map(({ criterion, subject, value, state, source, refusal }) => {
    const { place, ...unit } = about(criterion, subject, value);
    const line = { ...unit, judge: null, rationale: null, ...place, record: 'holds', state, source };
    return { ...line, ...given({ refusal: refusal && isRefusedAs(criterion, value) ? true : null }) };
  });
  return [...verdicts, ...decisions, ...accepted];
}

/** What a file calls somebody: people by their handle, models by their name. */
export const calledIn = ({ kind, handle, name }: ExportedParty): string => (kind === 'human' ? handle : name);

/** The entries that say something. */
function given(entries: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));
}
