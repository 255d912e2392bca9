import { resolve } from 'node:path';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { type ItemId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { v7 } from 'uuid';
import { quietly } from './casebooks.ts';
import { regionRecord } from './regions.ts';

export const FIXTURE = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');

const all = { by: 'imported', descending: false } as const;

export const bringIn = (book: Services, source: string, format = 'caughtcheating') =>
  book.importExport.import({ source, format }, null, quietly);
export const handOut = (book: Services, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export(
    { target, format: 'caughtcheating', status: null, images: 'none', ...more },
    null,
    quietly,
  );

export const ids = (book: Services): { id: ItemId; externalId: string }[] =>
  book.items.list({}, all, 0, 1000, everything).rows;

/** What a person fills in at the Desk, submitted. */
export function submit(
  book: Services,
  itemId: ItemId,
  fields: JsonObject,
  boxes: readonly { label: string; box: readonly number[] }[] = [],
): void {
  const personId = book.people.ensure('ana', 'human').id;
  const key = { itemId, task: 'curate', round: 1, personId };
  const document = book.annotations.open(key, everything);
  const imageId = book.items.get(itemId, everything).images[0]?.imageId ?? null;
  const updated: Record<string, readonly [DocumentRecord, DocumentRecord]> = {};
  for (const [name, value] of Object.entries(fields)) {
    const before = document.records[`field:${name}`];
    if (before !== undefined) updated[`field:${name}`] = [before, { type: 'field', name, value }];
  }
  const added: Record<string, DocumentRecord> = {};
  boxes.forEach(({ label, box: [x = 0, y = 0, width = 1, height = 1] }, order) => {
    if (imageId === null) return;
    const id = RegionId.parse(v7());
    added[`region:${id}`] = regionRecord({ id, imageId, label, x, y, width, height, order });
  });
  const { revision } = book.annotations.edit(
    key,
    {
      revision: document.revision,
      diff: { added, updated, removed: {} },
      mark: v7(),
      activeMilliseconds: 1,
    },
    everything,
  );
  book.annotations.submit(key, revision, everything);
}

export const signedOff = (label: boolean): JsonObject => ({
  label,
  scene: 'hotel',
  partner: 'boyfriend',
  claim:
    'My boyfriend said he is staying alone at the hotel and sent me this photo. Do you notice anything suspicious that contradicts his claim?',
  noPersonalInformation: true,
  ...(label
    ? {
        clues: [{ id: 'clue-1', text: 'Two cups.', deterministic: true }],
        perception: [{ question: 'Are there two cups?', answer: 'Yes' }],
        reasoning: [{ question: 'Does that mean company?', answer: 'Yes' }],
      }
    : {}),
});
