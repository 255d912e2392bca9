import type { DocumentRecord } from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { regionRecord } from './regions.ts';

const imageId = ImageId.parse('01890000-0000-7000-8000-0000000000aa');

export const regionId = (number: number) =>
  RegionId.parse(`01890000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`);

export function box(number: number, x: number): DocumentRecord {
  return regionRecord({
    id: regionId(number),
    imageId,
    label: 'clue-1',
    x,
    y: 0,
    width: 10,
    height: 10,
    order: number,
  });
}
