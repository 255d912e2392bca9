import type { ImageVariant } from '../../shared/contract/images.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import { bridge } from './bridge.ts';

/** The address under which this host serves an image of the open casebook. */
export function imageUrl(id: ImageId, variant: ImageVariant): string {
  return bridge()?.host === 'desktop' ? `casebook-image://local/${id}/${variant}` : `/image/${id}/${variant}`;
}
