import { EyeOff, ImageOff, MessageSquare, PencilLine, SquareDashed } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import { ratingLooks } from '../../ui/items/RatingBadge.tsx';
import classes from './items.module.css';

/** What is worth noticing of an item, as icons with words. */
export function ItemFlags({ row }: { readonly row: ItemRow }) {
  const dispute = row.ratings === 'disputed' || row.ratings === 'conflict' ? ratingLooks[row.ratings] : null;
  return (
    <span className={classes['flags']}>
      {dispute !== null && (
        <span className={classes['flag']} data-disputed title={`${dispute.title}: its raters differ`}>
          <dispute.icon size={13} role="img" aria-label={dispute.title} />
        </span>
      )}
      {row.blind && (
        <span className={classes['flag']} title="You have not answered it yet: others’ work stays hidden">
          <EyeOff size={13} role="img" aria-label="Blind" />
        </span>
      )}
      {row.boxes > 0 && (
        <span className={classes['flag']} title={counted(row.boxes, 'box', 'boxes')}>
          <SquareDashed size={13} role="img" aria-label="Boxes:" />
          {row.boxes}
        </span>
      )}
      {row.missingImages > 0 && (
        <span className={classes['flag']} data-missing title={counted(row.missingImages, 'missing image')}>
          <ImageOff size={13} role="img" aria-label="Image missing" />
        </span>
      )}
      {row.openComments > 0 && (
        <span className={classes['flag']} title={counted(row.openComments, 'open comment')}>
          <MessageSquare size={13} role="img" aria-label="Open comments:" />
          {row.openComments}
        </span>
      )}
      {row.unsubmitted && (
        <span className={classes['flag']} title="Somebody has unsubmitted work on it">
          <PencilLine size={13} role="img" aria-label="Unsubmitted work" />
        </span>
      )}
    </span>
  );
}
