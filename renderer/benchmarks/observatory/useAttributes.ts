import { useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { newId } from '../../client/newId.ts';
import { attributeName, counterpart } from '../../../shared/benchmarks/observatory/labels.ts';
import { axisOf, mirrorBox } from '../../../shared/benchmarks/observatory/symmetry.ts';
import { RegionId } from '../../../shared/base/ids.ts';
import { type DocumentRecords, recordId, type RegionRecord } from '../../../shared/domain/document.ts';
import { toSubpixels } from '../../../shared/base/geometry.ts';
import { useDesk, useDeskView, useImageDetails, useImages, useRegions } from '../../ui/form/context.ts';
import { announce } from '../../ui/form/view.ts';
import { useAnswerForm } from './useAnswerForm.ts';

/** One line of the checklist. */
export interface AttributeState {
  readonly attribute: string;
  /** The boxes with its label: one where all is well. */
  readonly boxes: readonly RegionRecord[];
  readonly notVisible: boolean;
  /** Neither boxed nor said not to be visible. */
  readonly missing: boolean;
  /** The next box gets its label. */
  readonly armed: boolean;
  readonly selected: boolean;
}

/** The attributes that an original must have, how far each has come, and what can be done about it. */
export interface Attributes {
  readonly list: readonly AttributeState[];
  readonly missing: readonly string[];
  /** The attribute that keys are about: of the selected box, else the armed one. */
  readonly current: string | null;
  /** Draws boxes until nothing is missing; the first gets the label of `attribute` where one is named. */
  readonly draw: (by: 'corners' | 'points', attribute?: string) => void;
  /** Selects its box, or arms it and begins to draw. */
  readonly go: (attribute: string) => void;
  readonly toggleNotVisible: (attribute: string) => void;
  /** Whether {@link mirror} has anything to copy. */
  readonly canMirror: boolean;
  /** Copies the selected box, or the only one of a pair, to the other side. */
  readonly mirror: () => void;
}

/** Arms the next attribute that is missing whenever the armed one is done. */
export function useAttributes(showOriginal: () => void): Attributes {
  const { view, canvas, editing, readOnly } = useDesk();
  const { answer, attributes, change } = useAnswerForm();
  const regions = useRegions();
  const [original] = useImages();
  const details = useImageDetails();
  const armed = useDeskView((state) => state.armed);
  const selection = useDeskView((state) => state.selection);
  const tool = useDeskView((state) => state.tool);

  const list = useMemo(
    () => attributeStates(attributes, regions, { notVisible: answer.notVisible, armed, selection }),
    [attributes, regions, answer.notVisible, armed, selection],
  );
  const missing = useMemo(
    () => list.filter((each) => each.missing).map(({ attribute }) => attribute),
    [list],
  );
  const [next = null] = missing;

  // A box that was just drawn is done: the one after it is next, without a choice.
  useEffect(() => {
    if (next !== null && (armed === null || !missing.includes(armed))) view.setState({ armed: next });
  }, [view, missing, next, armed]);
  const isDrawing = tool === 'drawing' || tool === 'extremePoints';
  const isComplete = next === null;
  useEffect(() => {
    // What is kept for the missing ones has nothing more to draw.
    if (isComplete && isDrawing) canvas.current?.escape();
  }, [isComplete, isDrawing, canvas]);

  const selected = list.find((each) => each.selected) ?? null;
  const source = mirrorSource(list, selected);

  const begin = (by: 'corners' | 'points', attribute: string | null): void => {
    flushSync(() => {
      showOriginal();
      view.setState({ selection: [], ...(attribute !== null && { armed: attribute }) });
    });
    const kept = missing.some((each) => each !== attribute);
    const handle = canvas.current;
    handle?.focus();
    if (by === 'points') handle?.drawByPoints(kept);
    else if (kept) handle?.drawKept();
    else handle?.draw();
  };

  return {
    list,
    missing,
    current: selected?.attribute ?? armed ?? next,
    draw(by, attribute) {
      begin(by, attribute ?? (armed !== null && missing.includes(armed) ? armed : next));
    },
    go(attribute) {
      const [box] = list.find((each) => each.attribute === attribute)?.boxes ?? [];
      if (box === undefined) {
        if (!readOnly) begin('corners', attribute);
        return;
      }
      flushSync(() => {
        showOriginal();
        view.setState({ selection: [box.id] });
      });
      canvas.current?.reveal(box.id);
      canvas.current?.focus();
    },
    toggleNotVisible(attribute) {
      const isHidden = answer.notVisible.includes(attribute);
      const name = attributeName(attribute);
      if (isHidden) change({ notVisible: answer.notVisible.filter((each) => each !== attribute) });
      else {
        // What cannot be seen has no box; both go back with one undo.
        editing.change((records) => withoutBoxes(records, attribute, attributes, answer.notVisible));
      }
      announce(view, isHidden ? `${name} needs a box.` : `${name} is not visible.`);
    },
    canMirror: source !== null,
    mirror() {
      const detail = original?.imageId == null ? undefined : details.get(original.imageId);
      if (source === null || detail === undefined) {
        announce(view, 'There is no box to copy: draw one of a left and right pair first.');
        return;
      }
      const { copy, axis } = mirroredCopy(source, regions, detail);
      editing.change((records) => ({ ...records, [recordId(copy)]: copy }));
      view.setState({ selection: [copy.id] });
      canvas.current?.focus();
      const about = axis.attribute === null ? 'the image' : attributeName(axis.attribute).toLowerCase();
      announce(view, `${attributeName(source.to)} is mirrored about the middle of the ${about}; adjust it.`);
    },
  };
}

/** The state of each attribute. */
const attributeStates = (
  attributes: readonly string[],
  regions: readonly RegionRecord[],
  now: {
    readonly notVisible: readonly string[];
    readonly armed: string | null;
    readonly selection: readonly string[];
  },
): readonly AttributeState[] =>
  attributes.map((attribute) => {
    const boxes = regions.filter(({ label }) => label === attribute);
    const notVisible = now.notVisible.includes(attribute);
    return {
      attribute,
      boxes,
      notVisible,
      missing: boxes.length === 0 && !notVisible,
      armed: now.armed === attribute,
      selected: boxes.some(({ id }) => now.selection.includes(id)),
    };
  });

/** The records after an attribute is marked as not visible: its boxes are gone. */
function withoutBoxes(
  records: DocumentRecords,
  attribute: string,
  attributes: readonly string[],
  notVisible: readonly string[],
): DocumentRecords {
  const kept = Object.entries(records).filter(
    ([, record]) => record.type !== 'region' || record.label !== attribute,
  );
  const value = attributes.filter((each) => each === attribute || notVisible.includes(each));
  return { ...Object.fromEntries(kept), 'field:notVisible': { type: 'field', name: 'notVisible', value } };
}

/** Mirrors a box about the axis that the other boxes suggest, as a new box or by moving the one already there. */
function mirroredCopy(
  { box, to, other }: MirrorSource,
  regions: readonly RegionRecord[],
  image: { readonly width: number; readonly height: number },
): { readonly copy: RegionRecord; readonly axis: ReturnType<typeof axisOf> } {
  const others = regions.filter(({ id }) => id !== box.id && id !== other?.id);
  const axis = axisOf(others, image);
  const place = toSubpixels(mirrorBox(box, axis.x, image), image);
  const order = regions.reduce((highest, region) => Math.max(highest, region.order), 0) + 1;
  const copy: RegionRecord =
    other === null
      ? { ...box, ...place, id: RegionId.parse(newId()), label: to, attributes: {}, note: '', order }
      : { ...other, ...place };
  return { copy, axis };
}

interface MirrorSource {
  readonly box: RegionRecord;
  readonly to: string;
  /** The box that is there already and moves. */
  readonly other: RegionRecord | null;
}

/** The selected box of a pair, or the box of a pair whose other is missing. */
function mirrorSource(list: readonly AttributeState[], selected: AttributeState | null): MirrorSource | null {
  const names = list.map(({ attribute }) => attribute);
  const from = (state: AttributeState): MirrorSource | null => {
    const to = counterpart(state.attribute, names);
    const [box] = state.boxes;
    if (to === null || box === undefined) return null;
    return { box, to, other: list.find(({ attribute }) => attribute === to)?.boxes[0] ?? null };
  };
  const chosen = selected === null ? null : from(selected);
  if (chosen !== null) return chosen;
  return list.map(from).find((source) => source !== null && source.other === null) ?? null;
}
