import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';

/** What is still to be done before the answer can be locked, in words; null: nothing. */
export function whatIsMissing(answer: StepAnswer | null, kind: AnswerKind): string | null {
  if (answer !== null && isComplete(answer, kind)) return null;
  switch (kind.kind) {
    case 'text':
      return kind.noEvidence === null ? 'Write an answer.' : 'Write an answer, or choose the one below it.';
    case 'yes_no':
      return 'Choose yes or no.';
    case 'choice':
      return 'Choose one.';
    case 'choices':
      return 'Choose at least one.';
    case 'cell':
      return 'Choose a field on the image.';
    case 'boxes': {
      const open = kind.eachOnce === true ? openLabels(answer, kind) : [];
      if (open.length > 0)
        return `Not answered yet: ${open.map(({ text }) => text).join(', ')}. Draw a box, or say that it is not there.`;
      return 'Draw at least one box, or say that there is nothing.';
    }
    case 'matching': {
      const given = answer?.kind === 'matching' ? Object.keys(answer.pairs).length : 0;
      const open = kind.texts.length - given;
      return open === 1 ? 'One text has no image yet.' : `${String(open)} texts have no image yet.`;
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
