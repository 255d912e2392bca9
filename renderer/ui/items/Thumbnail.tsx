import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ImageId } from '../../../shared/base/ids.ts';
import { imageUrl } from '../../client/index.ts';
import classes from './Thumbnail.module.css';

/** Thumbnails that were on the screen once: those are shown at once, from the browser's cache. */
const seen = new Set<ImageId>();

/** Long enough that rows flying past do not ask for their images. */
const SETTLING_MILLISECONDS = 60;

/** An item's image, small; a placeholder where the file is missing or cannot be read. */
export function Thumbnail({
  imageId,
  missing,
}: {
  readonly imageId: ImageId | null;
  readonly missing: boolean;
}) {
  const [ready, setReady] = useState(imageId !== null && seen.has(imageId));
  const [unreadable, setUnreadable] = useState(false);
  useEffect(() => {
    if (ready) return;
    const timer = setTimeout(() => setReady(true), SETTLING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [ready]);

  if (imageId === null || unreadable)
    return (
      <span className={classes['missing']}>
        <ImageOff size={18} strokeWidth={1.5} aria-hidden />
        <span>{unreadable ? 'Image unreadable' : missing ? 'Image missing' : 'No image'}</span>
      </span>
    );
  if (!ready) return <span className={classes['waiting']} />;
  return (
    <img
      className={classes['image']}
      src={imageUrl(imageId, 'thumbnail')}
      alt=""
      draggable={false}
      decoding="async"
      onLoad={() => seen.add(imageId)}
      onError={() => setUnreadable(true)}
    />
  );
}
