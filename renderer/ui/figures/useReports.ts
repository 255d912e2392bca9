import { useCallback, useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { type Rename, useOnPaper } from './onPaper.ts';
import { type StreamedWork, useStreamedWork, type WorkState } from '../work/useStreamedWork.ts';

/** A report with the request it answers: what is behind its cells is asked for with the same words. */
export interface ReportAnswer<Request, Report> {
  readonly request: Request;
  readonly report: Report;
}

export interface Reports<Request, Report> {
  /** The latest there is, whatever it was asked for. */
  readonly answered: ReportAnswer<Request, Report> | null;
  /** It answers an earlier question, or the same one before it is answered again. */
  readonly old: boolean;
  readonly state: WorkState<Report>;
  readonly again: () => void;
  readonly cancel: () => void;
}

type ReportWork<Report> = ReturnType<Parameters<StreamedWork<Report>['start']>[0]>;

/**
 * A hook that has reports computed as they are asked for, anew whenever the question changes (null asks for none). The
 * last one is kept while the window lives, to be there at once when one comes back. On paper people have pseudonyms.
 */
export function createReportsHook<Request, Report>(
  ask: (request: Request, signal: AbortSignal) => ReportWork<Report>,
  rename: Rename<Report>,
): (casebook: string, request: Request | null) => Reports<Request, Report> {
  interface Last {
    readonly casebook: string | null;
    readonly answered: ReportAnswer<Request, Report> | null;
  }
  const last = create<Last>()(() => ({ casebook: null, answered: null }));
  return function useReports(casebook, request) {
    const { state, start, cancel } = useStreamedWork<Report>();
    const answered = last((each) => (each.casebook === casebook ? each.answered : null));
    const [asked, setAsked] = useState(request);
    // The request is made anew at every render; it is another one only where it says something else.
    if (JSON.stringify(asked) !== JSON.stringify(request)) setAsked(request);
    const run = useCallback(async () => {
      if (asked === null) return;
      const report = await start((signal) => ask(asked, signal));
      if (report !== null) last.setState({ casebook, answered: { request: asked, report } });
    }, [asked, casebook, start]);
    useEffect(() => {
      if (asked === null) cancel();
      else void run();
    }, [asked, run, cancel]);
    const report = useOnPaper(answered?.report ?? null, rename);
    const shown = useMemo(
      () => (answered === null || report === null ? null : { request: answered.request, report }),
      [answered, report],
    );
    return {
      answered: shown,
      old: answered !== null && (state.status !== 'done' || answered.request !== asked),
      state,
      again: () => void run(),
      cancel,
    };
  };
}
