import { useEffect } from 'react';

/** Tells the dialog whether work is running, and that it is not once the form is gone. */
export function useReportBusy(running: boolean, onBusy: (busy: boolean) => void): void {
  useEffect(() => {
    onBusy(running);
    return () => {
      onBusy(false);
    };
  }, [running, onBusy]);
}
