import { useOversees } from '../../ui/window/applicationState.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import { useAnswer, useDesk, useDeskState } from '../../ui/form/context.ts';

/**
 * Whether the item's images stay as they are: whoever rates an item answers by the pixels that every rater sees, and
 * only who looks after the casebook takes images in. What is shown instead of images to draw on stays as it is, too.
 */
export function useImagesLocked(): boolean {
  const oversees = useOversees();
  const isRated = useDeskState(({ item }) => item.blind || item.assignment !== null);
  const { benchmark } = useDesk();
  const answer = useAnswer();
  const isDrawnOn = benchmarkParts[benchmark.id]?.desk.stage?.isShown(answer) !== true;
  return isRated || !oversees || !isDrawnOn;
}
