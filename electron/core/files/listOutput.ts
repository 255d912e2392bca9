import type { OutputFolder } from './outputFolder.ts';

/** A JSON list written element by element, laid out as the data set's own file is. */
export async function listOutput(
  output: OutputFolder,
  path: string,
): Promise<{ add(value: unknown): Promise<void>; end(): Promise<void> }> {
  const text = await output.text(path);
  let count = 0;
  return {
    async add(value) {
      const inList = JSON.stringify([value], null, 2).slice(1, -2);
      await text.write(count === 0 ? `[${inList}` : `,${inList}`);
      count += 1;
    },
    async end() {
      await text.write(count === 0 ? '[]' : '\n]');
      await text.close();
    },
  };
}
