import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDesk, useDeskState, useImages } from '../../ui/form/context.ts';
import { announce } from '../../ui/form/view.ts';
import { useAnswerForm } from './useAnswerForm.ts';
import { useQuery } from '@tanstack/react-query';
import { ObservatoryPayload } from '../../../shared/benchmarks/observatory/schema.ts';
import { transformationTitle } from '../../../shared/benchmarks/observatory/transformationTitles.ts';
import { orpc } from '../../client/index.ts';

/** The state of a variant. */
export type VariantState = 'open' | 'confirmed' | 'exception';

/** Which of an item's images is shown, and what is said of its variants. */
export interface Variants {
  /** How many there are. */
  readonly count: number;
  /** The image shown: 0 the original, from 1 the variants. */
  readonly shown: number;
  readonly beside: boolean;
  readonly confirmed: number;
  readonly exceptions: number;
  readonly stateOf: (number: number) => VariantState;
  /** What made a variant, for anybody who may know. */
  readonly titleOf: (number: number) => string | null;
  readonly show: (number: number) => void;
  readonly step: (by: 1 | -1) => void;
  readonly toggleBeside: () => void;
  /** Confirms the variant shown and goes on. */
  readonly confirm: () => void;
  readonly confirmAll: () => void;
  /** Says why the boxes do not hold on the variant shown; null: they do. */
  readonly except: (reason: string | null) => void;
}

/** Flicking through the variants of an original, its boxes in place. */
export function useVariants(): Variants {
  const { view } = useDesk();
  const { answer, change } = useAnswerForm();
  const images = useImages();
  const isBlind = useDeskState(({ item }) => item.blind);
  const titles = useVariantTitles();
  const count = Math.max(0, images.length - 1);
  const [wanted, setWanted] = useState(0);
  const [beside, setBeside] = useState(false);
  const shown = Math.min(wanted, count);

  const panes = useMemo(() => {
    const positions = shown === 0 ? [0] : beside ? [0, shown] : [shown];
    return positions.map((position) => ({
      position,
      caption: captionOf(position, titles[position - 1] ?? images[position]?.name ?? '', isBlind),
    }));
  }, [shown, beside, images, titles, isBlind]);
  useEffect(() => {
    view.setState({ panes });
    return () => view.setState({ panes: null });
  }, [view, panes]);

  const show = useCallback(
    (number: number): void => {
      setWanted(number);
      view.setState({ selection: [] });
      announce(view, number === 0 ? 'The original' : `Variant ${String(number)} of ${String(count)}`);
    },
    [view, count],
  );
  const stateOf = (number: number): VariantState =>
    answer.exceptions[String(number)] !== undefined
      ? 'exception'
      : answer.confirmed.includes(String(number))
        ? 'confirmed'
        : 'open';
  const numbers = Array.from({ length: count }, (_, index) => index + 1);

  return {
    count,
    shown,
    beside,
    confirmed: numbers.filter((number) => stateOf(number) === 'confirmed').length,
    exceptions: numbers.filter((number) => stateOf(number) === 'exception').length,
    stateOf,
    titleOf: (number) => (isBlind ? null : (titles[number - 1] ?? null)),
    show,
    step(by) {
      show(Math.min(Math.max(shown + by, 0), count));
    },
    toggleBeside() {
      setBeside((now) => !now);
    },
    confirm() {
      if (shown === 0) return;
      const { [String(shown)]: _, ...exceptions } = answer.exceptions;
      change({ confirmed: sorted([...answer.confirmed, String(shown)]), exceptions });
      show(Math.min(shown + 1, count));
    },
    confirmAll() {
      const holding = numbers.map(String).filter((number) => answer.exceptions[number] === undefined);
      change({ confirmed: holding });
      announce(view, `The boxes fit ${String(holding.length)} variants.`);
    },
    except(reason) {
      if (shown === 0) return;
      const { [String(shown)]: _, ...exceptions } = answer.exceptions;
      change({
        confirmed: answer.confirmed.filter((number) => number !== String(shown)),
        exceptions: reason === null ? exceptions : { ...exceptions, [String(shown)]: reason },
      });
    },
  };
}

const sorted = (numbers: readonly string[]): string[] =>
  [...new Set(numbers)].toSorted((a, b) => Number(a) - Number(b));

function captionOf(position: number, name: string, isBlind: boolean): string {
  if (position === 0) return 'Original';
  return isBlind || name === '' ? `Variant ${String(position)}` : `Variant ${String(position)}: ${name}`;
}

/** What made each variant of the opened item, in their order; none of them for anybody who may not see it yet. */
function useVariantTitles(): readonly string[] {
  const { session } = useDesk();
  const payload = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } })).data?.payload;
  return useMemo(
    () =>
      (ObservatoryPayload.safeParse(payload).data?.variants ?? []).map(({ transformation }) =>
        transformationTitle(transformation),
      ),
    [payload],
  );
}
