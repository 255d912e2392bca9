import type { ShapedRegions } from '../../../../shared/foreign/comparedByBoxes.ts';
import type { ItemStatus, PartSource } from '../../../../shared/domain/status.ts';
import type { ExportGoldSource } from '../writing/exportedGold.ts';
import type { ParquetColumn } from './parquetFile.ts';
import type { ShardFolder, SplitShards } from './parquetShards.ts';
import type { ReliabilityCard } from '../ratings/reliabilityCard.ts';

/** How many items have a value, most frequent first. */
export type ValueCounts<T extends string = string> = readonly (readonly [value: T, count: number])[];

/** One table of a data set, which is loaded by its name. */
export interface PublishedConfiguration {
  readonly name: 'default' | 'questions';
  /** Where its files lie. */
  readonly folder: ShardFolder;
  readonly columns: readonly (ParquetColumn & { readonly description: string })[];
  readonly splits: readonly SplitShards[];
  /** How many rows it has. */
  readonly items: number;
  readonly facets: readonly { readonly title: string; readonly counts: ValueCounts }[];
  readonly images: PublishedImages;
}

/** What the dataset card and the Croissant metadata say of a data set; its own table is that of the items. */
export interface PublishedDataSet extends PublishedConfiguration {
  readonly title: string;
  readonly benchmark: { readonly title: string; readonly description: string };
  /** When anything of it last changed: a day, ISO 8601, UTC. */
  readonly changed: string;
  readonly labels: ValueCounts;
  readonly statuses: ValueCounts<ItemStatus>;
  readonly gold: ValueCounts<ExportGoldSource | 'none'>;
  /** Where the gold of each field comes from, over the items in which it holds anything. */
  readonly goldFields: readonly {
    /** As the form calls it. */
    readonly title: string;
    readonly sources: ValueCounts<PartSource | 'none'>;
  }[];
  /** The rounds in which anybody rated these items, ascending. */
  readonly rounds: readonly PublishedRound[];
  /** How many items are in which edition, ascending; null where items are not fixed. */
  readonly editions: readonly (readonly [number: number, items: number])[] | null;
  /** Regions that are more than a box and are published as one; null where there are none. */
  readonly shaped: ShapedRegions | null;
  /** What the data set is for, in the terms of the Hugging Face Hub. */
  readonly taskCategories: readonly string[];
  readonly reliability: ReliabilityCard;
  /** The files beside its tables: what raters said, what counts, how far they agree. */
  readonly companions: readonly {
    readonly path: string;
    /** Its media type. */
    readonly type: string;
    readonly holds: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** The questions that were built from the items; null where there are none. */
  readonly questions: PublishedConfiguration | null;
}

/** One round of ratings. */
export interface PublishedRound {
  readonly round: number;
  readonly items: number;
  readonly people: number;
  /** Of the items as they are; each person's latest of an item. */
  readonly ratings: number;
  /** Of items as they read before they were fixed. */
  readonly outdated: number;
}

export interface PublishedImages {
  /** With their bytes. */
  readonly copied: number;
  /** By name alone, because they may not be redistributed. */
  readonly withheld: number;
  /** By name alone, because no file is there or none was asked for. */
  readonly absent: number;
  readonly licences: readonly {
    /** Null: nobody has said. */
    readonly licence: string | null;
    readonly copied: number;
    readonly withheld: number;
    readonly absent: number;
  }[];
}

/** The tables of a data set, that of the items first. */
export function configurationsOf(dataSet: PublishedDataSet): readonly PublishedConfiguration[] {
  return dataSet.questions === null ? [dataSet] : [dataSet, dataSet.questions];
}

/** The images of all tables by their licences; one that several rows show counts in each. */
export function licencesOf(dataSet: PublishedDataSet): PublishedImages['licences'] {
  const all = new Map<string | null, PublishedImages['licences'][number]>();
  for (const { images } of configurationsOf(dataSet)) {
    for (const own of images.licences) {
      const { licence, copied, withheld, absent } = own;
      const known = all.get(licence);
      all.set(
        licence,
        known === undefined
          ? own
          : {
              licence,
              copied: known.copied + copied,
              withheld: known.withheld + withheld,
              absent: known.absent + absent,
            },
      );
    }
  }
  return [...all.values()].sort((a, b) => ((a.licence ?? '') < (b.licence ?? '') ? -1 : 1));
}

const KNOWN = new Set([
  'apache-2.0',
  'mit',
  'cc0-1.0',
  ...['2.0', '2.5', '3.0', '4.0'].map((version) => `cc-by-${version}`),
  ...['3.0', '4.0'].map((version) => `cc-by-sa-${version}`),
  ...['2.0', '3.0', '4.0'].map((version) => `cc-by-nc-${version}`),
  ...['2.0', '3.0', '4.0'].map((version) => `cc-by-nc-sa-${version}`),
  ...['3.0', '4.0'].map((version) => `cc-by-nc-nd-${version}`),
  'cc-by-nd-4.0',
]);

/**
 * The licence of a data set in the terms of the Hugging Face Hub: that of its images where all have the same, `other`
 * where they differ or it has no name there, `unknown` where nobody has said.
 */
export function licenceId(licences: PublishedImages['licences']): string {
  if (licences.every(({ licence }) => licence === null)) return 'unknown';
  const [first] = licences;
  if (licences.length > 1 || first === undefined || first.licence === null) return 'other';
  return knownId(first.licence) ?? 'other';
}

/** The address of a licence that SPDX lists (https://spdx.org/licenses/), null for any other. */
export function licenceAddress(licence: string): string | null {
  const id = knownId(licence);
  return id === null ? null : `https://spdx.org/licenses/${SPDX[id] ?? id.toUpperCase()}.html`;
}

const SPDX: Readonly<Record<string, string>> = { 'apache-2.0': 'Apache-2.0' };

function knownId(licence: string): string | null {
  const id = licence.trim().toLowerCase().replaceAll(/\s+/gu, '-');
  const full = id === 'cc0' ? 'cc0-1.0' : id;
  return KNOWN.has(full) ? full : null;
}
