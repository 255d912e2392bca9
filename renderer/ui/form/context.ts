import { createContext, type RefObject, use, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { CheckImage, RegionLabel, Task } from '../../../shared/benchmarks/task.ts';
import type { Problem } from '../../../shared/benchmarks/problems.ts';
import { type AskedParts, isAnswered } from '../../../shared/benchmarks/parts.ts';
import { askedProblems, boxesPart, regionLabels } from '../../../shared/benchmarks/taskParts.ts';
import {
  answerOf,
  type DocumentRecords,
  type ImageRecord,
  imagesOf,
  type RegionRecord,
  regionsOf,
} from '../../../shared/domain/document.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { CanvasHandle } from '../../canvas/index.ts';
import type { DeskEditor } from './deskEditor.ts';
import type { DeskSession, ImageDetails } from '../../save/document/session.ts';
import type { DeskState } from '../../save/document/deskState.ts';
import type { DeskView, DeskViewStore } from './view.ts';

/** Everything a part of the Desk, or a benchmark's form, works with. */
export interface DeskContextValue {
  readonly session: DeskSession;
  readonly view: DeskViewStore;
  readonly benchmark: Benchmark;
  readonly task: Task;
  readonly vocabulary: JsonObject;
  /** The parts of the answer that are asked for; null: everything. */
  readonly asked: AskedParts;
  readonly readOnly: boolean;
  /** Whether something can stand over the image: in Adjudicate nothing does. */
  readonly hasCover: boolean;
  readonly editing: DeskEditor;
  readonly canvas: RefObject<CanvasHandle | null>;
  /** The problems of the document as it stands, worst first. */
  readonly problems: readonly Problem[];
}

export const DeskContext = createContext<DeskContextValue | null>(null);

/** The Desk around this component. */
export function useDesk(): DeskContextValue {
  const desk = use(DeskContext);
  if (desk === null) throw new Error('This is shown outside of the Desk.');
  return desk;
}

/** A part of the document's state; rendered anew only when that part changes. */
export function useDeskState<T>(select: (state: DeskState) => T): T {
  return useStore(useDesk().session.store, select);
}

/** A part of what the Desk shows. */
export function useDeskView<T>(select: (view: DeskView) => T): T {
  return useStore(useDesk().view, select);
}

export function useImageDetails(): ImageDetails {
  return useStore(useDesk().session.images);
}

/** The document's answer as one object. */
export function useAnswer(): JsonObject {
  const records = useDeskState((state) => state.records);
  return useMemo(() => answerOf(records), [records]);
}

/** The boxes in drawing order; the same list as long as none of them changes, however much is typed elsewhere. */
export function useRegions(): readonly RegionRecord[] {
  return useStore(
    useDesk().session.store,
    useShallow((state: DeskState) => regionsOf(state.records)),
  );
}

/** The images by position; the same list as long as none of them changes. */
export function useImages(): readonly ImageRecord[] {
  return useStore(
    useDesk().session.store,
    useShallow((state: DeskState) => imagesOf(state.records)),
  );
}

/** Whether boxes are asked for, where the task has any. */
export function useAsksBoxes(): boolean {
  const { task, vocabulary, asked } = useDesk();
  const boxes = boxesPart(task, vocabulary);
  return boxes === null || isAnswered(asked, boxes);
}

/** The labels that boxes can carry now. */
export function useRegionLabels(): readonly RegionLabel[] {
  const { task, vocabulary } = useDesk();
  const answer = useAnswer();
  const asksBoxes = useAsksBoxes();
  return useMemo(
    () => (asksBoxes ? regionLabels(task, answer, vocabulary) : []),
    [task, vocabulary, answer, asksBoxes],
  );
}

/** What the rules of the benchmark say of what is asked for in records; images whose details are still loading are not judged. */
export function problemsOf(
  task: Task,
  vocabulary: JsonObject,
  payload: JsonObject,
  records: DocumentRecords,
  details: ImageDetails,
  asked: AskedParts,
): readonly Problem[] {
  const images = imagesOf(records);
  if (images.some(({ imageId }) => imageId !== null && !details.has(imageId))) return [];
  const checked = images.map((image): CheckImage => ({
    ...image,
    size: image.imageId === null ? null : (details.get(image.imageId) ?? null),
  }));
  const problems = task.check({
    payload,
    answer: answerOf(records),
    vocabulary,
    regions: regionsOf(records),
    images: checked,
  });
  return askedProblems(task, problems, asked, vocabulary).toSorted((a, b) => weight(a) - weight(b));
}

function weight({ severity }: Problem): number {
  return severity === 'error' ? 0 : 1;
}
