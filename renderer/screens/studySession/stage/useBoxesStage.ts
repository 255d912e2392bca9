import { useMemo, useState } from 'react';
import { newId } from '../../../client/newId.ts';
import type { AnswerBox, AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { paletteColor, type CanvasChange, type CanvasRegion } from '../../../canvas/index.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { hasNotes } from './notes.ts';
import { lookedAt, type Stage, type StageImage } from './stage.ts';

export type BoxesKind = Extract<AnswerKind, { kind: 'boxes' }>;

export interface BoxesStage extends Stage {
  readonly onLabel: (label: string) => void;
  readonly onDelete: (id: string) => void;
  /** Where each label is asked for once: those without a box that were said not to be there. */
  readonly absent: readonly string[];
  /** Says that a label is not there, or takes it back. */
  readonly onAbsent: (label: string) => void;
  /** What a key or press did that does not show by itself; null: nothing of the kind. */
  readonly said: string | null;
}

/** Boxes on the first image as the answer; the canvas knows them by ids that the answer does not have. */
export function useBoxesStage(
  kind: BoxesKind | null,
  images: readonly StageImage[],
  answer: StepAnswer | null,
  onAnswer: (answer: StepAnswer | null) => void,
): BoxesStage {
  const say = useSay();
  const [image] = images;
  const [drawn, setDrawn] = useState<{
    readonly answer: StepAnswer | null;
    readonly regions: readonly CanvasRegion[];
  }>({ answer: null, regions: [] });
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [chosenLabel, setChosenLabel] = useState<string | null>(null);
  const [said, setSaid] = useState<{ readonly of: StepAnswer | null; readonly text: string } | null>(null);
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
  const isEachOnce = kind?.eachOnce === true;
  const absent = given?.kind === 'boxes' ? (given.absent ?? []) : [];
  const boxFor = (label: string): CanvasRegion | undefined =>
    regions.find((region) => region.label === label);
  const open = isEachOnce
    ? labels.filter(({ id }) => boxFor(id) === undefined && !absent.includes(id))
    : labels;
  const activeLabel = open.find(({ id }) => id === chosenLabel)?.id ?? open[0]?.id ?? null;
  const most = kind?.most ?? null;
  const isFull = most !== null && regions.length >= most;

  const give = (after: readonly CanvasRegion[], missing: readonly string[]): void => {
    const next: StepAnswer | null =
      after.length === 0 && missing.length === 0
        ? null
        : { kind: 'boxes', boxes: after.map(boxOf), ...(missing.length > 0 && { absent: [...missing] }) };
    setDrawn({ answer: next, regions: after });
    onAnswer(next);
  };
  const commit = ({ added, updated, removed }: CanvasChange): void => {
    if (image === undefined || kind === null) return;
    const changed = new Map(updated.map((region) => [region.id, region]));
    const room = kind.most === null ? added.length : Math.max(0, kind.most - regions.length + removed.length);
    const kept = regions
      .filter(({ id }) => !removed.includes(id))
      .map((region) => changed.get(region.id) ?? region);
    const isTaken = (label: string): boolean => isEachOnce && kept.some((region) => region.label === label);
    const fresh = added
      .filter(({ imageId, label }) => imageId === image.id && !isTaken(label))
      .slice(0, room);
    const isFound = new Set(fresh.map(({ label }) => label));
    give(
      [...kept, ...fresh],
      absent.filter((label) => !isFound.has(label)),
    );
  };

  /** Where each label is asked for once, a label is what is drawn next, or the box that it has. */
  const takeLabel = (label: string): void => {
    const name = labels.find(({ id }) => id === label)?.name ?? label;
    const box = boxFor(label);
    if (box !== undefined) {
      setSelection([box.id]);
      setSaid({ of: given, text: say('onceHasBox', { label: name }) });
      return;
    }
    setChosenLabel(label);
    setSelection([]);
    setSaid(null);
    if (absent.includes(label))
      give(
        regions,
        absent.filter((each) => each !== label),
      );
  };

  return {
    ...lookedAt,
    regions,
    labels,
    activeLabel: isFull ? null : activeLabel,
    drawingBlocked:
      isEachOnce && labels.length > 0
        ? say('boxesDone')
        : isFull
          ? say('boxesFull', { most })
          : say('nothingToDraw'),
    selection: selection.filter((id) => regions.some((region) => region.id === id)),
    isDrawn: kind !== null,
    dragDraws: isEachOnce,
    firstLarger: kind !== null && hasNotes(images) ? 1.4 : null,
    absent,
    said: said !== null && said.of === given ? said.text : null,
    onSelectionChange: setSelection,
    onCommit: commit,
    onLabel: (label) => {
      if (isEachOnce) {
        takeLabel(label);
        return;
      }
      setChosenLabel(label);
      const updated = regions.flatMap((region) =>
        selection.includes(region.id) && region.label !== label ? [{ ...region, label }] : [],
      );
      if (updated.length > 0) commit({ added: [], updated, removed: [] });
    },
    onDelete: (id) => {
      commit({ added: [], updated: [], removed: [id] });
    },
    onAbsent: (label) => {
      if (boxFor(label) !== undefined) return;
      setSaid(null);
      give(regions, absent.includes(label) ? absent.filter((each) => each !== label) : [...absent, label]);
    },
  };
}

function regionsOf(answer: StepAnswer | null, imageId: string): readonly CanvasRegion[] {
  if (answer?.kind !== 'boxes') return [];
  return answer.boxes.map((box) => ({ ...box, id: newId(), imageId, note: null }));
}

function boxOf({ label, x, y, width, height }: CanvasRegion): AnswerBox {
  return { label, x, y, width, height };
}
