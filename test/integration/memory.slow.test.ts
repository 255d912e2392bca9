import { readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { dataPath, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { CASEBOOK, finish, start } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { readParquet } from '../helpers/parquetReader.ts';
import { realItems } from '../helpers/realData.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const TEST = 'data/test-00000-of-00001.parquet';

describe('memory does not grow with the files', () => {
  it('100,000 answers are read with less memory than their file takes', async () => {
    const items = realItems() ?? [...syntheticItems(60, 7)];
    await using book = await freshCasebook();
    const index = put(book.at('data_info.json'), JSON.stringify(items));
    await book.importExport.import({ source: index, format: 'caughtcheating' }, null, quietly);
    const { path } = book.casebook;
    await book.close();
    const filler = 'There is nothing to be seen in this photo. '.repeat(20);
    const row = (number: number): string =>
      JSON.stringify({
        item: dataPath(items[number % items.length] ?? {}),
        respondent: `model-${String(Math.floor(number / items.length))}`,
        step: 'main_ins',
        answer: `${filler}${String(number)}`,
      });
    const source = put(book.at('many.jsonl'), Array.from({ length: 100_000 }, (_, at) => row(at)).join('\n'));
    const command = [...CASEBOOK, 'import', path, source, '--format', 'answers-jsonl', '--json'] as const;
    const narrow = { NODE_OPTIONS: '--max-old-space-size=80' };
    expect(statSync(source).size).toBeGreaterThan(80 * 1024 * 1024);
    const checked = await finish(start([...command, '--dry-run'], narrow));
    expect([checked.code, checked.stderr]).toEqual([0, '']);
    expect(JSON.parse(checked.stdout)).toMatchObject({ added: 100_000, applied: false });
    put(source, Array.from({ length: 5_000 }, (_, at) => row(at)).join('\n'));
    const written = await finish(start(command, narrow));
    expect(JSON.parse(written.stdout)).toMatchObject({ added: 5_000, applied: true });
  }, 900_000);

  it('a Hugging Face data set of 10,000 items takes hardly more memory than of 4,000, though the files are that much larger', async () => {
    using folder = temporaryFolder();
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } });
    put(folder.join('in', 'noise.png'), await picture.png().toBuffer());
    const peakOf = async (items: number): Promise<{ peak: number; size: number }> => {
      const path = folder.join(`${String(items)}.casebook`);
      await finish(start([...CASEBOOK, 'new', path, '--benchmark', 'generic']));
      const lines = Array.from({ length: items }, (_, at) =>
        JSON.stringify({
          id: String(at),
          text: `${String(at)} cups. `.repeat(20),
          ...(at % 20 === 0 && { image: 'noise.png' }),
        }),
      );
      put(folder.join('in', 'items.jsonl'), lines.join('\n'));
      const imported = await finish(
        start([...CASEBOOK, 'import', path, folder.join('in'), '--format', 'generic']),
      );
      expect(imported.code, imported.stderr).toBe(0);
      const peak =
        'process.on("exit",()=>process.stderr.write("peak="+process.resourceUsage().maxRSS+"\\n"))';
      const exported = async (out: string): Promise<number> => {
        const finished = await finish(
          start([...CASEBOOK, 'export', path, out, '--format', 'hf', '--status', 'any', '--json'], {
            NODE_OPTIONS: `--max-old-space-size=96 --import=data:text/javascript,${encodeURIComponent(peak)}`,
          }),
        );
        expect(finished.code, finished.stderr).toBe(0);
        const peaks = finished.stderr.matchAll(/peak=(\d+)/gu);
        return Math.max(...[...peaks].map(([, kilobytes]) => Number(kilobytes) * 1024));
      };
      const out = folder.join(`out-${String(items)}`);
      // A busy machine collects garbage late: the lesser peak of two is what an export needs.
      const least = Math.min(await exported(out), await exported(`${out}-again`));
      const { rows } = await readParquet(`${out}/${TEST}`);
      expect(rows).toHaveLength(items);
      return { peak: least, size: readFileSync(`${out}/${TEST}`).length };
    };
    const few = await peakOf(4000);
    const many = await peakOf(10_000);
    expect(many.size - few.size).toBeGreaterThan(70_000_000);
    expect(many.peak - few.peak).toBeLessThan(40_000_000);
  }, 900_000);
});
