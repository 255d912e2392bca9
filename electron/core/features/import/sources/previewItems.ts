import { setImmediate } from 'node:timers/promises';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ExistingItem } from '../../../records/items/itemRows.ts';
import { warnOfDifferentRights } from '../intake/rightsIntake.ts';
import { AskedQuestions, STAYS_AS_ASKED } from './askedQuestions.ts';
import { DELETED, type ItemsToImport } from './importItems.ts';
import { ItemMerge, type MergedItem, warnOfMerge } from './itemMerge.ts';

/** How many items are looked at between two breaths. */
const BREATH = 500;

/** Reports what an import of items would do, with nothing written. */
export async function previewItems(
  casebook: Casebook,
  { source, intake, report }: ItemsToImport,
): Promise<void> {
  const { itemRows: rows, deletions } = casebook.records;
  const merging = new ItemMerge(casebook);
  const questions = new AskedQuestions(casebook, rows);
  const newContents = new Set<string>();

  const update = (existing: ExistingItem, item: ParsedItem): void => {
    const merged = source.kind === 'candidates' ? null : merging.merge(existing, item, null);
    const isAsked = questions.isAsked(existing);
    const stays = isAsked && changes(merged);
    if (stays) report.warn(item.externalId, null, STAYS_AS_ASKED);
    else if (merged !== null) {
      for (const { key, from, to } of merged.changes) report.change(item.externalId, key, from, to);
      warnOfMerge(item.externalId, merged, report);
    }
    const moves = !isAsked && merging.newSplit(existing, item, source.kind, report) !== null;
    if (!stays && (changes(merged) || moves)) report.counts.updated += 1;
    else report.counts.unchanged += 1;
  };

  const foreseeImages = (existing: ExistingItem | undefined, { images }: ParsedItem): void => {
    const isThere = (name: string): boolean =>
      existing !== undefined &&
      rows.images(existing.id).some((image) => image.name === name && image.imageId !== null);
    for (const { name } of images) {
      const result = intake.result(name);
      if (result.kind === 'found') {
        if (existing === undefined && !rows.isKnownContent(result.sha256)) newContents.add(result.sha256);
      } else if (!isThere(name)) report.missing(name);
    }
  };

  warnOfDifferentRights(source.items(), report);
  let seen = 0;
  for (const item of source.items()) {
    seen += 1;
    if (seen % BREATH === 0) await setImmediate();
    const existing = rows.find(item.externalId);
    if (existing === undefined && deletions.isDeleted(item.externalId)) {
      report.warn(item.externalId, null, DELETED);
      report.counts.unchanged += 1;
      continue;
    }
    if (existing === undefined) report.counts.added += 1;
    else update(existing, item);
    foreseeImages(existing, item);
  }
  report.imagesAdded = newContents.size;
}

const changes = (merged: MergedItem | null): boolean => merged !== null && merged.changes.length > 0;
