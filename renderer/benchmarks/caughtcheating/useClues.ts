import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import {
  addClue,
  chooseLabel,
  moveClue,
  newClueId,
} from '../../../shared/benchmarks/caughtcheating/editing.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { useDesk, useDeskState, useRegions } from '../../ui/form/context.ts';
import { focusField } from '../../ui/form/focusField.ts';
import { useAnswerForm } from './useAnswerForm.ts';

export interface ClueActions {
  readonly add: () => void;
  /** Takes the clue away with its boxes, in one step. */
  readonly remove: (id: string) => void;
  readonly move: (from: number, to: number) => void;
  /** Arms the canvas with the clue's label. */
  readonly draw: (id: string) => void;
  /** Selects the clue's boxes and brings the first into view. */
  readonly select: (id: string) => void;
  readonly boxesOf: (id: string) => readonly RegionRecord[];
  /** The clue that the selected boxes, or else the next box, belong to. */
  readonly current: string | null;
  /** Takes everything away that only a clued item has. */
  readonly clear: () => void;
}

/** What can be done with clues, in the list and on the image. */
export function useClues(): ClueActions {
  const { editing, view, canvas } = useDesk();
  const { answer, change } = useAnswerForm();
  const records = useDeskState((state) => state.records);
  const selection = useStore(view, (state) => state.selection);
  const armed = useStore(view, (state) => state.armed);
  const regions = useRegions();
  const selected = regions.find((region) => selection.includes(region.id));
  const boxesOf = (id: string): RegionRecord[] => regions.filter((region) => region.label === id);

  /** The records without the boxes of these clues. */
  const withoutBoxes = (ids: ReadonlySet<string>) =>
    Object.fromEntries(
      Object.entries(records).filter(([, record]) => record.type !== 'region' || !ids.has(record.label)),
    );

  return {
    boxesOf,
    current: selected?.label ?? armed,
    add() {
      const clues = addClue(answer.clues, newClueId(answer.clues));
      // Who writes a clue has decided that there is one.
      // Drawn at once, so that what is typed straight after the key goes into the new clue.
      flushSync(() => {
        change({ clues, ...(answer.label === null && chooseLabel(answer, true)) });
        view.setState({ armed: clues.at(-1)?.id ?? null });
      });
      focusField(`clues.${String(clues.length - 1)}.text`);
    },
    remove(id) {
      const clues = answer.clues.filter((clue) => clue.id !== id);
      editing.change(() => ({
        ...withoutBoxes(new Set([id])),
        'field:clues': { type: 'field', name: 'clues', value: clues },
      }));
      if (armed === id) view.setState({ armed: null });
      const next = Math.min(
        answer.clues.findIndex((clue) => clue.id === id),
        clues.length - 1,
      );
      requestAnimationFrame(() => focusField(next >= 0 ? `clues.${String(next)}.text` : 'clues'));
    },
    move(from, to) {
      change({ clues: moveClue(answer.clues, from, to) });
    },
    draw(id) {
      view.setState({ armed: id, selection: [] });
      // After the canvas has been given the label.
      requestAnimationFrame(() => {
        canvas.current?.draw();
        canvas.current?.focus();
      });
    },
    select(id) {
      const ids = boxesOf(id).map((region) => region.id);
      view.setState({ armed: id, selection: ids });
      if (ids[0] !== undefined) canvas.current?.reveal(ids[0]);
    },
    clear() {
      const ids = new Set(answer.clues.map((clue) => clue.id));
      const empty = (name: string) => ({ type: 'field', name, value: [] }) as const;
      editing.change(() => ({
        ...withoutBoxes(ids),
        'field:clues': empty('clues'),
        'field:perception': empty('perception'),
        'field:reasoning': empty('reasoning'),
      }));
    },
  };
}
