import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { counted } from '../../../shared/base/counts.ts';
import type { ImageChoice } from '../../../shared/benchmarks/argus/schema.ts';
import type { DocumentRecords } from '../../../shared/domain/document.ts';
import { useDesk, useImages } from '../../ui/form/context.ts';
import { announce } from '../../ui/form/view.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { isChoice } from './steps.ts';
import { useAnswerForm } from './useAnswerForm.ts';

/** The choice of the best image: what is beside what, and what becomes of boxes on images that are not chosen. */
export function useImageChoice() {
  const { view, editing, session, canvas } = useDesk();
  const { answer } = useAnswerForm();
  const images = useImages();
  const [comparingAgain, setComparingAgain] = useState(false);
  const { image: chosen } = answer;
  const isShownAlone = typeof chosen === 'number' && !comparingAgain && isChoice(images);

  const panes = useMemo(() => {
    if (!isChoice(images)) return null;
    return images
      .map(({ position }) => position)
      .filter((position) => !isShownAlone || position + 1 === chosen)
      .map((position) => ({
        position,
        caption: position + 1 === chosen ? `${String(position + 1)}, chosen` : String(position + 1),
      }));
  }, [images, isShownAlone, chosen]);
  useEffect(() => {
    view.setState({ panes });
    return () => view.setState({ panes: null });
  }, [view, panes]);

  const choose = useCallback(
    (choice: ImageChoice): void => {
      const kept = images.find(({ position }) => position + 1 === choice)?.imageId ?? null;
      const lost = boxesElsewhere(session.store.getState().records, kept);
      flushSync(() => {
        setComparingAgain(false);
        view.setState({ selection: [] });
        editing.change((records) => {
          const after = Object.fromEntries(Object.entries(records).filter(([id]) => !lost.includes(id)));
          return { ...after, 'field:image': { type: 'field', name: 'image', value: choice } };
        });
      });
      const what = choice === 'none' ? 'All images are discarded' : `Image ${String(choice)} is chosen`;
      if (lost.length === 0) announce(view, `${what}.`);
      else {
        const boxes = counted(lost.length, 'box', 'boxes');
        toast(
          `${what}. ${boxes} on another image ${lost.length === 1 ? 'is' : 'are'} removed; undo restores ${lost.length === 1 ? 'it' : 'them'}.`,
        );
      }
      canvas.current?.focus();
    },
    [images, session, view, editing, canvas],
  );

  return {
    choose,
    comparing: !isShownAlone,
    toggleComparing: () => {
      setComparingAgain((again) => !again);
    },
  };
}

/** The ids of the boxes that are not on this image. */
function boxesElsewhere(records: DocumentRecords, imageId: string | null): readonly string[] {
  return Object.entries(records).flatMap(([id, record]) =>
    record.type === 'region' && record.imageId !== imageId ? [id] : [],
  );
}
