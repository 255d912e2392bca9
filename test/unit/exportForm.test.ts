import { describe, expect, it } from 'vitest';
import {
  chosenFormat,
  countOfStatus,
  emptyExport,
  exportRequest,
  filterOf,
  isExportComplete,
  isExportEmpty,
  usualStatus,
} from '../../renderer/screens/importExport/exportDraft.ts';
import { droppedWork } from '../../renderer/screens/importExport/droppedWork.ts';
import { ItemStatus } from '../../shared/domain/status.ts';

const ALL = ItemStatus.options;

it.each([
  ['of a format of items: what is accepted', {}, false, ['accepted']],
  ['before the format is known: what is accepted', undefined, false, ['accepted']],
  ['of a selection: all of it', {}, true, ALL],
  ['of ratings: all', { anyStatus: true }, false, ALL],
  ['of answers: on all items', { carries: 'answers' as const }, false, ALL],
] as const)('the usual export %s', (_name, format, isSelection, status) => {
  expect(usualStatus(format, isSelection)).toEqual(status);
});

it('is empty where items have another status', () => {
  const counts = [
    { value: 'accepted', count: 2 },
    { value: 'draft', count: 3 },
  ];
  expect(countOfStatus(counts, ['accepted', 'draft'])).toBe(5);
  expect(isExportEmpty(counts, ['rejected'])).toBe(true);
  expect(isExportEmpty(counts, ['draft'])).toBe(false);
  expect(isExportEmpty([{ value: 'draft', count: 1 }], ['rejected'])).toBe(true);
  expect(isExportEmpty([], ['rejected'])).toBe(false);
});

describe('what is asked of the core', () => {
  const draft = { ...emptyExport, strict: true, plain: true, names: true, respondents: ['gpt'] };
  const chosen = { target: ' /out ', status: ALL, items: null, allowFewer: true };
  const common = { target: '/out', status: null, names: true, force: false, allowFewer: true };

  it('of items', () => {
    const request = exportRequest(draft, { ...chosen, format: { id: 'generic' } });
    expect(request).toMatchObject({ ...common, images: 'copy', strict: true, plain: true });
    expect(request).not.toHaveProperty('respondents');
    expect(request).not.toHaveProperty('items');
  });

  it('of answers', () => {
    const request = exportRequest(draft, { ...chosen, format: { id: 'answers', carries: 'answers' } });
    expect(request).toMatchObject({
      ...common,
      images: 'none',
      strict: false,
      plain: false,
      respondents: ['gpt'],
    });
    const all = exportRequest(emptyExport, { ...chosen, format: { id: 'answers', carries: 'answers' } });
    expect(all).not.toHaveProperty('respondents');
  });

  it('of some items, by status and selection', () => {
    const items = { filter: { text: 'a' } };
    const request = exportRequest(emptyExport, {
      ...chosen,
      format: { id: 'generic' },
      status: ['accepted'],
      items,
    });
    const off = { strict: false, plain: false, names: false, times: false, inner: false };
    expect(request).toMatchObject({ status: ['accepted'], items, ...off });
  });
});

describe('the format of an export', () => {
  const formats = [{ id: 'csv' }, { id: 'argus' }];
  it.each([
    [null, 'argus', 'argus'],
    [null, 'generic', 'csv'],
    ['csv', 'argus', 'csv'],
    ['gone', 'argus', undefined],
  ] as const)('chosen %s, of the benchmark %s: %s', (format, benchmark, id) => {
    expect(chosenFormat({ format }, formats, benchmark)?.id).toBe(id);
  });

  it.each([
    [{ id: 'csv' }, 'out', ['draft'], true],
    [undefined, 'out', ['draft'], false],
    [{ id: 'csv' }, ' ', ['draft'], false],
    [{ id: 'csv' }, 'out', [], false],
  ] as const)('%o to “%s” with %o is complete: %s', (format, target, status, complete) => {
    expect(isExportComplete(format, target, status)).toBe(complete);
  });

  it('filters what was selected', () => {
    expect(filterOf(undefined)).toEqual({});
    expect(filterOf({ ids: [] })).toEqual({ ids: [] });
    expect(filterOf({ filter: { text: 'bus' } })).toEqual({ text: 'bus' });
  });
});

describe('what was dropped on the window', () => {
  const open = { readOnly: null };
  it.each([
    ['a package is opened', ['a.casebook-package'], open, false, 'open'],
    ['a casebook is opened', ['a.casebook'], open, true, 'open'],
    ['a casebook is opened, whatever is open', ['a.casebook'], { readOnly: 'lock' }, true, 'open'],
    ['no copy of a casebook is opened', ['a.casebook'], open, false, 'refuse'],
    ['two packages are files', ['a.casebook-package', 'b.casebook-package'], open, false, 'import'],
    ['a data set is imported', ['a.zip'], open, true, 'import'],
    ['not into a read-only casebook', ['a.zip'], { readOnly: 'lock' }, true, 'refuse'],
    ['a data set starts a casebook', ['a.zip'], null, true, 'newCasebook'],
  ] as const)('%s', (_name, names, casebook, knowsPaths, kind) => {
    expect(droppedWork({ names, title: names[0], casebook, knowsPaths }).kind).toBe(kind);
  });

  it('names the casebook after the file, without its ending', () => {
    const work = droppedWork({ names: ['a.b.ZIP'], title: 'a.b.ZIP', casebook: null, knowsPaths: true });
    expect(work).toEqual({ kind: 'newCasebook', title: 'a.b' });
  });
});
