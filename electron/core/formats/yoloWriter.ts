import type { TextOutput } from '../files/outputFolder.ts';
import type { BoxedImage, Categories } from './boxes.ts';

/** The label file of one image: a line per box with class, centre and size as shares of the image. */
export async function writeYoloLabels(
  output: TextOutput,
  image: BoxedImage,
  categories: Categories,
): Promise<void> {
  for (const { category, x, y, width, height } of image.boxes) {
    const place = [
      (x + width / 2) / image.width,
      (y + height / 2) / image.height,
      width / image.width,
      height / image.height,
    ];
    await output.write(`${String(categories.idOf(category))} ${place.map(share).join(' ')}\n`);
  }
  await output.close();
}

/** Enough digits to find every sixteenth of a pixel again on an image of a million pixels a side. */
const share = (value: number): string => String(Number(value.toFixed(12)));

/** `classes.txt`, a class a line, and `data.yaml`, as the usual training scripts read them. */
export async function writeYoloClasses(
  text: (path: string) => Promise<TextOutput>,
  names: readonly string[],
): Promise<void> {
  const classes = await text('classes.txt');
  for (const name of names) await classes.write(`${name.replaceAll(/\s+/gu, ' ')}\n`);
  await classes.close();
  const data = await text('data.yaml');
  await data.write(`path: .\ntrain: images\nval: images\nnc: ${String(names.length)}\nnames:\n`);
  // JSON strings are YAML strings.
  for (const [id, name] of names.entries()) await data.write(`  ${String(id)}: ${JSON.stringify(name)}\n`);
  await data.close();
}
