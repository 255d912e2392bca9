import { useMemo, useState } from 'react';
import { newId } from '../../../client/newId.ts';
import type { DocumentRecords } from '../../../../shared/domain/document.ts';
import {
  Canvas,
  type CanvasRegion,
  type CanvasToolName,
  type CanvasViewOptions,
  paletteColor,
} from '../../../canvas/index.ts';
import { gate } from '../../../ui/commands/theGate.ts';
import { useImagesOnScreen } from '../../../ui/images/useImagesOnScreen.ts';
import { canvasImages, canvasLabels, canvasRegions, withCanvasChange } from '../../../ui/form/regions.ts';
import { type DeskPane, imagesIn } from '../../../ui/form/view.ts';
import { useCase, useCaseView } from './caseContext.ts';
import type { CaseRow } from './caseRows.ts';
import { regionLabels } from '../../../../shared/benchmarks/taskParts.ts';

/** The decision's boxes: no rater has this colour. */
const DECISION_COLOR = '#ffffff';
/** Boxes that the current line is not about. */
const FAINT_COLOR = '#6e6e6e';

/** What the canvas needs of the person who keeps selection and tools: at the Desk's own view where a draft is edited. */
export interface CanvasState {
  /** The images that the decision's form wants beside each other; null: all of them. */
  readonly panes: readonly DeskPane[] | null;
  readonly selection: readonly string[];
  readonly activeLabel: string | null;
  readonly onSelectionChange: (ids: readonly string[]) => void;
  readonly onToolChange: (tool: CanvasToolName) => void;
  readonly onHiddenChange: (all: boolean) => void;
}

/** The item's images with all raters' boxes in their colours, and those of the decision. */
export function CaseCanvas({
  state,
  viewOptions,
  noLabels,
}: {
  readonly state: CanvasState;
  readonly viewOptions: CanvasViewOptions;
  readonly noLabels: string;
}) {
  const {
    itemId,
    kase,
    task,
    vocabulary,
    subject,
    images: records,
    details,
    change,
    canvas,
    view,
    rows,
  } = useCase();
  const hidden = useCaseView((shown) => shown.hidden);
  const { panes } = state;
  const images = useMemo(() => canvasImages(imagesIn(panes, records), details), [panes, records, details]);
  const answer = subject?.draft.answer;
  const labels = useMemo(
    () => canvasLabels(answer === undefined ? [] : regionLabels(task, answer, vocabulary)),
    [task, answer, vocabulary],
  );
  const inHand = useCaseView(({ hovered, focus }) => hovered ?? focus);
  const about = useMemo(() => {
    const row = [...rows.disputed, ...rows.different, ...rows.agreed].find(({ id }) => id === inHand);
    return row?.kind === 'cluster'
      ? new Set<string>(row.cluster.members.map(({ regionId }) => regionId))
      : null;
  }, [rows, inHand]);

  const theirs = useMemo(
    () =>
      kase.columns.flatMap(({ column, regions }, place): CanvasRegion[] =>
        hidden.has(column)
          ? []
          : canvasRegions(regions).map((region) => ({
              ...region,
              locked: true,
              style: {
                color: about === null || about.has(region.id) ? paletteColor(place) : FAINT_COLOR,
                dashed: true,
                tag: column,
                tagPlace: place,
              },
            })),
      ),
    [kase.columns, hidden, about],
  );
  const own = subject?.draft.regions;
  const regions = useMemo(() => {
    const decided =
      own === undefined || hidden.has('')
        ? []
        : canvasRegions(own).map((region) => ({
            ...region,
            style: {
              color: DECISION_COLOR,
              dashed: false,
              tag: '✓',
              tagPlace: kase.columns.length,
            },
          }));
    return [...theirs, ...decided];
  }, [own, theirs, hidden, kase.columns.length]);
  const selection = useMemo(() => {
    const present = new Set(regions.map(({ id }) => id));
    return state.selection.filter((id) => present.has(id));
  }, [regions, state.selection]);

  const isComplete = records.every(({ imageId }) => imageId === null || details.has(imageId));
  const onImages = useImagesOnScreen(itemId, images, isComplete);
  /** How many gestures were dropped because they ended while the next case was opening. */
  const [refused, setRefused] = useState(0);

  return (
    <Canvas
      key={refused}
      ref={canvas}
      images={images}
      regions={regions}
      labels={labels}
      activeLabel={state.activeLabel}
      drawingBlocked={noLabels}
      lockedReason="Raters’ boxes stay as drawn. Accept one first."
      selection={selection}
      readOnly={change === null}
      viewOptions={viewOptions}
      newRegionId={newId}
      onSelectionChange={(ids) => {
        state.onSelectionChange(ids);
        const [only] = ids;
        const row = only === undefined ? undefined : clusterOf(rows.disputed.concat(rows.agreed), only);
        if (row !== undefined) view.setState({ focus: row.id });
      }}
      onToolChange={state.onToolChange}
      onHiddenChange={({ all }) => state.onHiddenChange(all)}
      onImages={onImages}
      onCommit={(made, gesture) => {
        if (change === null) return;
        if (!gate.isOpen()) {
          gate.tellDropped();
          setRefused(refused + 1);
          return;
        }
        const { added, updated, removed } = made;
        change((before: DocumentRecords) =>
          withCanvasChange(
            before,
            { added: added.map(plain), updated: updated.map(plain), removed },
            details,
            gesture === 'duplicate' ? selection : [],
          ),
        );
      }}
    />
  );
}

/** Looks are not kept with a box. */
function plain({ style: _style, ...region }: CanvasRegion): CanvasRegion {
  return region;
}

function clusterOf(rows: readonly CaseRow[], regionId: string): CaseRow | undefined {
  return rows.find(
    (row) => row.kind === 'cluster' && row.cluster.members.some((member) => member.regionId === regionId),
  );
}
