import type { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { errorCode } from '../base/errors.ts';
import { UnreadableImage } from './imageDecode.ts';

/** A photograph is a few megabytes; what is bigger than this is not one. */
const MAXIMUM_BYTES = 512 * 1024 * 1024;

/** The bytes of an image file. Throws UnreadableImage where it is none, cannot be read or is too big. */
export async function readImageFile(path: string): Promise<Buffer> {
  let file;
  try {
    file = await open(path, 'r');
  } catch (error) {
    throw new UnreadableImage(whyNotOpened(error), { cause: error });
  }
  try {
    const { size } = await file.stat().then((facts) => {
      if (!facts.isFile()) throw new UnreadableImage('It is not a file.');
      return facts;
    });
    if (size > MAXIMUM_BYTES) throw new UnreadableImage('The file is too big to be an image.');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function whyNotOpened(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'The file does not exist.';
  if (code === 'EACCES' || code === 'EPERM') return 'You have no permission to read the file.';
  return `The file cannot be read (${code ?? String(error)}).`;
}
