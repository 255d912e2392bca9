import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayWrite, mayWriteFor, writersInWords, writingRights } from '../../shared/hub/mayWrite.ts';
import { HUB_TABLES } from '../../shared/hub/protocol.ts';
import { writingRoles } from '../../shared/hub/roles.ts';
import { Role } from '../../shared/domain/status.ts';

/** The rows of the guide's table, by what they name. */
const GUIDE: Readonly<Record<string, readonly (typeof HUB_TABLES)[number][]>> = {
  'people and roles, settings, items, their deletion, images': [
    'person',
    'meta',
    'item',
    'deleted_item',
    'image',
  ],
  guidelines: ['guideline'],
  'studies, exclusions, judging tasks': ['study', 'exclusion', 'judging'],
  assignments: ['assignment'],
  'answers, comments': ['annotation', 'comment'],
  editions: ['edition'],
  decisions: ['adjudication', 'verdict_decision'],
  'verdicts, judging assignments': ['judgment', 'judging_assignment'],
  'study sessions, baseline answers': ['session', 'response'],
};
const WORDS = { anybodys: 'all', own: 'own', asked: 'asked' } as const;

describe('who may write what', () => {
  it('gives the widest right of several roles', () => {
    expect(mayWrite(['annotator', 'reviewer'], 'annotation')).toBe('own');
    expect(mayWrite(['reviewer', 'curator', 'annotator'], 'annotation')).toBe('anybodys');
    expect(mayWrite(['annotator', 'judge'], 'person')).toBeNull();
    expect(mayWrite([], 'annotation')).toBeNull();
  });

  it('lets curators alone write in the name of others, and resolve threads those who see them', () => {
    for (const table of HUB_TABLES)
      for (const role of Role.options)
        expect([table, role, mayWriteFor([role], table, false)]).toEqual([
          table,
          role,
          role === 'curator' || (table === 'comment' && (role === 'reviewer' || role === 'adjudicator')),
        ]);
    expect(
      new Set(writingRights().flatMap(({ role, whose }) => (whose === 'anybodys' ? [role] : []))),
    ).toEqual(new Set(['curator']));
  });

  it('says it in words', () => {
    expect(writersInWords('person')).toBe('Only curators may write people and roles.');
    expect(writersInWords('adjudication')).toBe('Only curators and adjudicators may write decisions.');
  });

  it('takes the roles of the casebook, unless somebody was invited as something else', () => {
    expect(writingRoles('overseer', ['adjudicator', 'annotator'])).toEqual(['annotator', 'adjudicator']);
    expect(writingRoles('annotator', ['curator'])).toEqual(['annotator', 'participant', 'judge']);
    expect(writingRoles('curator', [])).toEqual(['curator']);
  });

  it('is what the guide says', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../resources/guide/hub.md'), 'utf8');
    const [head = [], , ...rows] = guide
      .slice(guide.indexOf('| Rows '))
      .split('\n\n', 1)
      .join('')
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows.map(([name]) => name)).toEqual(Object.keys(GUIDE));
    for (const [name = '', ...cells] of rows)
      for (const table of GUIDE[name] ?? [])
        for (const [at, cell] of cells.entries()) {
          const whose = mayWrite([Role.parse(head[at + 1])], table);
          expect([table, head[at + 1], cell]).toEqual([
            table,
            head[at + 1],
            whose === null ? '-' : WORDS[whose],
          ]);
        }
    const named = new Set(Object.values(GUIDE).flat());
    expect(HUB_TABLES.filter((table) => !named.has(table))).toEqual(['judge_run', 'judge_call']);
  });
});
