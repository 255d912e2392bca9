import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Json, type JsonObject, JsonObject as JsonObjectSchema } from '../../shared/base/json.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';
import { validators } from '../helpers/validators.ts';

const ACCEPT: JsonObject = { verdict: 'accept', relations: ['PR1'], operator: 'OP1', shortcut: 'no' };
const REJECT: JsonObject = { verdict: 'reject', reason: 'duplicate' };

const linesOf = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JsonObjectSchema.parse(JSON.parse(line)));

type Book = Awaited<ReturnType<typeof validators>>;

async function recordsOf(
  { services, at }: Book,
  { format = 'mcsbench', names = false }: { readonly format?: string; readonly names?: boolean } = {},
): Promise<JsonObject[]> {
  const target = at(`out-${format}`);
  const request = {
    target,
    names,
    times: true,
    format,
    status: null,
    images: 'none',
    force: true,
  } as const;
  const { files } = await services.importExport.export(request, null, quietly);
  expect(files).toContain('validation.jsonl');
  return linesOf(`${target}/validation.jsonl`);
}

const itemAt = ({ items }: Book, place: number) => present(items[place]);
const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
const [first] = generatedItems(3);
const question = (item: JsonObject | undefined): Json => item?.['question'] ?? null;

describe('the validation record beside an export', () => {
  it('says of every item what was answered round by round, what was decided and how it was fixed', async () => {
    await using book = await validators(3);
    const { bo, cy, ed, rey } = book;
    const [fixed, decided] = [itemAt(book, 0), itemAt(book, 1)];
    await book.assign([bo, cy], [fixed, decided]); // second 1
    await book.answer(cy, fixed, { verdict: 'fix', reason: 'unclear' }); // 2
    await book.answer(bo, fixed, REJECT); // 3
    await book.fix(rey, fixed, { question: 'What is it?' }); // 4
    await book.answer(bo, fixed, ACCEPT); // 5
    await book.answer(bo, decided, ACCEPT); // 6
    await book.answer(cy, decided, REJECT); // 7
    await book.decide(ed, decided, { ...ACCEPT, reason: '' }); // 8
    const [one, two, three, ...more] = await recordsOf(book, { names: true });
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      id: 'generated-0',
      edition: 2,
      decision: null,
      gates: { shortcut: null, audit: null },
      hints: [],
      rounds: [
        {
          round: 1,
          answers: [
            {
              rater: 'cy',
              kind: 'rating',
              decision: 'fix',
              reason: 'unclear',
              submitted_at: at(2),
              edition: 1,
              outdated: true,
            },
            { rater: 'bo', decision: 'reject', submitted_at: at(3), edition: 1, outdated: true },
            {
              rater: 'bo',
              decision: 'accept',
              fields: { verdict: 'accept', shortcut: 'no', relations: ['PR1'], operator: 'OP1' },
              submitted_at: at(5),
              edition: 2,
              outdated: false,
            },
          ],
        },
      ],
      adjudications: [],
      editions: [
        {
          number: 2,
          replaces: 1,
          holds: true,
          at: at(4),
          reason: 'unclear',
          before: { question: question(first), optionA: expect.any(String) },
          after: { question: 'What is it?' },
        },
      ],
    });
    expect(two).toMatchObject({
      id: 'generated-1',
      edition: 1,
      decision: 'accept',
      reason: '',
      adjudications: [
        {
          kind: 'decision',
          round: 1,
          decision: 'accept',
          cause: 'slip',
          note: '',
          at: at(8),
          replaced: false,
        },
      ],
      editions: [],
    });
    // Time at the form is the person's own, in milliseconds.
    expect(JSON.stringify(two)).toMatch(/"active_ms":\d+/u);
    expect(three).toMatchObject({ id: 'generated-2', edition: 1, decision: null, rounds: [], editions: [] });
  });

  it('names nobody, and calls anybody who occurs twice the same', async () => {
    await using book = await validators(2);
    const { bo, cy, ed } = book;
    await book.assign([bo, cy]);
    for (const place of [0, 1]) {
      await book.answer(cy, itemAt(book, place), REJECT);
      await book.answer(bo, itemAt(book, place), ACCEPT);
    }
    await book.decide(ed, itemAt(book, 1), { ...REJECT });
    const records = await recordsOf(book);
    const raters = records.map((record) => [...JSON.stringify(record).matchAll(/"rater-\d+"/gu)].map(String));
    // Two raters of the first item; of the second the same two, and who decided it, whose answer stands in it as well.
    const [first = [], second = []] = raters;
    expect([new Set(first).size, first.length, new Set(second).size, second.length]).toEqual([2, 2, 3, 4]);
    for (const rater of first) expect(second).toContain(rater);
    for (const name of ['bo', 'cy', 'ed', 'by name'])
      expect(JSON.stringify(records), name).not.toMatch(new RegExp(`"${name}"`, 'u'));
    // The same to the byte whenever it is written, and whatever the format.
    expect(await recordsOf(book)).toEqual(records);
    expect(await recordsOf(book, { format: 'hf' })).toEqual(records);
  });

  it('marks answers and decisions of who fixed the text themself', async () => {
    await using book = await validators(2);
    const { bo, cy, rey } = book;
    const [fixed, other] = [itemAt(book, 0), itemAt(book, 1)];
    await book.assign([rey, cy], [fixed]);
    await book.assign([bo, cy], [other]);
    await book.answer(rey, fixed, { verdict: 'fix', reason: 'unclear' });
    await book.answer(cy, fixed, { verdict: 'fix', reason: 'unclear' });
    await book.fix(rey, fixed, { question: 'What is it?' });
    await book.answer(cy, fixed, ACCEPT);
    const marks = async () =>
      (await recordsOf(book, { names: true })).map(({ validated_by_fixer: marked, rounds }) => [
        marked,
        ...z
          .array(
            z.object({ answers: z.array(z.object({ rater: z.string(), validated_by_fixer: z.boolean() })) }),
          )
          .parse(rounds)
          .flatMap(({ answers }) =>
            answers.map((each) => `${each.rater} ${String(each.validated_by_fixer)}`),
          ),
      ]);
    expect(await marks()).toEqual([[false, 'rey false', 'cy false', 'cy false'], [false]]);
    await book.answer(rey, fixed, ACCEPT);
    expect(await marks()).toEqual([[true, 'rey false', 'cy false', 'cy false', 'rey true'], [false]]);
  });

  it('has what machines found: hints, and the gates that came with the item', async () => {
    await using book = await freshCasebook('mcsbench');
    const [item = {}] = generatedItems(1);
    const options = ['a b', 'c d', 'e f', 'g h', 'A b.'];
    const audit = [{ id: 'x', auditor: 'model', verdict: 'discard', shortcut: { solved: 3, of: 4 } }];
    const source = put(book.at('mcsbench.jsonl'), JSON.stringify({ ...item, options, answer: 'B', audit }));
    await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
    const request = {
      target: book.at('out'),
      names: true,
      times: true,
      format: 'mcsbench',
      status: null,
    } as const;
    await book.importExport.export(request, null, quietly);
    const [record] = linesOf(book.at('out/validation.jsonl'));
    expect(record).toMatchObject({ gates: { shortcut: 'failed', audit: 'failed' } });
    expect(JSON.stringify(record?.['hints'])).toContain('duplicate-options');
    // A single file holds the data alone.
    await book.importExport.export({ ...request, target: book.at('only/all.jsonl') }, null, quietly);
    expect(filesIn(book.at('only'))).toEqual(['all.jsonl']);
  });

  it('is not there where items are not generated', async () => {
    await using book = await freshCasebook('generic');
    put(book.at('in/items.jsonl'), JSON.stringify({ id: 'a', text: 'b' }));
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    await book.importExport.export(
      { target: book.at('out'), names: true, times: true, format: 'generic', status: null },
      null,
      quietly,
    );
    expect(filesIn(book.at('out'))).not.toContain('validation.jsonl');
  });
});
