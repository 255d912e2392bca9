import { useCallback, useEffect, useRef, useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import { faceRegions, largestFace } from '../../../../shared/benchmarks/observatory/faceRegions.ts';
import type { ImageId } from '../../../../shared/base/ids.ts';
import { imageUrl } from '../../../client/images.ts';
import { useDesk, useImages } from '../../../ui/form/context.ts';
import { announce } from '../../../ui/form/view.ts';
import { useAnswerForm } from '../useAnswerForm.ts';
import { DetectorError, faceDetector } from '../../../ui/faces/faceDetector.ts';
import { withProposals } from './proposedRecords.ts';

/** The state of a search for a face. */
export type FaceProposalState =
  | { readonly status: 'idle' }
  | { readonly status: 'looking' }
  | { readonly status: 'done'; readonly message: string }
  | { readonly status: 'failed'; readonly message: string; readonly hint: string };

/** A look that is under way, and at what. */
interface ProposalLook {
  readonly imageId: ImageId;
  readonly controller: AbortController;
}

/** Boxes for the face in the original, proposed by the detector. */
export interface FaceProposals {
  readonly state: FaceProposalState;
  /** Whether there is an original to look at, and somebody may draw on it. */
  readonly isPossible: boolean;
  readonly propose: () => void;
  readonly cancel: () => void;
}

/** Looks for the face of the open item. Leaving the item cancels the search. */
export function useFaceProposals(): FaceProposals {
  const { editing, readOnly, view } = useDesk();
  const { answer, attributes, vocabulary } = useAnswerForm();
  const [original] = useImages();
  const imageId = original?.imageId ?? null;
  const [state, setState] = useState<FaceProposalState>({ status: 'idle' });
  const looking = useRef<ProposalLook | null>(null);

  const cancel = useCallback(() => {
    looking.current?.controller.abort();
    looking.current = null;
    setState({ status: 'idle' });
  }, []);
  // Another image in the original's place is another face.
  useEffect(
    () => () => {
      if (looking.current?.imageId === imageId) cancel();
    },
    [imageId, cancel],
  );

  const look = async (signal: AbortSignal): Promise<FaceProposalState> => {
    if (imageId === null) return { status: 'idle' };
    const { faces, size } = await faceDetector.detect(imageUrl(imageId, 'full'), signal);
    const face = largestFace(faces, size);
    if (face === null)
      return { status: 'done', message: 'No face was found in the original. Draw the boxes by hand.' };
    const wanted = attributes.filter((attribute) => !answer.notVisible.includes(attribute));
    let added = 0;
    editing.change((records) => {
      const result = withProposals(records, imageId, faceRegions(face, size, vocabulary.side), wanted);
      added = result.added;
      return result.records;
    });
    return { status: 'done', message: outcome(added, faces.length) };
  };

  const follow = async (mine: ProposalLook): Promise<void> => {
    let next: FaceProposalState;
    try {
      next = await look(mine.controller.signal);
    } catch (error) {
      next = failed(error);
    }
    if (looking.current !== mine) return;
    looking.current = null;
    setState(next);
    if (next.status === 'done') announce(view, next.message);
  };

  const propose = (): void => {
    if (imageId === null) return;
    const mine = { imageId, controller: new AbortController() };
    looking.current?.controller.abort();
    looking.current = mine;
    setState({ status: 'looking' });
    announce(view, 'Looking for a face');
    follow(mine).catch(reportError);
  };

  return {
    state,
    isPossible: !readOnly && answer.domain === 'CELEB' && imageId !== null,
    propose,
    cancel,
  };
}

function outcome(added: number, faces: number): string {
  const boxes =
    added === 0
      ? 'Casebook found a face; all its attributes have boxes already.'
      : `${counted(added, 'box', 'boxes')} proposed. Check each, then accept.`;
  return faces > 1 ? `${boxes} There are ${String(faces)} faces: Casebook used the largest.` : boxes;
}

function failed(error: unknown): FaceProposalState {
  if (error instanceof DetectorError) return { status: 'failed', message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  return {
    status: 'failed',
    message: 'The face could not be detected.',
    hint: `Nothing was changed. (${message})`,
  };
}
