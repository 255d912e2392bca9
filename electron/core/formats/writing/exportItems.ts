import type { RegionLabel } from '../../../../shared/benchmarks/task.ts';
import type { ItemSelection } from '../../../../shared/contract/items.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import type { ImageId } from '../../../../shared/base/ids.ts';
import type { ForeignImage } from '../../../../shared/foreign/foreignPart.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ConsensusFigures } from '../../../../shared/domain/consensus.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import { visibleIdsOf } from '../../access/itemQueries.ts';
import { everything } from '../../access/viewpoint.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ExportGoldSource, FieldSource } from './exportedGold.ts';

/** An item as it is exported. */
export interface ExportItem {
  readonly id: string;
  readonly sequence: number;
  readonly externalId: string;
  readonly status: ItemStatus;
  readonly split: string | null;
  /** Of the item as a whole; `partly`: its fields come from different sources. Null: nothing counts as right as a whole. */
  readonly goldSource: ExportGoldSource | null;
  /** Of each field that holds anything, in the order of the fields; null: nothing counts as right in it. */
  readonly goldFields: readonly FieldSource[];
  /** Of boxes that several raters have in common. */
  readonly consensus: ConsensusFigures | null;
  /** The fields in which raters differ and nobody has decided: what they hold is what was in force before. */
  readonly disputed: readonly string[];
  readonly payload: JsonObject;
  /** Whether it is a question that was built from other items. */
  readonly isQuery: boolean;
  /** Whether somebody has submitted an answer: without one, no boxes say nothing. */
  readonly isAnswered: boolean;
  /** The record as it was imported, where it has been edited since. */
  readonly imported: JsonObject | null;
  readonly images: readonly ExportImage[];
  /** What counts as right, or what it came with. */
  readonly answer: JsonObject;
  /** The boxes in force, else those of the latest submitted answer that has any to say. */
  readonly regions: readonly RegionRecord[];
  /** Boxes that hold on further images without being drawn there, as those of these images. */
  readonly carried: readonly RegionRecord[];
  readonly labels: readonly RegionLabel[];
  readonly vocabulary: JsonObject;
  /** The rules of the benchmark that it breaks, in words. */
  readonly broken: readonly string[];
}

export interface ExportImage {
  readonly position: number;
  /** What it is in its item. */
  readonly role: string;
  readonly name: string;
  /** Null where the image is missing. */
  readonly imageId: ImageId | null;
  readonly format: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /**
   * Null where nobody has said, as for the three below. A crop or a redacted image without an entry
   * of its own has that of the image it was made from; a collage may not be redistributed where one of its pictures may not.
   */
  readonly licence: string | null;
  readonly attribution: string | null;
  readonly redistributable: boolean | null;
  /** Whether it took the place of one that somebody signed off: nobody has looked at it yet. */
  readonly isChangedSinceSignOff: boolean;
  /** Where it is from. */
  readonly url: string | null;
  /** What it came with that is carried; null: nothing. */
  readonly foreign: ForeignImage | null;
}

interface Selection {
  /** Null and left out: any. */
  readonly status?: readonly ItemStatus[] | null | undefined;
  readonly split?: string | undefined;
  /** Only these. */
  readonly items?: ItemSelection | undefined;
}

/** The ids of the items asked for, in the order of import. */
export function selectItems({ database }: Casebook, { status = null, split, items }: Selection): string[] {
  const ids =
    items === undefined
      ? undefined
      : 'ids' in items
        ? items.ids
        : // What is handed out is handed out whole: a filter hides nothing of it.
          visibleIdsOf(database, items.filter, everything);
  const wanted = ids === undefined ? null : JSON.stringify(ids);
  return database
    .prepare<[string, string, string | null, string | null, string | null, string | null], string>(
      `SELECT id FROM item WHERE (? = 'null' OR status IN (SELECT value FROM json_each(?)))
         AND (? IS NULL OR split = ?)
         AND (? IS NULL OR id IN (SELECT value FROM json_each(?))) ORDER BY sequence`,
    )
    .pluck()
    .all(JSON.stringify(status), JSON.stringify(status ?? []), split ?? null, split ?? null, wanted, wanted);
}
