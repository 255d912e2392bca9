import type { JsonObject } from '../../domain/json.ts';
import type { OfferedValue, RegionLabel, Task } from '../benchmark.ts';
import { problemsOf } from '../problems.ts';
import { answerOfPayload, payloadWithAnswer } from './codec.ts';
import { checkRules } from './rules.ts';
import { Answer, Partner, Triage, Vocabulary } from './schema.ts';
import { takeClues } from './takeClues.ts';

export const DETERMINISTIC_CLUE = 'deterministic clue';
const NON_DETERMINISTIC_CLUE = 'non-deterministic clue';

const named = (value: string): OfferedValue => ({ value, name: value });

const TRIAGE = Triage.options.map((value) => ({ value, name: value.replace('_', ' ') }));
const LABELS: readonly OfferedValue[] = [
  { value: true, name: 'clued' },
  { value: false, name: 'unclued' },
];
const SIGNED_OFF: readonly OfferedValue[] = [
  { value: true, name: 'yes' },
  { value: false, name: 'no' },
];

/** Triage, label, claim, clues with boxes, decomposed questions and sign-off of one photo. */
export const curate: Task = {
  id: 'curate',
  title: 'Curate',
  fields: (vocabulary) => [
    { name: 'triage', title: 'Triage', comparison: { level: 'nominal', offered: TRIAGE } },
    { name: 'label', title: 'Clued', comparison: { level: 'nominal', offered: LABELS } },
    {
      name: 'scene',
      title: 'Scene',
      comparison: { level: 'nominal', offered: Vocabulary.parse(vocabulary).scenes.map(named) },
    },
    {
      name: 'partner',
      title: 'Partner',
      comparison: { level: 'nominal', offered: Partner.options.map(named) },
    },
    { name: 'claim', title: 'Claim question', comparison: { level: 'text' } },
    { name: 'clues', title: 'Clue boxes', comparison: { level: 'boxes' } },
    {
      name: 'noPersonalInformation',
      title: 'No personal information',
      comparison: { level: 'nominal', offered: SIGNED_OFF },
    },
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
  signOff: 'noPersonalInformation',
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
  takeRegions: takeClues,
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
