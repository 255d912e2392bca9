import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { type Client } from '../helpers/blindCasebook.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { present } from '../helpers/present.ts';
import {
  answer,
  CANDIDATES,
  linesOf,
  OFFERED,
  offered,
  SAID,
  TEXTS_DONE,
} from '../helpers/offeredCandidates.ts';

describe('what models said', () => {
  it('is shown when one’s own texts and image are answered and it is noted that it is, not before', async () => {
    await using book = await offered();
    await book.assign(1);
    const { ann, bo } = book.windows;
    const seen = async (window: Client) => (await window.items.get({ id: book.item })).machines;
    await answer(ann, book.item, { logicCheckSeen: true }, { submit: false });
    expect(await seen(ann)).toBeUndefined();
    await answer(ann, book.item, TEXTS_DONE, { submit: false });
    expect(await seen(ann)).toBeUndefined();
    await answer(ann, book.item, { image: 2, logicCheckSeen: false }, { submit: false });
    expect(await seen(ann)).toBeUndefined();
    await answer(ann, book.item, { logicCheckSeen: true }, { submit: false });
    const said = {
      logic_check: [
        { model: 'gm', verdict: 'consistent', rationale: SAID, image: 2 },
        { model: 'gm', verdict: 'inconsistent', rationale: SAID, image: 1 },
      ],
    };
    expect(await seen(ann)).toEqual(said);
    expect(await seen(bo)).toBeUndefined();
    await answer(ann, book.item, { verdict: 'accept' });
    expect(await seen(ann)).toEqual(said);
    // Anybody who is asked again is asked blind.
    await book.assign(2, [book.annotators.ann]);
    expect(await seen(ann)).toBeUndefined();
  });

  it('comes in by a file, wholly or not at all, and says where it is wrong', async () => {
    await using book = await freshCasebook('argus');
    const items = argusItems().map((item) => JSON.stringify(item));
    await book.importExport.import(
      { source: put(book.at('argus.jsonl'), items.join('\n')), format: 'argus' },
      null,
      quietly,
    );
    const line = { id: 'argus-0002', model: 'gm', verdict: 'consistent' };
    const lines: readonly (JsonObject | string)[] = [
      line,
      { ...line, image: CANDIDATES[0] ?? '', verdict: 'maybe' },
      { ...line, id: 'nobody' },
      '{"id": ',
      { ...line, model: ' ', rationale: 3 },
      line,
    ];
    const source = put(
      book.at('logic.jsonl'),
      lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'),
    );
    expect(await formats.recognise(source)).toEqual(['argus-logic']);
    const before = contentOf(book);
    const report = await book.importExport.import({ source, format: 'argus-logic' }, null, quietly);
    expect(report.skipped.map(({ item, field }) => [item, field])).toEqual([
      ['line 2', 'verdict'],
      ['line 4', null],
      ['line 5', 'model'],
      ['line 5', 'rationale'],
      ['line 6', null],
      ['line 3', 'id'],
    ]);
    expect(contentOf(book)).toEqual(before);
    const strange = put(book.at('strange.jsonl'), JSON.stringify({ ...line, image: 'x.png' }));
    const refused = await book.importExport.import({ source: strange, format: 'argus-logic' }, null, quietly);
    expect(refused.skipped.map(({ item, field }) => [item, field])).toEqual([['argus-0002', 'image']]);
    expect(contentOf(book)).toEqual(before);
    // A bad line does not take the good ones of its item with it; a refused import tells no changes.
    const mixed = put(
      book.at('mixed.jsonl'),
      [line, { ...line, image: 'x.png' }, { ...line, model: 'other' }]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    const all = await book.importExport.import({ source: mixed, format: 'argus-logic' }, null, quietly);
    expect(all).toMatchObject({ applied: false, changes: [], updated: 0 });
    const request = { source: mixed, format: 'argus-logic', keepGoing: true } as const;
    const taken = await book.importExport.import(request, null, quietly);
    expect(taken).toMatchObject({ applied: true, updated: 1 });
    expect(taken.skipped).toEqual([
      { item: 'argus-0002', field: 'image', reason: 'The item has no image "x.png". (line 2)' },
    ]);
    const [row] = book.items.list(
      { text: 'argus-0002' },
      { by: 'imported', descending: false },
      0,
      1,
      everything,
    ).rows;
    expect(row === undefined ? null : book.items.get(row.id, everything).payload['logic_check']).toEqual([
      { model: 'gm', verdict: 'consistent' },
      { model: 'other', verdict: 'consistent' },
    ]);
  });

  it('stays when the item’s own source comes in again, and gives way to the model’s next word', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const items = put(
      folder.join('argus.jsonl'),
      argusItems()
        .map((item) => JSON.stringify(item))
        .join('\n'),
    );
    const say = (name: string, ...lines: readonly JsonObject[]): string =>
      put(folder.join(name), lines.map((line) => JSON.stringify(line)).join('\n'));
    const first = say(
      'one.jsonl',
      { id: 'argus-0002', model: 'gm', verdict: 'unsure', rationale: 'Hm.' },
      { id: 'argus-0002', model: 'gm', verdict: 'consistent', image: CANDIDATES[2] ?? '', 'own key': [1] },
    );
    const second = say('two.jsonl', { id: 'argus-0002', model: 'gm', verdict: 'consistent' });
    await casebook('new', path, '--benchmark', 'argus');
    await json(shapes.import, 0, 'import', path, items, '--format', 'argus');
    const bringIn = async (file: string) =>
      json(shapes.import, 0, 'import', path, file, '--format', 'argus-logic');
    expect(await bringIn(first)).toMatchObject({ updated: 1, skipped: [] });
    expect(await bringIn(first)).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await bringIn(second)).toMatchObject({ updated: 1 });
    const again = await json(shapes.import, 0, 'import', path, items, '--format', 'argus');
    expect(again).toMatchObject({ updated: 0, unchanged: 2 });
    const out = folder.join('out');
    const words = ['export', path, out, '--format', 'argus', '--images', 'none', '--status', 'any'];
    await json(shapes.export, 0, ...words);
    const [untouched, checked] = linesOf(folder.join('out', 'argus.jsonl'));
    expect(untouched).toEqual(argusItems()[0]);
    expect(checked).toEqual({
      ...OFFERED,
      logic_check: [
        { model: 'gm', verdict: 'consistent' },
        { model: 'gm', verdict: 'consistent', image: CANDIDATES[2], 'own key': [1] },
      ],
    });
  });
});

