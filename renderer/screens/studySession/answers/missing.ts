import type { Phrasebook } from '../../../../shared/participantTexts/texts.ts';
import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';

/** What is still to be done before the answer can be locked, in words; null: nothing. */
export function whatIsMissing(say: Phrasebook, answer: StepAnswer | null, kind: AnswerKind): string | null {
  if (answer !== null && isComplete(answer, kind)) return null;
  switch (kind.kind) {
    case 'text':
      return say(kind.noEvidence === null ? 'missingText' : 'missingTextOrChoice');
    case 'yes_no':
      return say('missingYesNo');
    case 'choice':
      return say('missingChoice');
    case 'choices':
      return say('missingChoices');
    case 'cell':
      return say('missingCell');
    case 'boxes': {
      const open = kind.eachOnce === true ? openLabels(answer, kind) : [];
      if (open.length > 0)
        return say('missingLabels', { labels: open.map(({ text }) => text).join(say('listSeparator')) });
      return say('missingBoxes');
    }
    case 'matching': {
      const given = answer?.kind === 'matching' ? Object.keys(answer.pairs).length : 0;
      return say('missingPairs', { count: kind.texts.length - given });
    }
  }
}

/** Whether the answer can be locked as it is. */
export function isComplete(answer: StepAnswer, kind: AnswerKind): boolean {
  if (!isBegun(answer, kind)) return false;
  if (kind.kind === 'boxes' && kind.eachOnce === true) return openLabels(answer, kind).length === 0;
  if (kind.kind !== 'matching' || answer.kind !== 'matching') return true;
  return kind.texts.every(({ id }) => answer.pairs[id] !== undefined);
}

/** The labels that have no box and were not said to be missing from the image. */
function openLabels(
  answer: StepAnswer | null,
  { labels }: Extract<AnswerKind, { kind: 'boxes' }>,
): Extract<AnswerKind, { kind: 'boxes' }>['labels'] {
  if (answer?.kind !== 'boxes') return labels;
  const said = new Set([...answer.boxes.map(({ label }) => label), ...(answer.absent ?? [])]);
  return labels.filter(({ id }) => !said.has(id));
}

/** Whether there is anything of an answer to this step. */
export function isBegun(answer: StepAnswer, kind: AnswerKind): boolean {
  switch (answer.kind) {
    case 'text':
      return kind.kind === 'text' && answer.text.trim() !== '';
    case 'no_evidence':
      return kind.kind === 'text' && kind.noEvidence !== null;
    case 'choices':
      return kind.kind === 'choices' && answer.options.length > 0;
    case 'boxes':
      // None at all is an answer, too: it has been said so.
      return kind.kind === 'boxes';
    case 'matching':
      return kind.kind === 'matching' && Object.keys(answer.pairs).length > 0;
    case 'yes_no':
    case 'choice':
    case 'cell':
      return kind.kind === answer.kind;
    case 'none':
    case 'unknown':
      return false;
  }
}
