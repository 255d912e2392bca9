import { EyeOff } from 'lucide-react';
import type { ItemRow } from '../../../shared/contract/items.ts';
import { useCasebook } from '../window/applicationState.ts';
import { useWindowParts } from '../window/windowParts.ts';
import { Thumbnail } from './Thumbnail.tsx';
import classes from './Thumbnail.module.css';

/** Whether the images of an item are kept back until the person has answered it, as the benchmark's form says. */
export function useKeepsBack(): (row: Pick<ItemRow, 'blind'>) => boolean {
  const { benchmark } = useCasebook();
  const keeps = useWindowParts().keepsImagesBack(benchmark);
  return (row) => keeps && row.blind;
}

/** The image of an item in a list, small; a neutral placeholder where it is not to be seen yet. */
export function RowThumbnail({
  row,
}: {
  readonly row: Pick<ItemRow, 'blind' | 'imageId' | 'missingImages'>;
}) {
  const keepsBack = useKeepsBack();
  if (keepsBack(row))
    return (
      <span className={classes['missing']} title="The image is shown once the item is answered">
        <EyeOff size={18} strokeWidth={1.5} role="img" aria-label="Image kept back" />
      </span>
    );
  return <Thumbnail key={row.imageId} imageId={row.imageId} missing={row.missingImages > 0} />;
}
