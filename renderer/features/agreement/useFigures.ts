import { useCallback, useEffect, useState } from 'react';
import { create } from 'zustand';
import type { AgreementReport, AgreementRequest } from '../../../shared/contract/agreement.ts';
import { client } from '../../client/index.ts';
import { useStreamedWork, type WorkState } from '../../ui/useStreamedWork.ts';
import type { AnsweredReport } from './question.ts';

interface LastReport {
  readonly casebook: string | null;
  readonly answered: AnsweredReport | null;
}

/** The figures last computed; kept while the window lives, to be there at once when one comes back. */
const last = create<LastReport>()(() => ({ casebook: null, answered: null }));

export interface Figures {
  /** The latest there are, whatever they were asked for. */
  readonly answered: AnsweredReport | null;
  /** They answer an earlier question, or the same one before it is answered again. */
  readonly old: boolean;
  readonly state: WorkState<AgreementReport>;
  readonly again: () => void;
  readonly cancel: () => void;
}

/** Computes the figures that are asked for, anew whenever the question changes; null asks for none. */
export function useFigures(casebook: string, request: AgreementRequest | null): Figures {
  const { state, start, cancel } = useStreamedWork<AgreementReport>();
  const answered = last((each) => (each.casebook === casebook ? each.answered : null));
  const [asked, setAsked] = useState(request);
  // The request is made anew at every render; it is another one only where it says something else.
  if (JSON.stringify(asked) !== JSON.stringify(request)) setAsked(request);
  const run = useCallback(async () => {
    if (asked === null) return;
    const report = await start((signal) => client.agreement.figures(asked, { signal }));
    if (report !== null) last.setState({ casebook, answered: { request: asked, report } });
  }, [asked, casebook, start]);
  useEffect(() => {
    if (asked === null) cancel();
    else void run();
  }, [asked, run, cancel]);
  return {
    answered,
    old: answered !== null && (state.status !== 'done' || answered.request !== asked),
    state,
    again: () => void run(),
    cancel,
  };
}
