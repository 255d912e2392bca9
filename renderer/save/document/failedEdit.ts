import type { FailedCall } from '../failedCall.ts';

/**
 * What follows when the core did not take an edit. `retry`: it is sent again after a pause. `retry unsure`: likewise, but
 * it may be on disk. `ask`: where the document stands is asked at once, then it is sent again. `refuse`: it is taken back.
 */
export type AfterFailedEdit = 'retry' | 'retry unsure' | 'ask' | 'refuse';

/** What is known of a document's revisions. */
export interface Revisions {
  /** The last that the core has acknowledged. */
  readonly saved: number;
  /**
   * The highest that calls whose answers got lost can have made, or may still make: below it, that an edit does not fit
   * may be their doing.
   */
  readonly reach: number;
  /** At which an edit last did not fit and it was asked why; asked once for each, or it would be asked for ever. */
  readonly askedAt: number;
}

/** What follows when the core did not take an edit. */
export function afterFailedEdit(failed: FailedCall, { saved, reach, askedAt }: Revisions): AfterFailedEdit {
  if (!isRefused(failed)) return failed.kind === 'unknown' ? 'retry unsure' : 'retry';
  return failed.failure.code === 'conflict' && saved < reach && saved !== askedAt ? 'ask' : 'refuse';
}

/** A document that is not there is asked for before anything is taken back: that answers what a closed casebook cannot. */
export const isRefused = ({ kind }: FailedCall): boolean => kind === 'refused' || kind === 'not there';
