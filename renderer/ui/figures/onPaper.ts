import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Naming, pseudonymsFor } from '../../../shared/figures/naming.ts';
import { orpc } from '../../client/index.ts';

/** How a report calls people under a naming. */
export type Rename<Report> = (report: Report, naming: Naming) => Report;

/** A report as the window shows it: with names on the screen, with pseudonyms while the window prints. */
export function useOnPaper<Report>(report: Report | null, rename: Rename<Report>): Report | null {
  const naming = usePaperNaming();
  return useMemo(
    () => (report === null || naming === null ? report : rename(report, naming)),
    [report, naming, rename],
  );
}

/** What people are called on paper; null while nothing is printed. */
function usePaperNaming(): Naming | null {
  const people = useQuery(orpc.people.pseudonyms.queryOptions()).data;
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const shows = (paper: boolean) => () => {
      // What is printed is what is drawn when the listener returns.
      flushSync(() => {
        setPrinting(paper);
      });
    };
    const [before, after] = [shows(true), shows(false)];
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return useMemo(() => (printing ? pseudonymsFor(people ?? null) : null), [printing, people]);
}
