import type { Case } from '../../../../shared/contract/adjudications.ts';
import type { ImageDetail } from '../../../../shared/contract/images.ts';
import { answerOf, type ImageRecord, regionsOf } from '../../../../shared/domain/document.ts';
import type { ImageId, ItemId } from '../../../../shared/base/ids.ts';
import { client } from '../../../client/index.ts';
import type { DecisionDraft } from '../decision/origins.ts';

/** What a case shows beside the raters' answers where nobody edits it. */
export interface ShownDecision {
  readonly externalId: string;
  readonly images: readonly ImageRecord[];
  readonly details: readonly ImageDetail[];
  /** What was decided; null where nothing is. */
  readonly draft: DecisionDraft | null;
}

/** Under which name it is remembered: another decision is another thing to show. */
export function shownKey(itemId: ItemId, { task, state, decision, hidden }: Case): readonly unknown[] {
  return ['adjudicate', 'shown', itemId, task, state, decision?.id ?? null, hidden !== null];
}

/** Reads the item's images, as far as the case tells of them, and the answer in force where the case is decided. */
export async function readShown(itemId: ItemId, kase: Case): Promise<ShownDecision> {
  const { hidden } = kase;
  if (hidden !== null)
    return { externalId: hidden.name, images: hidden.images, details: hidden.details, draft: null };
  const item = await client.items.get({ id: itemId });
  const draft = kase.decision === null ? null : await readDecision(itemId, kase.task);
  const wanted = new Set<ImageId>(item.images.flatMap(({ imageId }) => imageId ?? []));
  return {
    externalId: item.row.externalId,
    images: item.images,
    details: await client.images.get({ ids: [...wanted] }),
    draft,
  };
}

async function readDecision(itemId: ItemId, task: string): Promise<DecisionDraft | null> {
  const versions = await client.annotations.versions({ itemId, task });
  const gold = versions.find(({ isGold }) => isGold);
  if (gold === undefined) return null;
  const { records } = await client.annotations.version({ id: gold.id });
  return { answer: answerOf(records), regions: regionsOf(records) };
}
