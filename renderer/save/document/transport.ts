import type { DeskDocument, EditResult } from '../../../shared/contract/annotations.ts';
import type { DocumentDiff } from '../../../shared/domain/document.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';

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
