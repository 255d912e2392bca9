import { useMemo, useState } from 'react';
import { newId } from '../../../client/newId.ts';
import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { type CanvasChange, type CanvasRegion, paletteColor } from '../../../canvas/index.ts';
import type { Phrasebook } from '../../../../shared/participantTexts/texts.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { boxesAfter, boxesAnswer, labelToDraw } from './boxesAnswer.ts';
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
  const isFull = kind?.most != null && regions.length >= kind.most;
  const give = (after: readonly CanvasRegion[], missing: readonly string[]): void => {
    const next = boxesAnswer(after, missing);
    setDrawn({ answer: next, regions: after });
    onAnswer(next);
  };
  const commit = (change: CanvasChange): void => {
    if (image === undefined || kind === null) return;
    const after = boxesAfter(regions, change, { ...kind, imageId: image.id });
    const isNew = new Set(change.added.map(({ id }) => id));
    const found = new Set(after.flatMap(({ id, label }) => (isNew.has(id) ? [label] : [])));
    give(
      after,
      absent.filter((label) => !found.has(label)),
    );
  };
  /** Where each label is asked for once, a label is what is drawn next, or the box that it has. */
  const takeLabel = (label: string): void => {
    const name = labels.find(({ id }) => id === label)?.name ?? label;
    const box = boxOfLabel(regions, label);
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
    activeLabel: isFull
      ? null
      : labelToDraw(labels, chosenLabel, isEachOnce ? [...absent, ...regions.map(({ label }) => label)] : []),
    drawingBlocked: drawingBlocked(kind, isFull, say),
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
      if (boxOfLabel(regions, label) !== undefined) return;
      setSaid(null);
      give(regions, absent.includes(label) ? absent.filter((each) => each !== label) : [...absent, label]);
    },
  };
}

function regionsOf(answer: StepAnswer | null, imageId: string): readonly CanvasRegion[] {
  if (answer?.kind !== 'boxes') return [];
  return answer.boxes.map((box) => ({ ...box, id: newId(), imageId, note: null }));
}

const boxOfLabel = (regions: readonly CanvasRegion[], label: string): CanvasRegion | undefined =>
  regions.find((region) => region.label === label);

/** Why no box can be drawn, where none can. */
function drawingBlocked(kind: BoxesKind | null, isFull: boolean, say: Phrasebook): string {
  if (kind?.eachOnce === true && kind.labels.length > 0) return say('boxesDone');
  return isFull ? say('boxesFull', { most: kind?.most ?? 0 }) : say('nothingToDraw');
}
