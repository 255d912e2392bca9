import { counted } from '../../base/counts.ts';
import { alikeGroups, type SeenImage } from '../../domain/alikeImages.ts';
import type { HealthFinding } from '../benchmark.ts';
import { type ClassifiedItem, groupBy, groupsOf } from './report.ts';

export interface ImageOfItem extends ClassifiedItem, SeenImage {}

/**
 * Images that several items share, to the byte or to the eye ({@link alikeGroups}). Serious where a class disagrees with
 * another over one picture.
 */
export function duplicateImages(images: readonly ImageOfItem[]): HealthFinding[] {
  const files = groupBy(
    images.flatMap((image) => (image.sha256 === null ? [] : [{ ...image, key: image.sha256 }])),
    ({ key }) => key,
  );
  const identical = [...files.values()].filter((group) => itemsOf(group).length > 1);
  const alike = alikeGroups(images)
    // What is nothing but the same file again has been said already.
    .filter((group) => itemsOf(group).length > 1 && new Set(group.map(({ sha256 }) => sha256)).size > 1);
  return [
    ...imageFinding('duplicate-images', 'identical to the byte', identical),
    ...imageFinding(
      'near-duplicate-images',
      'alike (their perceptual hashes are near and their pixels agree; rendered words are alike only where they are the same word)',
      alike,
    ),
  ];
}

function imageFinding(kind: string, how: string, groups: readonly ImageOfItem[][]): HealthFinding[] {
  if (groups.length === 0) return [];
  const conflicting = groups.filter((group) => classesOf(group).length > 1).length;
  const items = new Set(groups.flatMap(itemsOf)).size;
  return [
    {
      kind,
      severity: conflicting > 0 ? 'serious' : 'notable',
      title: `${counted(items, 'item')} share ${kind === 'duplicate-images' ? 'an image' : 'nearly the same image'} with another`,
      explanation: `${counted(groups.length, 'group')} of images ${how}. ${
        conflicting > 0
          ? `In ${counted(conflicting, 'group')} the classes differ: one picture has two answers. `
          : ''
      }Such items are not independent: keep one of each, or keep them in one split.`,
      groups: groupsOf(
        groups.map((group) => [
          classesOf(group).length > 1
            ? `classes differ: ${classesOf(group).join(', ')}`
            : kind === 'duplicate-images'
              ? 'same image'
              : 'nearly the same image',
          itemsOf(group),
        ]),
      ),
    },
  ];
}

const itemsOf = (group: readonly ImageOfItem[]): string[] => [...new Set(group.map(({ id }) => id))];
const classesOf = (group: readonly ImageOfItem[]): string[] => [
  ...new Set(group.flatMap(({ label }) => label ?? [])),
];
