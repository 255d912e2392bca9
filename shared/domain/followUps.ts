import { z } from 'zod';

/**
 * When a study asks an item's follow-up questions. `with_item`: right after the first question, so that participants
 * notice which items have some. `second_pass`: after the first question about every item, with each item shown again.
 */
export const FollowUps = z.enum(['with_item', 'second_pass']);
export type FollowUps = z.infer<typeof FollowUps>;

/** The same in words. */
export const followUpsInWords: Readonly<Record<FollowUps, string>> = {
  with_item: 'right after the first question about each item',
  second_pass: 'in a second pass, after the first question about every item',
};

/** Which of an item's questions are asked in one pass: the first, or those that follow up on it. */
export const ItemPart = z.enum(['first', 'later']);
export type ItemPart = z.infer<typeof ItemPart>;

/** The steps of an item that belong to a part of it; all of them where there is but one pass. */
export function stepsOfPart<Step>(steps: readonly Step[], part: ItemPart | undefined): readonly Step[] {
  if (part === undefined) return steps;
  return part === 'first' ? steps.slice(0, 1) : steps.slice(1);
}

/** Whether anything is asked about an item after the first question. */
export const hasFollowUps = (steps: readonly unknown[]): boolean => stepsOfPart(steps, 'later').length > 0;

/** What of a study's settings depends on when follow-up questions are asked. */
interface FollowUpSettings {
  readonly followUps?: FollowUps | undefined;
  readonly texts: { readonly instructions: string };
}

/**
 * Settings that ask follow-up questions at another time. The instructions change with it, unless they are the study's own.
 * @param instructions the benchmark's, for each way
 */
export function withFollowUps<Settings extends FollowUpSettings>(
  settings: Settings,
  followUps: FollowUps,
  instructions: Readonly<Record<FollowUps, string>>,
): Settings {
  const isOwn = settings.texts.instructions !== instructions[settings.followUps ?? 'with_item'];
  return {
    ...settings,
    followUps,
    texts: { ...settings.texts, ...(!isOwn && { instructions: instructions[followUps] }) },
  };
}
