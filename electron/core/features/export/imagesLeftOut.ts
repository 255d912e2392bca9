import type { LeftOut } from '../../../../shared/contract/importExport.ts';
import type { ExportImage, ExportItem } from '../../formats/writing/exportItems.ts';

/** What an item that is in an export lacks there of its images. */
interface ImagesLeftOut {
  readonly said: readonly LeftOut[];
  /** How many may not be redistributed. */
  readonly withheld: number;
  /** How many could be there otherwise. */
  readonly missing: number;
}

/**
 * Says which images of an item did not come along with it.
 * @param names those under which the format has the item's images; one without a name is none of the export's
 */
export function imagesLeftOut({ externalId, images }: ExportItem, names: readonly string[]): ImagesLeftOut {
  const named = images.filter((_, at) => names[at] !== undefined);
  const changed = named.filter(({ isChangedSinceSignOff }) => isChangedSinceSignOff).length;
  const held = named.filter(isWithheld).length;
  const absent = named.filter((image) => isAbsent(image)).length;
  const reasons: LeftOut[] = [];
  if (changed > 0)
    reasons.push({
      item: externalId,
      reason:
        'The image changed after its sign-off, and nobody has signed off the new one: the export includes the item without it.',
    });
  if (held > 0)
    reasons.push({
      item: externalId,
      reason: `${ofAll(held, images)} may not be redistributed: named in the data set with licence and attribution, without the picture.`,
      intended: true,
    });
  if (absent > 0)
    reasons.push({
      item: externalId,
      reason: `${ofAll(absent, images)} ${absent === 1 ? 'is' : 'are'} missing from the casebook: the export includes the item without the picture.`,
    });
  return { said: reasons, withheld: held, missing: changed + absent };
}

const isWithheld = ({ isChangedSinceSignOff, redistributable }: ExportImage): boolean =>
  !isChangedSinceSignOff && redistributable === false;

const isAbsent = (image: ExportImage): boolean =>
  image.imageId === null && !image.isChangedSinceSignOff && !isWithheld(image);

const ofAll = (count: number, images: readonly unknown[]): string =>
  `${String(count)} of its ${String(images.length)} ${images.length === 1 ? 'image' : 'images'}`;
