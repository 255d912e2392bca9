import { faceRegions, largestFace } from '../../../../shared/benchmarks/observatory/faceRegions.ts';
import { expectedAttributes } from '../../../../shared/benchmarks/observatory/rules.ts';
import {
  ObservatoryAnswer,
  type ObservatoryVocabulary,
} from '../../../../shared/benchmarks/observatory/schema.ts';
import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import { makeDiff } from '../../../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentDiff,
  type DocumentRecord,
  imagesOf,
  regionsOf,
} from '../../../../shared/domain/document.ts';
import type { ImageId, ItemId } from '../../../../shared/base/ids.ts';
import { DetectorError, type FoundFaces } from '../../../ui/faces/faceDetector.ts';
import { withProposals } from './proposedRecords.ts';

/** What the work needs of the core and of the detector. */
export interface ListWork {
  readonly items: readonly ItemId[];
  readonly vocabulary: ObservatoryVocabulary;
  open(id: ItemId): Promise<DeskDocument>;
  edit(document: DeskDocument, diff: DocumentDiff): Promise<unknown>;
  detect(imageId: ImageId, signal: AbortSignal): Promise<FoundFaces>;
}

/** What became of the items of a list. */
export interface ListOutcome {
  /** Have proposed boxes now. */
  readonly proposed: number;
  readonly withoutFace: number;
  /** Their original is missing or could not be read. */
  readonly unreadable: number;
  /** Words, questions, items that have boxes or an answer already. */
  readonly left: number;
}

type ProposingReport =
  | { readonly type: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly type: 'result'; readonly result: ListOutcome };

/**
 * Proposes boxes for one item after another, each in the current user's draft; skips items with a box on the original
 * or a submitted answer. Cancelling keeps earlier proposals. Throws if faces cannot be detected at all.
 */
export async function* proposeForList(work: ListWork, signal: AbortSignal): AsyncGenerator<ProposingReport> {
  const counts = { proposed: 0, withoutFace: 0, unreadable: 0, left: 0 };
  const total = work.items.length;
  for (const [done, id] of work.items.entries()) {
    yield { type: 'progress', phase: 'Looking for faces', done, total };
    signal.throwIfAborted();
    counts[await proposeFor(id, work, signal)] += 1;
  }
  yield { type: 'result', result: counts };
}

async function proposeFor(id: ItemId, work: ListWork, signal: AbortSignal): Promise<keyof ListOutcome> {
  const document = await work.open(id);
  const { records, state } = document;
  const answer = ObservatoryAnswer.parse(answerOf(records));
  const [original] = imagesOf(records);
  if (answer.query === true || answer.domain !== 'CELEB' || state === 'submitted') return 'left';
  const imageId = original?.imageId ?? null;
  if (imageId === null) return 'unreadable';
  // Anybody who has rejected a proposal has looked at the face.
  const isBegun =
    answer.rejected.length > 0 || regionsOf(records).some((region) => region.imageId === imageId);
  if (isBegun) return 'left';
  const found = await detectIn(imageId, work, signal);
  if (found === null) return 'unreadable';
  const face = largestFace(found.faces, found.size);
  if (face === null) return 'withoutFace';
  const wanted = expectedAttributes(answer, work.vocabulary).filter(
    (attribute) => !answer.notVisible.includes(attribute),
  );
  const regions = faceRegions(face, found.size, work.vocabulary.side);
  const after = withProposals(records, imageId, regions, wanted);
  if (after.added === 0) return 'left';
  await work.edit(document, makeDiff<DocumentRecord>(records, after.records));
  return 'proposed';
}

/** The faces in an image, null where only this one could not be read. */
async function detectIn(imageId: ImageId, work: ListWork, signal: AbortSignal): Promise<FoundFaces | null> {
  try {
    return await work.detect(imageId, signal);
  } catch (error) {
    if (error instanceof DetectorError && error.hindrance === 'image') return null;
    throw error;
  }
}
