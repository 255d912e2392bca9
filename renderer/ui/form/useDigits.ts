import { useEffect } from 'react';
import { useLatest } from '../commands/commands.ts';

type DigitHandler = (digit: number) => boolean;

/** Who is asked what a digit means: the panel over the image before the form, whichever came first. */
const handlers: Readonly<Record<'stage' | 'form', DigitHandler[]>> = { stage: [], form: [] };

/** What 1 to 9 mean while no box is selected and no choice has the focus. */
export function useDigits(place: 'stage' | 'form', handler: DigitHandler): void {
  const latest = useLatest(handler);
  useEffect(() => {
    const own: DigitHandler = (digit) => latest.current(digit);
    const here = handlers[place];
    here.push(own);
    return () => {
      here.splice(here.indexOf(own), 1);
    };
  }, [place, latest]);
}

/** Passes a digit to the form that uses it; false: none does. */
export function giveDigit(digit: number): boolean {
  const handler = handlers.stage.at(-1) ?? handlers.form.at(-1);
  return handler?.(digit) ?? false;
}
