import { ExportRequest, type FormatDescription } from '../../../shared/contract/importExport.ts';
import type { ItemFilter, ItemSelection } from '../../../shared/contract/items.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';

/** How an export has images. */
export type ExportedImages = NonNullable<ExportRequest['images']>;

/** An export as it is typed and chosen. */
export interface ExportDraft {
  /** Null: the benchmark's own. */
  readonly format: string | null;
  /** Null: what is suggested for the format. */
  readonly target: string | null;
  /** Null: what is usual for the format. */
  readonly status: readonly ItemStatus[] | null;
  /** By handle; none: everybody's answers. */
  readonly respondents: readonly string[];
  readonly images: ExportedImages;
  readonly strict: boolean;
  readonly force: boolean;
  readonly plain: boolean;
  /** What an export has only on purpose. */
  readonly names: boolean;
  readonly times: boolean;
  readonly inner: boolean;
}

export const emptyExport: ExportDraft = {
  format: null,
  target: null,
  status: null,
  respondents: [],
  images: 'copy',
  strict: false,
  force: false,
  plain: false,
  names: false,
  times: false,
  inner: false,
};

/** Whether a format is of items and not of answers or verdicts; one that is not known yet is taken for one of items. */
export const isOfItems = (format: Pick<FormatDescription, 'carries'> | undefined): boolean =>
  format?.carries === undefined;

/** The status of items that are usually exported: what is accepted, but of ratings, answers and a selection all. */
export const usualStatus = (
  format: Pick<FormatDescription, 'carries' | 'anyStatus'> | undefined,
  isSelection: boolean,
): readonly ItemStatus[] =>
  !isOfItems(format) || format?.anyStatus === true || isSelection ? ItemStatus.options : ['accepted'];

/** The chosen format; until somebody chooses, the benchmark's own or else the first. */
export const chosenFormat = <Format extends Pick<FormatDescription, 'id'>>(
  { format }: Pick<ExportDraft, 'format'>,
  formats: readonly Format[],
  benchmark: string,
): Format | undefined =>
  formats.find(({ id }) => id === (format ?? benchmark)) ?? (format === null ? formats[0] : undefined);

/** A selection of items as a filter; without a selection, all items. */
export function filterOf(items: ItemSelection | undefined): ItemFilter {
  if (items === undefined) return {};
  return 'ids' in items ? { ids: items.ids } : items.filter;
}

/** Whether the form has everything that an export needs. */
export const isExportComplete = (
  format: Pick<FormatDescription, 'id'> | undefined,
  target: string,
  status: readonly ItemStatus[],
): boolean => format !== undefined && target.trim() !== '' && status.length > 0;

/** How many items have one of these. */
export const countOfStatus = (
  counts: readonly { readonly value: string | null; readonly count: number }[],
  among: readonly ItemStatus[],
): number =>
  counts.reduce((sum, { value, count }) => sum + (among.some((each) => each === value) ? count : 0), 0);

/** Whether an export would have no item although there are some. */
export const isExportEmpty = (
  counts: readonly { readonly value: string | null; readonly count: number }[],
  status: readonly ItemStatus[],
): boolean => countOfStatus(counts, status) === 0 && countOfStatus(counts, ItemStatus.options) > 0;

/** What is asked of the core: the draft without what does not apply to the format. */
export function exportRequest(
  { respondents, images, strict, plain, force, names, times, inner }: ExportDraft,
  chosen: {
    readonly format: Pick<FormatDescription, 'id' | 'carries'>;
    readonly target: string;
    readonly status: readonly ItemStatus[];
    /** Null: all items. */
    readonly items: ItemSelection | null;
    readonly allowFewer: boolean;
  },
): ExportRequest {
  const ofItems = isOfItems(chosen.format);
  const isEveryStatus = chosen.status.length === ItemStatus.options.length;
  return ExportRequest.parse({
    target: chosen.target.trim(),
    format: chosen.format.id,
    status: isEveryStatus ? null : chosen.status,
    ...(chosen.items !== null && { items: chosen.items }),
    images: ofItems ? images : 'none',
    strict: ofItems && strict,
    names,
    times,
    inner,
    plain: ofItems && plain,
    force,
    allowFewer: chosen.allowFewer,
    ...(!ofItems && respondents.length > 0 && { respondents }),
  });
}
