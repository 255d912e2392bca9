import { createContext, type RefObject, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Case } from '../../../../shared/contract/adjudications.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import type { ImageRecord } from '../../../../shared/domain/document.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CanvasHandle } from '../../../canvas/index.ts';
import type { ImageDetails } from '../../../save/document/session.ts';
import type { DecisionWork } from '../decision/fieldDecisions.ts';
import type { DecisionSubject } from '../decision/origins.ts';
import type { Steps } from '../decision/steps.ts';
import type { CaseRows } from './caseRows.ts';
import type { ChangeDraft } from './useDraftEditing.ts';

/** What a case has to do with the screen around it. */
export interface CaseScreenProps {
  readonly benchmark: Benchmark;
  readonly task: Task;
  readonly itemId: ItemId;
  readonly onNext: () => void;
  readonly onLeave: () => void;
  /** The case was decided on in this visit. */
  readonly fresh: boolean;
  readonly onDecided: (next: ItemId | null) => void;
}

/** What is looked at in a case; none of it is saved. */
export interface CaseView {
  /** The line of the table that keys are about. */
  readonly focus: string | null;
  /** The line under the pointer. */
  readonly hovered: string | null;
  /** Layers of boxes out of sight, by letter; the empty one is the decision's. */
  readonly hidden: ReadonlySet<string>;
  /** For screen readers. */
  readonly announcement: string;
}

export type CaseViewStore = StoreApi<CaseView>;

export function createCaseView(focus: string | null): CaseViewStore {
  return createStore<CaseView>()(() => ({
    focus,
    hovered: null,
    hidden: new Set(),
    announcement: '',
  }));
}

/** What was done to a draft, and what it began from. */
export interface CaseWork extends DecisionWork {
  readonly steps: Steps;
}

/** A case on the screen, being decided or looked at. */
export interface CaseContextValue {
  readonly itemId: ItemId;
  readonly externalId: string;
  readonly kase: Case;
  readonly benchmark: Benchmark;
  readonly task: Task;
  readonly vocabulary: JsonObject;
  readonly rows: CaseRows;
  /** The draft, or the decision; null where there is neither. */
  readonly subject: DecisionSubject | null;
  readonly images: readonly ImageRecord[];
  readonly details: ImageDetails;
  readonly view: CaseViewStore;
  readonly canvas: RefObject<CanvasHandle | null>;
  /** Changes the draft in one step; null where there is none to change. */
  readonly change: ChangeDraft | null;
  /** What was done to the draft; null where there is none. */
  readonly work: CaseWork | null;
}

export const CaseContext = createContext<CaseContextValue | null>(null);

/** The case around this component. */
export function useCase(): CaseContextValue {
  const value = use(CaseContext);
  if (value === null) throw new Error('This is shown outside of a case.');
  return value;
}

/** A part of what is looked at. */
export function useCaseView<T>(select: (view: CaseView) => T): T {
  return useStore(useCase().view, select);
}

/** Says something to screen readers; the same words twice are said twice. */
export function announceInCase(view: CaseViewStore, text: string): void {
  view.setState(({ announcement }) => ({ announcement: announcement === text ? `${text}\u00a0` : text }));
}
