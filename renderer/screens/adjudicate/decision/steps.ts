import { z } from 'zod';
import type { DocumentDiff } from '../../../../shared/domain/document.ts';

/** One thing that an adjudicator did, as undo takes it back. */
const Step = z.object({
  /** What it was about: parts of the answer by name, and {@link BOXES}. */
  names: z.array(z.string()),
  /** Whether the draft was changed; choosing what it says already changes nothing, but is a choice all the same. */
  changed: z.boolean(),
  /** Edits of one mark that follow each other are one step. */
  mark: z.string().nullable(),
});
export type Step = z.infer<typeof Step>;

/**
 * What an adjudicator did to a draft, in the order of its undo. From the draft alone one cannot tell a field that
 * nobody looked at from one whose blank value was chosen: a box that is not ticked, no boxes at all.
 */
export const Steps = z.object({
  /** Decided in an earlier decision, which this draft goes on from. */
  before: z.array(z.string()),
  done: z.array(Step),
  undone: z.array(Step),
});
export type Steps = z.infer<typeof Steps>;

/** The boxes of the draft, among the names of a step. */
export const BOXES = ' boxes';

export const noSteps: Steps = { before: [], done: [], undone: [] };

/** The steps with one more; what could have been redone is gone. */
export function withStep({ before, done }: Steps, step: Step): Steps {
  const last = done.at(-1);
  if (last === undefined || step.mark === null || step.mark !== last.mark)
    return { before, done: [...done, step], undone: [] };
  const joined = { ...last, names: [...new Set([...last.names, ...step.names])] };
  return { before, done: [...done.slice(0, -1), joined], undone: [] };
}

/** The steps after the last one was taken back. */
export function stepBack({ before, done, undone }: Steps): Steps {
  const last = done.at(-1);
  // A later edit begins a step of its own, whatever its mark.
  return last === undefined
    ? { before, done, undone }
    : { before, done: done.slice(0, -1), undone: [...undone, { ...last, mark: null }] };
}

/** The steps after the last one taken back was made again. */
export function stepForward({ before, done, undone }: Steps): Steps {
  const next = undone.at(-1);
  return next === undefined
    ? { before, done, undone }
    : { before, done: [...done, next], undone: undone.slice(0, -1) };
}

/**
 * What undo or redo has to do: take a change of the draft back (or make it again), or a choice alone, which the draft
 * knows nothing of.
 */
export function wayOf(
  kind: 'undo' | 'redo',
  draft: { readonly canUndo: boolean; readonly canRedo: boolean },
  { done, undone }: Steps = noSteps,
): 'none' | 'change' | 'choice' {
  const last = done.at(-1);
  const next = kind === 'undo' ? last : undone.at(-1);
  if (next?.changed === false) return 'choice';
  // After a new choice nothing is left to redo, although the draft, which it did not change, could.
  if (kind === 'redo' && last?.changed === false && next === undefined) return 'none';
  return (kind === 'undo' ? draft.canUndo : draft.canRedo) ? 'change' : 'none';
}

/** What something was done about, all in all. */
export function namesOf({ before, done }: Steps): ReadonlySet<string> {
  return new Set([...before, ...done.flatMap(({ names }) => names)]);
}

/** What a change of the draft is about. */
export function namesIn(diff: DocumentDiff): readonly string[] {
  const ids = [diff.added, diff.updated, diff.removed].flatMap((part) => Object.keys(part));
  return [
    ...new Set(
      ids.flatMap((id) => {
        if (id.startsWith('field:')) return id.slice('field:'.length);
        return id.startsWith('region:') ? BOXES : [];
      }),
    ),
  ];
}
