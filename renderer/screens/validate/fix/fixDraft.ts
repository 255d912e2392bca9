import type { FixCase } from '../../../../shared/contract/validation.ts';
import type { AnnotationId } from '../../../../shared/base/ids.ts';
import { sameJson } from '../../../../shared/base/json.ts';

/** Texts by field. */
export type Texts = Readonly<Record<string, string>>;
type FixProposal = FixCase['proposals'][number];

/** What is being made of an item, not saved yet. */
export interface FixDraft {
  /** Only texts that are another than the item's. */
  readonly texts: Texts;
  readonly reason: string;
  /** The answer whose texts were used last; null: none. */
  readonly follows: AnnotationId | null;
}

/** What a fix begins with: nothing changed, the reason of the person who asked for it; `proposal`: its texts as well. */
export function beginFix(kase: FixCase, proposal: AnnotationId | null): FixDraft {
  const [first] = kase.proposals;
  const begun = { texts: {}, reason: first?.reason ?? '', follows: null };
  const taken = kase.proposals.find(({ annotationId }) => annotationId === proposal);
  return taken === undefined ? begun : withProposal(kase, begun, taken);
}

/** Another text of a field; back to the item's own, it is no change any more. */
export function withText(kase: FixCase, draft: FixDraft, field: string, text: string): FixDraft {
  const { [field]: _before, ...others } = draft.texts;
  return { ...draft, texts: text === textOf(kase, field) ? others : { ...others, [field]: text } };
}

/** All texts of a proposal beside what is changed already; its reason, unless one was written by hand. */
export function withProposal(kase: FixCase, draft: FixDraft, proposal: FixProposal): FixDraft {
  const texts = Object.entries(proposal.texts).reduce(
    (now, [field, text]) => withText(kase, now, field, text),
    draft,
  ).texts;
  const isWritten = draft.reason !== '' && !kase.proposals.some(({ reason }) => reason === draft.reason);
  return {
    texts,
    reason: isWritten || proposal.reason === '' ? draft.reason : proposal.reason,
    follows: proposal.annotationId,
  };
}

/** Whether the draft has every text of a proposal. */
export function hasProposal({ texts }: FixDraft, proposal: FixProposal): boolean {
  const proposed = Object.entries(proposal.texts);
  return proposed.length > 0 && proposed.every(([field, text]) => texts[field] === text);
}

/** The proposal after the last one that the draft has, round and round; undefined: none has texts. */
export function nextProposal({ proposals }: FixCase, draft: FixDraft): FixProposal | undefined {
  const at = proposals.findLastIndex((each) => hasProposal(draft, each));
  return [...proposals.slice(at + 1), ...proposals.slice(0, at + 1)].find(hasTexts);
}

/** Whether anybody proposes a text. */
export const hasProposals = ({ proposals }: FixCase): boolean => proposals.some(hasTexts);

const hasTexts = ({ texts }: FixProposal): boolean => Object.keys(texts).length > 0;

/** The first other text that is proposed for one of the fields, put into the draft; null: there is none. */
export function withProposedText(kase: FixCase, draft: FixDraft, fields: readonly string[]): FixDraft | null {
  for (const field of fields) {
    const [found] = proposedFor(kase, draft, field);
    if (found !== undefined)
      return { ...withText(kase, draft, field, found.text), follows: found.annotationId };
  }
  return null;
}

/** What is said of an item, each once: a decision often takes a rater's proposal over as it is. */
export function distinctProposals({ proposals }: FixCase): readonly FixProposal[] {
  const said = ({ decision, reason, texts }: FixProposal) => ({ decision, reason, texts });
  return proposals.filter(
    (each, place) => !proposals.slice(0, place).some((before) => sameJson(said(before), said(each))),
  );
}

/** Other texts that are proposed for a field than the one it has now, each once, the one that counts first. */
export function proposedFor(
  kase: FixCase,
  draft: FixDraft,
  field: string,
): readonly { readonly text: string; readonly annotationId: AnnotationId }[] {
  const now = draft.texts[field] ?? textOf(kase, field);
  const found = new Map<string, AnnotationId>();
  for (const { annotationId, texts } of kase.proposals) {
    const text = texts[field];
    if (text !== undefined && text !== now && !found.has(text)) found.set(text, annotationId);
  }
  return [...found].map(([text, annotationId]) => ({ text, annotationId }));
}

function textOf({ texts, details }: FixCase, field: string): string {
  return [...texts, ...details].find((each) => each.field === field)?.text ?? '';
}
