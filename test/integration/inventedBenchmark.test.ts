import { readFileSync } from 'node:fs';
import { afterAll, expect, it, vi } from 'vitest';
import { formats } from '../../electron/core/app/formats.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { benchmarks as cores } from '../../electron/core/benchmarks/registry.ts';
import { generalFormats } from '../../electron/core/formats/index.ts';
import { benchmarks, findBenchmark } from '../../shared/benchmarks/registry.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecords } from '../../shared/domain/document.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';

// Files share the process and what it has read; this one needs registries of its own, and leaves them to nobody.
vi.hoisted(() => {
  vi.resetModules();
});
afterAll(() => {
  vi.resetModules();
});

// A line in each of the two registries is all that the invented benchmark changes outside its own folder.
vi.mock(import('../../shared/benchmarks/registry.ts'), async (original) => {
  const { signs } = await import('../helpers/signs/benchmark.ts');
  const benchmarks = [...(await original()).benchmarks, signs];
  return { benchmarks, findBenchmark: (id: string) => benchmarks.find((each) => each.id === id) };
});
vi.mock(import('../../electron/core/benchmarks/registry.ts'), async (original) => {
  const { signs } = await import('../helpers/signs/core.ts');
  const real = await original();
  return { ...real, benchmarks: [...real.benchmarks, signs] };
});

const LINES =
  '{"sign":"stop","photo":"stop.png","seen":"Lyon"}\n{"sign":"bend","photo":"bend.png","kind":"warning"}\n';

it('imports, annotates and exports an invented benchmark with a format of its own', async () => {
  await using book = await freshCasebook('signs');
  const source = book.at('source');
  put(book.at('source', 'signs.jsonl'), LINES);
  for (const name of ['stop.png', 'bend.png']) await drawFlag(book.at('source', name), 40, 30);
  expect(formats.list.map(({ id }) => id)).toContain('signs');
  expect(book.importExport.formats().find(({ id }) => id === 'signs')?.title).toBe('Street signs');
  expect(await book.importExport.recognise(source)).toEqual(['signs']);
  expect(await book.importExport.recognise(book.at('source', 'signs.jsonl'))).toEqual(['signs']);

  const imported = await book.importExport.import({ source, format: 'signs' }, null, quietly);
  expect(imported).toMatchObject({ applied: true, added: 2, skipped: [], images: { added: 1 } });

  const person = book.people.add({ handle: 'ana', name: 'Ana', roles: ['annotator'] }, null);
  const itemId = ItemId.parse(
    book.casebook.database.prepare("SELECT id FROM item WHERE external_id = 'stop'").pluck().get(),
  );
  const key = { itemId, task: 'classify', round: 1, personId: person.id };
  const opened = book.annotations.open(key, everything);
  const answered: DocumentRecords = {
    ...opened.records,
    'field:kind': { type: 'field', name: 'kind', value: 'ban' },
  };
  const { revision } = book.annotations.edit(
    key,
    {
      revision: opened.revision,
      diff: makeDiff(opened.records, answered),
      mark: 'kind',
      activeMilliseconds: 0,
    },
    everything,
  );
  book.annotations.submit(key, revision, everything);

  const target = book.at('out');
  const exported = await book.importExport.export({ target, format: 'signs', status: null }, null, quietly);
  expect(exported).toMatchObject({ items: 2, images: 2, left_out: [] });
  expect(readFileSync(book.at('out', 'signs.jsonl'), 'utf8')).toBe(
    '{"sign":"stop","photo":"images/stop.png","seen":"Lyon","kind":"ban"}\n{"sign":"bend","photo":"images/bend.png","kind":"warning"}\n',
  );
  const again = await book.importExport.import(
    { source: target, format: 'signs', dryRun: true },
    null,
    quietly,
  );
  expect(again).toMatchObject({ added: 0, skipped: [] });
});

it('keeps other benchmarks’ casebooks from its items', async () => {
  await using book = await freshCasebook('generic');
  const source = put(book.at('signs.jsonl'), LINES);
  await expect(book.importExport.import({ source, format: 'signs' }, null, quietly)).rejects.toThrow(
    'This casebook is for Your own label set; items of the format "signs" do not fit it.',
  );
});

it('names every benchmark in both registries', () => {
  expect(cores.map(({ id }) => id)).toEqual(benchmarks.map(({ id }) => id));
});

it('says of every format what the window is told, and nothing else', () => {
  for (const format of [...generalFormats, ...cores.flatMap((each) => each.formats)]) {
    const { description, reads, writes } = format;
    expect([description.id, description.reads === null, description.source === null]).toEqual([
      description.id,
      reads === undefined,
      reads === undefined,
    ]);
    expect([description.id, description.writes === null, description.target === null]).toEqual([
      description.id,
      writes === undefined,
      writes === undefined,
    ]);
    const carriesAnswers = description.carries === 'answers' || description.carries === 'verdicts';
    expect([description.id, carriesAnswers]).toEqual([description.id, reads?.of === 'answers']);
    expect([description.id, description.carries === 'additions']).toEqual([
      description.id,
      reads?.of === 'additions',
    ]);
    const { benchmark } = description;
    if (benchmark !== undefined) expect(findBenchmark(benchmark)?.id).toBe(benchmark);
    if (reads?.of === 'additions' && benchmark !== undefined)
      expect(findBenchmark(benchmark)?.additions).toContain(reads.addition);
  }
});
