import { describe, expect, it } from 'vitest';
import {
  emptyImport,
  importNeeds,
  importRequest,
  isImportComplete,
  shownRespondent,
  usualRespondent,
} from '../../renderer/screens/importExport/importDraft.ts';
import { noModel } from '../../renderer/screens/importExport/modelDraft.ts';
import { nextImport } from '../../renderer/screens/importExport/nextImport.ts';
import { noOrigin } from '../../renderer/screens/importExport/originDraft.ts';

const NOTHING = importNeeds({}, 'annotations');

describe('what an import needs to be told', () => {
  it.each([
    ['a format of items', {}, 'annotations', ['images']],
    ['boxes that a person drew', { asks: ['boxes'] }, 'annotations', ['boxes', 'images']],
    ['boxes of raters', { asks: ['boxes'] }, 'ratings', ['boxes', 'origin', 'rates', 'images']],
    ['no boxes at all', { asks: [] }, 'ratings', ['images']],
    ['ratings', { asks: ['origin'] }, 'proposals', ['origin', 'images']],
    ['answers', { asks: ['respondent'], carries: 'answers' }, 'proposals', ['respondent']],
    [
      'verdicts',
      { asks: ['respondent', 'judge'], carries: 'verdicts' },
      'proposals',
      ['respondent', 'judge'],
    ],
  ] as const)('%s', (_name, format, boxes, needed) => {
    const needs = importNeeds({ ...format, asks: [...('asks' in format ? format.asks : [])] }, boxes);
    expect(
      Object.entries(needs)
        .filter(([, isNeeded]) => isNeeded)
        .map(([need]) => need)
        .toSorted(),
    ).toEqual(needed.toSorted());
  });
});

describe('an import is complete', () => {
  const draft = emptyImport('/data');
  it.each([
    ['with a source and a format', draft, 'yolo', {}, true],
    ['not without a format', draft, null, {}, false],
    ['not without a source', emptyImport('  '), 'yolo', {}, false],
    ['not without the judge of verdicts', draft, 'yolo', { judge: true }, false],
    ['with the judge', { ...draft, judge: { ...noModel, name: 'gpt' } }, 'yolo', { judge: true }, true],
    [
      'not with a day that is none',
      { ...draft, origin: { ...noOrigin, madeWhen: '2025-13' } },
      'yolo',
      { origin: true },
      false,
    ],
    ['where that is not asked', { ...draft, origin: { ...noOrigin, madeWhen: '2025-13' } }, 'yolo', {}, true],
  ] as const)('%s', (_name, typed, format, needs, complete) => {
    expect(isImportComplete(typed, format, { ...NOTHING, ...needs })).toBe(complete);
  });
});

it('the respondent of the imported file is not that of the next, but that of verdicts on it', () => {
  const respondent = { ...noModel, name: 'model' };
  const imported = { source: '/a.csv', respondent };
  expect(shownRespondent(respondent, null, '/b.csv', { judge: false })).toBe(respondent);
  expect(shownRespondent(respondent, imported, '/a.csv', { judge: false })).toBe(respondent);
  expect(shownRespondent(respondent, imported, '/b.csv', { judge: false })).toBe(noModel);
  expect(shownRespondent(respondent, imported, '/b.csv', { judge: true })).toBe(respondent);
  expect(shownRespondent({ ...respondent }, imported, '/b.csv', { judge: false })).toEqual(respondent);
});

it.each([
  ['C:\\data\\my.answers.csv ', [], true, { name: 'my.answers', isKnown: false }],
  ['/data/answers', ['a'], false, { name: 'answers', isKnown: false }],
  ['/data/answers', ['a'], true, { name: 'a', isKnown: true }],
  ['/data/answers', ['a', 'b'], true, { name: 'answers', isKnown: false }],
] as const)('the usual respondent of %s with %j known (verdicts: %s)', (source, known, judge, usual) => {
  expect(usualRespondent(source, known, { judge })).toEqual(usual);
});

it('asks the core for no more than the format needs', () => {
  const draft = {
    ...emptyImport(' /data '),
    imagesFolder: ' /images ',
    person: 'ada',
    judge: { ...noModel, name: ' gpt ', instructions: '/judge.txt' },
    respondent: { ...noModel, instructions: '/never.txt' },
    origin: { ...noOrigin, madeIn: 'Prodigy' },
  };
  const chosen = {
    format: 'yolo',
    boxes: 'annotations' as const,
    respondent: draft.respondent,
    usual: { name: 'only', isKnown: true },
    dryRun: true,
  };
  const common = { source: '/data', format: 'yolo', link: false, dryRun: true, keepGoing: false, levels: {} };
  expect(importRequest(draft, chosen, { ...NOTHING, images: false })).toEqual({ ...common, person: 'ada' });
  expect(
    importRequest(draft, chosen, {
      boxes: true,
      origin: true,
      respondent: true,
      judge: true,
      rates: false,
      images: true,
    }),
  ).toEqual({
    ...common,
    person: 'ada',
    boxes: 'annotations',
    origin: { madeIn: 'Prodigy' },
    respondent: { name: 'only' },
    judge: { name: 'gpt', instructions: '/judge.txt' },
    imagesFolder: '/images',
  });
  const unknown = { ...chosen, usual: { name: 'data', isKnown: false } };
  expect(importRequest(draft, unknown, { ...NOTHING, respondent: true }).respondent).toEqual({});
});

describe('after a report', () => {
  const report = { applied: false, fields: [] };
  const asks = { asks_encoding: { line: 1, preview: '' } };
  it.each([
    ['of an import', { ...report, ...asks, applied: true }, 'none'],
    ['that asks for the encoding', { ...report, ...asks, readable: 0 }, 'answered'],
    ['with fields to choose for', { ...report, fields: [{}] }, 'answered'],
    ['of a check', report, 'all'],
    ['with some unreadable', { ...report, readable: 2 }, 'readable'],
    ['with all unreadable', { ...report, readable: 0 }, 'none'],
  ] as const)('%s: %#', (_name, given, next) => {
    expect(nextImport(given)).toBe(next);
  });
});
