import { type BoxSink, createCount, type ReadOptions } from '../boxSink.ts';
import { CocoContent } from './cocoContent.ts';
import { Headers, headerText } from './cocoHeader.ts';
import { findCocoFiles } from './cocoSource.ts';
import { readSource } from '../../reading/sourceFile.ts';

/**
 * Reads a COCO file, or the files of a folder as one data set, in pieces; the order of the lists in a file does not matter.
 * Throws `invalid_input` where two categories have one id, and where there are more images or boxes than one import takes.
 */
export async function readCoco(source: string, options: ReadOptions, sink: BoxSink): Promise<void> {
  const { files, aside } = await findCocoFiles(source);
  for (const name of aside)
    sink.warn(name, null, 'It is not read with the others. Choose the file itself to import it.');
  const headers = new Headers();
  const counts = { images: createCount('images'), boxes: createCount('boxes') };
  for (const file of files) {
    const content = new CocoContent(file, counts, sink);
    const lists = (names: ReadonlySet<string>): void => content.noteLists(names);
    for await (const element of readSource(file.path, 'lists', { ...options, lists })) {
      if (!content.take(element)) break;
    }
    content.hand(headers.add(content.header()));
  }
  const header = headers.all();
  sink.set({
    categories: [...new Set(header.categories.map(({ value }) => value.name))],
    foreign: { format: 'coco', source: headerText(header) },
  });
}
