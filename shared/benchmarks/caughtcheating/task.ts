import type { JsonObject } from '../../base/json.ts';
import type { OfferedValue, RegionLabel, Task, TaskPart } from '../task.ts';
import { parseBy } from '../problems.ts';
import { answerOfPayload, payloadWithAnswer } from './codec.ts';
import { labelForClue, whyNoClue, withKindsForBoxes } from './clueLabels.ts';
import { DETERMINISTIC_CLUE, isKind, KINDS_OF_CLUES, NON_DETERMINISTIC_CLUE } from './kinds.ts';
import { checkRules } from './rules.ts';
import {
  CaughtCheatingAnswer,
  CaughtCheatingPayload,
  CaughtCheatingVocabulary,
  Partner,
  Triage,
} from './schema.ts';
import { includeClues, withKindsResolved } from './includeClues.ts';

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

const claimOf = (payload: JsonObject): string =>
  CaughtCheatingPayload.pick({ main_ins: true }).parse(payload).main_ins ?? '';

/** Whether the photo contradicts the claim, and where: what agreement between raters is about. */
const LABEL_AND_BOXES: TaskPart = {
  id: 'label-and-boxes',
  title: 'Label and boxes, claim given',
  description:
    'Raters read the claim question, say clued or unclued, and draw boxes around clues. They write nothing.',
  asked: () => ['label', 'clues'],
  given(payload): JsonObject {
    const claim = claimOf(payload);
    return claim === '' ? {} : { main_ins: claim };
  },
  texts: (payload) => [{ title: 'Claim question', text: claimOf(payload) }],
  start: { clues: KINDS_OF_CLUES.map((clue) => ({ ...clue })) },
  lacks: (payload) => (claimOf(payload).trim() === '' ? 'a claim question' : null),
  isUsual: true,
};

/** Triage, label, claim, clues with boxes, decomposed questions and sign-off of one photo. */
export const curate: Task = {
  id: 'curate',
  title: 'Curate',
  parts: [LABEL_AND_BOXES],
  fields: (vocabulary) => [
    { name: 'triage', title: 'Triage', comparison: { level: 'nominal', offered: TRIAGE } },
    { name: 'label', title: 'Clued', comparison: { level: 'nominal', offered: LABELS } },
    {
      name: 'scene',
      title: 'Scene',
      comparison: { level: 'nominal', offered: CaughtCheatingVocabulary.parse(vocabulary).scenes.map(named) },
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
  parseAnswer: (answer) => parseBy(CaughtCheatingAnswer, answer),
  applyAnswer: payloadWithAnswer,
  images: {
    signOff: 'noPersonalInformation',
    afterDerivation(answer, operation): JsonObject {
      const asked = operation === 'crop' ? 'needs_crop' : 'needs_redaction';
      return CaughtCheatingAnswer.parse(answer).triage === asked ? { triage: 'keep' } : {};
    },
  },
  mainField: 'label',
  triage: { discards: (answer) => CaughtCheatingAnswer.parse(answer).triage === 'discard' },
  boxes: {
    labels: clueLabels,
    labelForCategory: labelForClue,
    whyNoLabel: whyNoClue,
    withLabelsForBoxes: withKindsForBoxes,
    includeRegions: includeClues,
    completeAnswer: withKindsResolved,
  },
  check: checkRules,
};

const NOTHING: JsonObject = {};

function clueLabels(answer: JsonObject): readonly RegionLabel[] {
  return CaughtCheatingAnswer.parse(answer).clues.map((clue, index) => ({
    id: clue.id,
    name: clue.deterministic
      ? 'Deterministic clue'
      : isKind(clue)
        ? 'Non-deterministic clue'
        : `Clue ${String(index + 1)}`,
    category: clue.deterministic ? DETERMINISTIC_CLUE : NON_DETERMINISTIC_CLUE,
    attributes: isKind(clue) ? NOTHING : { clue: clue.text },
  }));
}
