import type { DeskDocument, EditResult } from '../../../shared/contract/annotations.ts';
import type { DocumentDiff } from '../../../shared/domain/document.ts';
import type { AnnotationId } from '../../../shared/domain/ids.ts';
import type { Failure } from '../../client/failure.ts';
import { failureOf } from '../../client/failure.ts';

/** An edit as the core takes it. */
export interface SentEdit {
  readonly revision: number;
  readonly diff: DocumentDiff;
  readonly mark: string;
  readonly activeMilliseconds: number;
}

/** The core's side of one document. Every call names the revision it builds on. */
export interface DeskTransport {
  open(): Promise<DeskDocument>;
  edit(edit: SentEdit): Promise<EditResult>;
  undo(revision: number, confirmed: boolean): Promise<EditResult>;
  redo(revision: number, confirmed: boolean): Promise<EditResult>;
  submit(revision: number): Promise<DeskDocument>;
  restore(revision: number, version: AnnotationId): Promise<EditResult>;
}

/**
 * What a failed call means for the edit it carried. `refused`: the core looked at it and will never take it.
 * `not done`: it is not on disk, and may be once the cause is gone. `unknown`: the answer got lost, the edit
 * may be on disk or not.
 */
type Verdict = 'refused' | 'not done' | 'unknown';

export interface FailedCall {
  readonly failure: Failure;
  readonly verdict: Verdict;
}

/** Reads a thrown error as what it means for the edit. */
export function failedCall(error: unknown): FailedCall {
  const failure = failureOf(error);
  return { failure, verdict: verdictOf(failure) };
}

function verdictOf({ code }: Failure): Verdict {
  switch (code) {
    case 'conflict':
    case 'unconfirmed':
    case 'invalid_input':
    case 'not_found':
    case 'forbidden':
    case 'exists':
    case 'cancelled':
    case 'missing':
    case 'not_a_casebook':
    case 'newer_version':
    case 'older_version':
    case 'not_readable':
      return 'refused';
    case 'in_use':
    case 'busy':
    case 'read_only':
    case 'damaged':
    case 'disk_full':
    case 'not_writable':
      return 'not done';
    case 'internal':
    case null:
      return 'unknown';
  }
}
