import { useOversees } from '../../app/applicationState.ts';
import { useDeskState } from './context.ts';

/**
 * Whether the item's images stay as they are: whoever rates an item answers by the pixels that every rater sees, and
 * only who looks after the casebook takes images in.
 */
export function useImagesLocked(): boolean {
  const oversees = useOversees();
  const isRated = useDeskState(({ item }) => item.blind || item.assignment !== null);
  return isRated || !oversees;
}
