import type { RegionRecord } from '../../shared/domain/document.ts';

type Given = Omit<RegionRecord, 'type' | 'note' | 'attributes' | 'order'> &
  Partial<Pick<RegionRecord, 'note' | 'attributes' | 'order'>>;

/** The record of a box on an image, as it is drawn: without a note and attributes, and the first. */
export function regionRecord({ id, imageId, label, x, y, width, height, ...more }: Given): RegionRecord {
  const { note = '', attributes = {}, order = 0 } = more;
  return { type: 'region', id, imageId, label, x, y, width, height, note, attributes, order };
}
