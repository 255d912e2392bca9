import type { JsonObject } from '../../domain/json.ts';
import type { RegionLabel, Task } from '../benchmark.ts';
import { problemsOf } from '../problems.ts';
import { answerOfPayload, payloadWithAnswer } from './codec.ts';
import { checkRules } from './rules.ts';
import { Answer } from './schema.ts';

export const DETERMINISTIC_CLUE = 'deterministic clue';
const NON_DETERMINISTIC_CLUE = 'non-deterministic clue';

/** Triage, label, claim, clues with boxes, decomposed questions and sign-off of one photo. */
export const curate: Task = {
  id: 'curate',
  title: 'Curate',
  fields: () => [
    { name: 'triage', title: 'Triage', comparison: { level: 'nominal' } },
    { name: 'label', title: 'Clued', comparison: { level: 'nominal' } },
    { name: 'scene', title: 'Scene', comparison: { level: 'nominal' } },
    { name: 'partner', title: 'Partner', comparison: { level: 'nominal' } },
    { name: 'claim', title: 'Claim question', comparison: { level: 'text' } },
    { name: 'clues', title: 'Clue boxes', comparison: { level: 'boxes' } },
    { name: 'noPersonalInformation', title: 'No personal information', comparison: { level: 'nominal' } },
  ],
  initialAnswer: answerOfPayload,
  parseAnswer(answer) {
    const parsed = Answer.safeParse(answer);
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, problems: problemsOf(parsed.error) };
  },
  applyAnswer: payloadWithAnswer,
  afterDerivation(answer, operation): JsonObject {
    const asked = operation === 'crop' ? 'needs_crop' : 'needs_redaction';
    return Answer.parse(answer).triage === asked ? { triage: 'keep' } : {};
  },
  discards: (answer) => Answer.parse(answer).triage === 'discard',
  regionLabels: clueLabels,
  labelForCategory(answer, _vocabulary, category, attributes) {
    const clues = Answer.parse(answer).clues;
    const text = attributes['clue'];
    const named = clues.find((clue) => clue.text === text);
    if (named !== undefined) return named.id;
    const deterministic = category === DETERMINISTIC_CLUE;
    const candidates = clues.filter((clue) => clue.deterministic === deterministic);
    // A second clue of the same kind would make the choice a guess.
    return candidates.length === 1 ? (candidates[0]?.id ?? null) : null;
  },
  check: checkRules,
};

function clueLabels(answer: JsonObject): readonly RegionLabel[] {
  return Answer.parse(answer).clues.map((clue, index) => ({
    id: clue.id,
    name: clue.deterministic ? 'Deterministic clue' : `Clue ${String(index + 1)}`,
    category: clue.deterministic ? DETERMINISTIC_CLUE : NON_DETERMINISTIC_CLUE,
    attributes: { clue: clue.text },
  }));
}
