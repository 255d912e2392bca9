import { serveImage } from '../../electron/hosts/imageResponse.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import { drawFlag } from './pictures.ts';
import { present } from './present.ts';
import { cluedItems, goOn, LATER, type StudyCasebook, studyCasebook } from './study.ts';

export async function participant(book: StudyCasebook) {
  return present((await book.participants(1))[0]);
}

/** Two items in the order of the study, each with a real photo of 1200 x 900 pixels. */
export async function withPhotos(imageSide: number | null) {
  const book = await studyCasebook({
    items: cluedItems(2),
    settings: { imageSide, order: 'fixed', breakEvery: null },
  });
  const services = book.core.services();
  const images: ImageId[] = [];
  for (const [index, item] of book.items.entries()) {
    const path = await drawFlag(book.folder.join(`${LATER}-${String(index)}.png`), 1200 + index, 900);
    const { id } = await services.images.add(path, book.anaId);
    services.casebook.derived.items.setImage(
      item.id,
      { position: 0, role: 'photo', name: 'a photo', imageId: id },
      null,
    );
    images.push(id);
  }
  const { window, studySessionId, personId } = await participant(book);
  const session = { personId, locked: false };
  const ask = async (id: string, variant = 'full') => {
    const response = await serveImage(book.core, id, variant, session);
    const { status, headers } = response;
    return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  let page = await window.studySessions.consent({ id: studySessionId });
  while (page.now.view !== 'step') page = await goOn(window, studySessionId, page);
  const shown = present(page.now.images[0]?.id);
  const other = present(images.find((each) => each !== shown));
  return { ...book, window, studySessionId, personId, ask, page, shown, other, images };
}
