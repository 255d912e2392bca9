import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../electron/core/db/documents.ts';
import {
  groupsOf,
  isNews,
  isShared,
  readDocument,
  senderRefusal,
} from '../../electron/core/features/hub/admission.ts';
import { HUB_TABLES, type HubDocument } from '../../shared/hub/protocol.ts';

const content = (row: DocumentContent['row']): DocumentContent => ({ row, parts: {} });
const document: HubDocument = {
  table: 'adjudication',
  id: 'd',
  person: null,
  audience: null,
  item: 'i',
  about: null,
  sha256: null,
  content: null,
};

describe('a document that comes in from a hub', () => {
  it.each([
    ['from nobody known', null, false],
    ['from a curator', { roles: ['curator'], isOwn: false }, false],
    ['from an annotator', { roles: ['annotator'], isOwn: true }, true],
    ['from an adjudicator, their own', { roles: ['adjudicator'], isOwn: true }, false],
    ['from an adjudicator, somebody else\u2019s', { roles: ['adjudicator'], isOwn: false }, true],
  ] as const)('%s is refused by who may write it', (_name, sender, refused) => {
    const reason = senderRefusal({
      document,
      sender: sender === null ? null : { roles: [...sender.roles], isOwn: sender.isOwn },
    });
    expect(reason !== null).toBe(refused);
    if (refused) expect(reason).toMatch(/^The sender may not write this\. Only /u);
  });

  it('says what is wrong with it', () => {
    expect(readDocument('comment', '{"row":[]}')).toEqual({ content: null, fault: 'It cannot be read.' });
    expect(readDocument('comment', '{"row":{"id":1}}').fault).toContain('breaks a rule');
    expect(readDocument('meta', '{"row":{"key":"title","value":"\\"T\\""}}').fault).toBeNull();
  });

  it.each([
    ['the first of its key', 'annotation', content({}), null, true],
    ['a row that never changes, again', 'annotation', content({}), content({}), false],
    ['a row that changes, again', 'assignment', content({}), content({}), true],
    ['a deletion', 'deleted_item', content({ revision: 1 }), null, true],
    ['a deletion undone', 'deleted_item', content({ revision: 2 }), content({ revision: 1 }), true],
    ['a late deletion', 'deleted_item', content({ revision: 1 }), content({ revision: 2 }), false],
    ['the same deletion', 'deleted_item', content({ revision: 1 }), content({ revision: 1 }), false],
  ] as const)('%s is news or not', (_name, table, came, before, news) => {
    expect(isNews(table, came, before)).toBe(news);
  });

  it('sets no setting that is a copy\u2019s own', () => {
    const settings = [
      'title',
      'benchmark',
      'vocabulary',
      'settings',
      'casebookId',
      'metricsParameters',
      'exportKey',
      'package',
    ];
    expect(settings.filter((name) => !isShared('meta', name))).toEqual(['benchmark', 'package']);
    expect(isShared('item', 'package')).toBe(true);
  });

  it('is merged with what is about the same item, after what others name', () => {
    const key = (table: HubDocument['table'], id: string, item: string | null = null) => ({
      table,
      id,
      item,
    });
    const groups = groupsOf([
      key('judgment', 'j', 'i'),
      key('study', 's'),
      key('annotation', 'a', 'i'),
      key('item', 'i'),
      key('item', 'k'),
      key('guideline', 'g'),
      key('person', 'p'),
      key('response', 'r', 'i'),
    ]);
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual([
      ['g'],
      ['p'],
      ['a', 'i'],
      ['k'],
      ['s'],
      ['j', 'r'],
    ]);
  });

  it('comes before items, with them, after them or after all answers, by its table', () => {
    const groups = groupsOf(HUB_TABLES.map((table) => ({ table, id: table, item: 'i' })));
    const tables = groups.map((group) => group.map(({ table }) => table));
    const withItem = tables.findIndex((group) => group.includes('item'));
    expect(tables.slice(0, withItem).flat().toSorted()).toEqual([
      'deleted_item',
      'guideline',
      'image',
      'meta',
      'person',
    ]);
    expect(tables[withItem]?.toSorted()).toEqual([
      'adjudication',
      'annotation',
      'assignment',
      'comment',
      'edition',
      'item',
    ]);
    expect(tables.at(-1)?.toSorted()).toEqual([
      'exclusion',
      'judge_call',
      'judging_assignment',
      'judgment',
      'response',
      'verdict_decision',
    ]);
  });
});
