import { Shapes, TriangleAlert } from 'lucide-react';
import { use } from 'react';
import { fitsBox } from '../../../shared/foreign/foreignPart.ts';
import { carriedText, unfitText } from '../../../shared/foreign/foreignWords.ts';
import { ForeignSetsContext, viewCarried } from '../../canvas/index.ts';
import { useDesk, useDeskView, useImageDetails, useRegions } from './context.ts';
import classes from './CarriedParts.module.css';

/** What the selected box came with, in the words of its file, and what no longer fits since it was moved or resized. */
export function CarriedParts() {
  const { readOnly } = useDesk();
  const regions = useRegions();
  const details = useImageDetails();
  const sets = use(ForeignSetsContext);
  const selection = useDeskView((state) => state.selection);
  const carrying = regions.flatMap((region) =>
    region.foreign !== undefined && selection.includes(region.id)
      ? [{ part: region.foreign, fits: fitsBox(region.foreign, region), size: details.get(region.imageId) }]
      : [],
  );
  const [first] = carrying;
  if (first === undefined) return null;
  const text =
    carrying.length > 1 || first.size === undefined
      ? null
      : carriedText(first.part, viewCarried(first.part, first.size, sets));
  const unfit = unfitText(
    carrying.flatMap(({ part, fits }) => (fits ? [] : [part])),
    !readOnly,
  );
  if (text === null && unfit === null) return null;
  return (
    <section className={classes['carried']} aria-label="From its file">
      {text !== null && (
        <p className={classes['line']}>
          <Shapes size={14} aria-hidden />
          <span className={classes['words']}>{text}</span>
        </p>
      )}
      {unfit !== null && (
        <p className={classes['line']} data-state="pending" role="status">
          <TriangleAlert size={14} aria-hidden />
          <span>{unfit}</span>
        </p>
      )}
    </section>
  );
}
