import { startTestHost, type TestHostOptions } from './networkHost.ts';
import { studyCasebook } from './study.ts';

/** A casebook of Ana's with a study, on the network. */
export async function networkStudy(options: TestHostOptions) {
  const book = await studyCasebook();
  const at = await startTestHost(book.core, book.anaId, options);
  return {
    ...book,
    at,
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      await book[Symbol.asyncDispose]();
    },
  };
}
