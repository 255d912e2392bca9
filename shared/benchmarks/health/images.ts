import { counted } from '../../base/counts.ts';
import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { differenceFinding } from './differences.ts';
import { duplicateImages } from './duplicateImages.ts';
import { type ClassifiedItem, groupsOf, labelledEntries } from './report.ts';
import { skewFinding } from './skew.ts';

/** An item with its class: null where it is undecided or the benchmark has none. */
export type ClassedItem = ClassifiedItem & { readonly item: HealthItem };

/** What can be said of the items' images: duplicates, sizes and file types by class, and what is not there to judge. */
export function imageFindings(items: readonly ClassedItem[]): HealthFinding[] {
  const images = items.flatMap(({ id, label, item }) =>
    item.images.map((image) => ({
      id,
      label,
      image,
      sha256: image.sha256,
      perceptualHash: image.perceptualHash,
      shows: image.shows ?? null,
      look: image.look ?? null,
    })),
  );
  const sized = labelledEntries(images).flatMap(({ id, label, image: { size } }) =>
    size === null ? [] : [{ id, label, size }],
  );
  const findings = [
    differenceFinding(
      'image-size-difference',
      'image size',
      'megapixels',
      sized.map(({ id, label, size }) => ({ id, label, value: (size.width * size.height) / 1e6 })),
    ),
    differenceFinding(
      'image-shape-difference',
      "image's width to height",
      '(width over height)',
      sized.map(({ id, label, size }) => ({ id, label, value: size.width / size.height })),
    ),
    skewFinding(
      'file-type-skew',
      'image file type',
      labelledEntries(images).map(({ id, label, image }) => ({ id, label, key: extensionOf(image.name) })),
    ),
    missingImages(items),
  ];
  return [...duplicateImages(images), ...findings.flatMap((finding) => finding ?? [])];
}

function missingImages(items: readonly ClassedItem[]): HealthFinding | null {
  const missing = items.filter(
    ({ item }) => item.images.length === 0 || item.images.some(({ size }) => size === null),
  );
  if (missing.length === 0) return null;
  return {
    kind: 'missing-images',
    severity: 'note',
    title: `${counted(missing.length, 'item has', 'items have')} no image here`,
    explanation:
      'Casebook could not check duplicate images, image sizes and box areas for these items. Attach the images and check again.',
    groups: groupsOf([['image missing', missing.map(({ id }) => id)]]),
  };
}

const extensionOf = (name: string): string => /\.([^./\\]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '(none)';
