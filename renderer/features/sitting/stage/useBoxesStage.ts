import { useMemo, useState } from 'react';
import { v7 } from 'uuid';
import type { AnswerBox, AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { paletteColor, type CanvasChange, type CanvasRegion } from '../../../canvas/index.ts';
import { lookedAt, type Stage, type StepImage } from './stage.ts';

export type BoxesKind = Extract<AnswerKind, { kind: 'boxes' }>;

export interface BoxesStage extends Stage {
  readonly onLabel: (label: string) => void;
  readonly onDelete: (id: string) => void;
}

/** Boxes on the first image as the answer; the canvas knows them by ids that the answer does not have. */
export function useBoxesStage(
  kind: BoxesKind | null,
  images: readonly StepImage[],
  answer: StepAnswer | null,
  onAnswer: (answer: StepAnswer | null) => void,
): BoxesStage {
  const [image] = images;
  const [drawn, setDrawn] = useState<{
    readonly answer: StepAnswer | null;
    readonly regions: readonly CanvasRegion[];
  }>({ answer: null, regions: [] });
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [chosenLabel, setChosenLabel] = useState<string | null>(null);
  const given = kind === null || image === undefined ? null : answer;
  // Another answer than the one drawn last: of another step, or from before a reload.
  const regions = useMemo(
    () => (drawn.answer === given ? drawn.regions : image === undefined ? [] : regionsOf(given, image.id)),
    [drawn, given, image],
  );
  const labels = useMemo(
    () => (kind?.labels ?? []).map(({ id, text }, index) => ({ id, name: text, color: paletteColor(index) })),
    [kind],
  );
  const activeLabel = labels.find(({ id }) => id === chosenLabel)?.id ?? labels[0]?.id ?? null;
  const isFull = kind?.most !== null && kind?.most !== undefined && regions.length >= kind.most;

  const commit = ({ added, updated, removed }: CanvasChange): void => {
    if (image === undefined || kind === null) return;
    const changed = new Map(updated.map((region) => [region.id, region]));
    const room = kind.most === null ? added.length : Math.max(0, kind.most - regions.length + removed.length);
    const after = [
      ...regions.filter(({ id }) => !removed.includes(id)).map((region) => changed.get(region.id) ?? region),
      ...added.filter(({ imageId }) => imageId === image.id).slice(0, room),
    ];
    const next: StepAnswer | null = after.length === 0 ? null : { kind: 'boxes', boxes: after.map(boxOf) };
    setDrawn({ answer: next, regions: after });
    onAnswer(next);
  };

  return {
    ...lookedAt,
    regions,
    labels,
    activeLabel: isFull ? null : activeLabel,
    drawingBlocked: isFull
      ? `There can be no more than ${String(kind.most)}. Delete one, or move it.`
      : 'There is nothing to draw here.',
    selection: selection.filter((id) => regions.some((region) => region.id === id)),
    isDrawn: kind !== null,
    onSelectionChange: setSelection,
    onCommit: commit,
    onLabel: (label) => {
      setChosenLabel(label);
      const updated = regions.flatMap((region) =>
        selection.includes(region.id) && region.label !== label ? [{ ...region, label }] : [],
      );
      if (updated.length > 0) commit({ added: [], updated, removed: [] });
    },
    onDelete: (id) => {
      commit({ added: [], updated: [], removed: [id] });
    },
  };
}

function regionsOf(answer: StepAnswer | null, imageId: string): readonly CanvasRegion[] {
  if (answer?.kind !== 'boxes') return [];
  return answer.boxes.map((box) => ({ ...box, id: v7(), imageId, note: null }));
}

function boxOf({ label, x, y, width, height }: CanvasRegion): AnswerBox {
  return { label, x, y, width, height };
}
