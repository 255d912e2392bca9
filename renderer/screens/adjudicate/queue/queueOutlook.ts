import { counted } from '../../../../shared/base/counts.ts';

/** What there is to decide, in words. */
export function queueOutlook({
  states,
  barred,
}: {
  readonly states: Readonly<Record<'disputed' | 'conflict' | 'decided' | 'waiting', number>>;
  /** Cases that the current user may not decide. */
  readonly barred: number;
}): { readonly isDone: boolean; readonly title: string; readonly text: string } {
  const undecided = states.disputed + states.conflict - barred;
  const others =
    barred > 0
      ? `You rated ${counted(barred, 'more case')} in this list: another adjudicator has to decide ${barred === 1 ? 'it' : 'them'}. `
      : '';
  if (undecided > 0)
    return {
      isDone: false,
      title: `${counted(undecided, 'item')} to decide`,
      text: `${others}The names of raters and items, and earlier gold, stay hidden until you decide.`,
    };
  const rest =
    states.waiting > 0
      ? `${counted(states.waiting, 'item')} still need${states.waiting === 1 ? 's' : ''} an answer.`
      : 'Items on which raters differ appear here.';
  return {
    isDone: true,
    title: states.decided > 0 ? 'Everything is decided' : 'Nobody disagrees',
    text: others + rest,
  };
}