describe('candidates that come after the texts', () => {
  it('join the item with its source, and its answers stay', async () => {
    await using book = await freshCasebook('argus');
    const source = putPhotographs(book.at('source'));
    const { candidates, ...texts } = OFFERED;
    const bringIn = async (item: JsonObject) => {
      put(book.at('source', 'argus.jsonl'), JSON.stringify(item));
      return book.importExport.import({ source, format: 'argus' }, null, quietly);
    };
    await bringIn(texts);
    const row = present(book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0]);
    const detail = () => book.items.get(row.id, everything);
    expect(detail().images).toEqual([]);
    const report = await bringIn({ ...texts, candidates: candidates ?? [] });
    expect(report).toMatchObject({ added: 0, updated: 1, images: { added: 3 }, skipped: [] });
    expect(detail().images.map(({ role, name }) => [role, name])).toEqual(
      CANDIDATES.map((name) => ['candidate', name]),
    );
    expect(detail().images.every(({ imageId }) => imageId !== null)).toBe(true);
    // Chosen in the source: the same rows, the role moved.
    await bringIn({ ...texts, image: CANDIDATES[0] ?? '', candidates: candidates ?? [] });
    expect(detail().images.map(({ role }) => role)).toEqual(['image', 'candidate', 'candidate']);
  });
});
