import { z } from 'zod';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { TextOutput } from '../../files/outputFolder.ts';
import { csvLine } from '../../../../shared/base/csv.ts';
import type { ExportItemWriter } from '../../formats/writing/exportFormat.ts';
import type { ExportImage, ExportItem } from '../../formats/writing/exportItems.ts';
import { whyWithheld } from '../../formats/reading/imageRights.ts';

/** Where the images of an export came from, and which of them lie in it. */
export const IMAGE_LIST = 'images.csv';

const COLUMNS = ['file', 'item', 'licence', 'attribution', 'source', 'synset', 'copied', 'name', 'reason'];

/** What an item of generated benchmarks says of an image beside its name. */
const SourceImage = z.looseObject({
  file: z.string(),
  source: z.string().optional().catch(undefined),
  synset: z.string().optional().catch(undefined),
});
const SourceImages = z.array(z.unknown()).catch([]);

/** Whether there is anything to say of an image beside its name. */
export function isSourced(image: ExportImage): boolean {
  const { licence, attribution, url, redistributable, isChangedSinceSignOff } = image;
  const isNoted = licence !== null || attribution !== null || url !== null || redistributable !== null;
  return isNoted || isChangedSinceSignOff;
}

/**
 * Writes a line for each image of the items: its file in the export (the name that the item has for it where it is not
 * there), where it is from, and whether it was copied, else why not.
 */
export async function openImageList(
  text: TextOutput,
  {
    imagePath,
    withImages,
    isPlain,
  }: {
    readonly imagePath: (name: string) => string;
    readonly withImages: boolean;
    readonly isPlain: boolean;
  },
): Promise<{ readonly add: ExportItemWriter['add']; readonly end: () => Promise<void> }> {
  await text.write(csvLine(COLUMNS));
  return {
    async add(item, names) {
      for (const [at, image] of item.images.entries()) {
        const name = names[at];
        if (name === undefined) continue;
        const reason = reasonNotCopied(image, withImages);
        const said = sourceOf(item, image.name);
        await text.write(
          csvLine(
            [
              reason === null ? imagePath(name) : name,
              item.externalId,
              image.licence ?? '',
              image.attribution ?? '',
              image.url ?? said.source ?? '',
              said.synset ?? '',
              reason === null ? 'yes' : 'no',
              // What somebody who may have it looks for; of one that is there its own name would tell where it is from.
              reason === null ? '' : image.name,
              reason ?? '',
            ],
            isPlain,
          ),
        );
      }
    },
    end: () => text.close(),
  };
}

/** Why an image's file is not in an export, null where it is. */
function reasonNotCopied(image: ExportImage, withImages: boolean): string | null {
  const withheld = whyWithheld(image);
  if (withheld !== null) return withheld;
  if (image.imageId === null) return 'its file is missing in the casebook';
  return withImages ? null : 'no images were asked for';
}

function sourceOf(
  { payload }: ExportItem,
  name: string,
): { source?: string | undefined; synset?: string | undefined } {
  const listed = SourceImages.parse(payload['images'])
    .map((each) => SourceImage.safeParse(each))
    .find((each) => each.success && each.data.file === name);
  if (listed?.success === true) return listed.data;
  return isAlone(payload) ? OfTheItem.parse(payload) : {};
}

/** Of an item with one image the item itself may say it. */
const OfTheItem = z.object({
  source: z.string().optional().catch(undefined),
  synset: z.string().optional().catch(undefined),
});
const isAlone = (payload: JsonObject): boolean => typeof payload['image'] === 'string';
