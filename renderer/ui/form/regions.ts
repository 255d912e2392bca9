import type { RegionLabel } from '../../../shared/benchmarks/task.ts';
import {
  type DocumentRecord,
  type DocumentRecords,
  type ImageRecord,
  type RegionRecord,
  regionsOf,
} from '../../../shared/domain/document.ts';
import type { Proposals } from '../../../shared/benchmarks/proposals.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { toSubpixels } from '../../../shared/base/geometry.ts';
import { ImageId, RegionId } from '../../../shared/base/ids.ts';
import {
  type CanvasChange,
  type CanvasImage,
  type CanvasLabel,
  type CanvasRegion,
  paletteColor,
} from '../../canvas/index.ts';
import { imageUrl } from '../../client/images.ts';
import type { ImageDetails } from '../../save/document/session.ts';

/** Stands for an image whose file is missing: it has no id of its own, only its place and its name. */
const missingImageId = (position: number, name: string): string => `missing:${String(position)}:${name}`;

/** The document's images as the canvas takes them; one whose size is not known yet is left out. */
export function canvasImages(images: readonly ImageRecord[], details: ImageDetails): CanvasImage[] {
  return images.flatMap<CanvasImage>(({ position, name, imageId }) => {
    if (imageId === null)
      return [{ id: missingImageId(position, name), url: null, width: 800, height: 600, name }];
    const detail = details.get(imageId);
    if (detail === undefined) return [];
    const { width, height } = detail;
    return [{ id: imageId, url: imageUrl(imageId, 'full'), width, height, name }];
  });
}

/** The document's boxes as the canvas takes them. */
export function canvasRegions(regions: readonly RegionRecord[]): CanvasRegion[] {
  return regions.map(({ id, imageId, label, x, y, width, height, note, foreign }) => ({
    id,
    imageId,
    label,
    x,
    y,
    width,
    height,
    note: note === '' ? null : note,
    ...(foreign !== undefined && { foreign }),
  }));
}

/** The boxes of an answer as the canvas takes them: proposals that nobody has looked at are dashed. */
export function drawnRegions(
  regions: readonly RegionRecord[],
  answer: JsonObject,
  proposals: Proposals | undefined,
): CanvasRegion[] {
  const drawn = canvasRegions(regions);
  if (proposals === undefined || proposals.isVerified(answer)) return drawn;
  const waiting = new Set(
    regions.filter((region) => proposals.proposalOf(region) !== null).map(({ id }): string => id),
  );
  return drawn.map((region) => (waiting.has(region.id) ? { ...region, dashed: true } : region));
}

/** Labels with their colours; the first nine can be reached by a digit. */
export function canvasLabels(labels: readonly RegionLabel[]): CanvasLabel[] {
  return labels.map(({ id, name }, index) => ({
    id,
    name,
    color: paletteColor(index),
    ...(index < 9 && { shortcut: String(index + 1) }),
  }));
}

/** The records with what a gesture on the canvas did. New boxes come last; attributes and notes stay. */
export function withCanvasChange(
  records: DocumentRecords,
  change: CanvasChange,
  details: ImageDetails,
  selection: readonly string[] = [],
): DocumentRecords {
  const originals = regionsOf(records).filter((region) => selection.includes(region.id));
  const after: Record<string, DocumentRecord> = { ...records };
  let order = regionsOf(records).reduce((highest, region) => Math.max(highest, region.order), 0);
  for (const id of change.removed) delete after[`region:${id}`];
  for (const region of [...change.updated, ...change.added]) {
    const key = `region:${region.id}`;
    const before = records[key];
    const known = before?.type === 'region' ? before : null;
    if (known === null) order += 1;
    // A duplicate has its original's answers too; the canvas knows nothing of them.
    const model = known ?? originals.find((each) => isCopy(each, region)) ?? null;
    after[key] = {
      ...recordOf(region, details, model),
      order: known?.order ?? order,
      // A record of a file is about one box: a duplicate does not have it.
      ...(known?.foreign !== undefined && { foreign: known.foreign }),
    };
  }
  return after;
}

/** The record of a box on the canvas; `model`: the record with its answers, null where it has none yet. */
function recordOf(
  region: CanvasRegion,
  details: ImageDetails,
  model: RegionRecord | null,
): Omit<RegionRecord, 'order' | 'foreign'> {
  const imageId = ImageId.parse(region.imageId);
  const size = details.get(imageId);
  const { x, y, width, height } = size === undefined ? region : toSubpixels(region, size);
  return {
    type: 'region',
    id: RegionId.parse(region.id),
    imageId,
    label: region.label,
    x,
    y,
    width,
    height,
    note: model?.note ?? region.note ?? '',
    attributes: model !== null && model.label === region.label ? model.attributes : {},
  };
}

function isCopy(original: RegionRecord, region: CanvasRegion): boolean {
  return (
    original.label === region.label &&
    original.imageId === region.imageId &&
    original.width === region.width &&
    original.height === region.height
  );
}
