import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import type { VerdictAgreement } from '../../../../shared/contract/verdicts.ts';
import { client } from '../../../client/index.ts';
import { useStreamedWork, type WorkState } from '../../../ui/work/useStreamedWork.ts';

/** The seed and the resamples of the intervals: those of the other figures. */
const BOOTSTRAP = { bootstrap: 1000, seed: 1 };

interface LastFigures {
  readonly casebook: string | null;
  readonly figures: VerdictAgreement | null;
}

/** What was computed last; there at once when one comes back, and computed anew behind it. */
const last = create<LastFigures>()(() => ({ casebook: null, figures: null }));

/** How far each judge agrees with people. */
export function useTrust(casebook: string): {
  readonly figures: VerdictAgreement | null;
  /** They are as they were before what is being computed now. */
  readonly old: boolean;
  readonly state: WorkState<VerdictAgreement>;
  readonly again: () => void;
  readonly cancel: () => void;
} {
  const { state, start, cancel } = useStreamedWork<VerdictAgreement>();
  const figures = last((each) => (each.casebook === casebook ? each.figures : null));
  const run = useCallback(async () => {
    const computed = await start((signal) => client.verdicts.agreement(BOOTSTRAP, { signal }));
    if (computed !== null) last.setState({ casebook, figures: computed });
  }, [casebook, start]);
  useEffect(() => {
    void run();
  }, [run]);
  return {
    figures,
    old: figures !== null && state.status !== 'done',
    state,
    again: () => void run(),
    cancel,
  };
}
