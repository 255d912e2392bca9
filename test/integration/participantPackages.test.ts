import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { unpackZip } from '../../electron/core/files/zip.ts';
import { contentOf, filesIn } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import {
  copyOf,
  type PackagedStudy,
  packagedStudy,
  program,
  resultOf,
} from '../helpers/participantPackages.ts';
import { present } from '../helpers/present.ts';
import { LATER } from '../helpers/study.ts';
import { tamper, type Tampering } from '../helpers/tampering.ts';

let folder: ReturnType<typeof temporaryFolder>;
let work: PackagedStudy;

beforeAll(async () => {
  folder = temporaryFolder();
  work = await packagedStudy(folder.path, 3);
}, 600_000);
afterAll(() => folder[Symbol.dispose]());

const first = (): PackagedStudy['participants'][number] => present(work.participants[0]);

/** What the tables of baselines hold, in an order of their own. */
function baselines(content: Record<string, unknown[]>): Record<string, string[]> {
  const tables = [
    'study',
    'study_item',
    'session',
    'response',
    'judgment',
    'verdict_decision',
    'verdict_state',
  ];
  return Object.fromEntries(
    tables.map((table) => [table, (content[table] ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}

describe('a study that is answered elsewhere', () => {
  it('goes out without labels, clues, expected answers, file names and other people', async () => {
    const { sent, handle } = first();
    const open = folder.join('looked-into');
    await unpackZip(sent, open, {
      accepts: () => true,
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    const bytes = readFileSync(join(open, 'casebook.sqlite')).toString('latin1');
    const practised = /true_images\/\S+_1\.png/u;
    for (const told of [
      'clue 2',
      'weaker 2',
      'clue 4',
      'false_images',
      'true_images/' + LATER + '_2',
      'Sitter02',
      'Anastasia',
    ])
      expect(bytes, told).not.toContain(
        told.startsWith('clue') || told.startsWith('weaker') ? `${LATER} ${told}` : told,
      );
    expect(bytes).toContain(handle);
    // Practice tells what was expected, so its item is there whole.
    expect(bytes).toMatch(practised);
    expect(filesIn(open).filter((file) => file.startsWith('images'))).toHaveLength(6);
  });

  it('comes back whole, in any order, any number of times', async () => {
    const results: Record<string, string[]>[] = [];
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ]) {
      const book = await copyOf(work.home, folder.join(`order-${order.join('')}.casebook`));
      const sources = order.map((place) => work.participants[place]?.returned ?? '');
      const report = await resultOf(book.window.merging.merge({ sources, dryRun: false }));
      expect(report.sources.map(({ refused }) => refused)).toEqual([null, null, null]);
      // One practice item and five others of two or four steps each; the numbers come from the items.
      const answered = report.sources.map(({ taken }) => taken.responses);
      expect(new Set(answered)).toEqual(new Set([4 + 3 * 4 + 2]));
      const participants = await book.window.studies.participants({ id: work.study });
      expect(participants.map(({ handle, state }) => [handle, state])).toEqual([
        ['Sitter01', 'finished'],
        ['Sitter02', 'finished'],
        ['Sitter03', 'finished'],
      ]);
      expect(participants.map(({ packagedAt }) => packagedAt)).toEqual([null, null, null]);
      const content = baselines(contentOf(book.core.services()));
      const again = await resultOf(book.window.merging.merge({ sources, dryRun: false }));
      expect(again.sources.map(({ taken }) => taken.responses)).toEqual([0, 0, 0]);
      expect(again.sources.map(({ known }) => known.responses)).toEqual(answered);
      expect(baselines(contentOf(book.core.services()))).toEqual(content);
      results.push(content);
      await book.close();
    }
    expect(results[1]).toEqual(results[0]);
  });

  it('comes back in parts: what was answered so far, then the rest', async () => {
    const { sent, personId, studySessionId } = first();
    const away = await program(folder.join('in-parts'));
    await away.window.casebooks.openPackage({ path: sent, target: folder.join('in-parts', 'a.casebook') });
    await away.window.studySessions.consent({ id: studySessionId });
    const early = folder.join('early.casebook-package');
    await resultOf(away.window.merging.package({ personId, target: early }));
    await away.close();
    const book = await copyOf(work.home, folder.join('parts.casebook'));
    await resultOf(book.window.merging.merge({ sources: [early], dryRun: false }));
    expect((await book.window.studies.participants({ id: work.study }))[0]?.state).toBe('sitting');
    await resultOf(book.window.merging.merge({ sources: [first().returned], dryRun: false }));
    expect((await book.window.studies.participants({ id: work.study }))[0]?.state).toBe('finished');
    await book.close();
  });

  it('is locked in on the participant’s machine but for sending it back', async () => {
    const { sent, personId } = first();
    const away = await program(folder.join('locked'));
    await away.window.casebooks.openPackage({ path: sent, target: folder.join('locked', 'a.casebook') });
    const page = { filter: {}, sort: { by: 'imported', descending: false }, offset: 0, limit: 10 } as const;
    await expect(away.window.items.list(page)).rejects.toMatchObject({ data: { code: 'forbidden' } });
    await expect(away.window.people.list()).rejects.toMatchObject({ data: { code: 'forbidden' } });
    const target = folder.join('unbegun.casebook-package');
    await expect(resultOf(away.window.merging.package({ personId, target }))).resolves.toMatchObject({
      person: 'Sitter01',
    });
    await away.close();
  });

  it.each<[string, Tampering]>([
    [
      'an answer under another name',
      {
        database: (database) =>
          void database.exec(
            `INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES ('${v7()}', 'other', 'other', 'human', '[]', 0);
             UPDATE response SET person_id = (SELECT id FROM person WHERE handle = 'other')`,
          ),
      },
    ],
    ['another plan', { database: (database) => void database.exec("UPDATE session SET plan = '[]'") }],
    [
      'an answer to something that was not asked',
      { database: (database) => void database.exec('UPDATE response SET entry = 0') },
    ],
    [
      'an answer that is none',
      { database: (database) => void database.exec(`UPDATE response SET answer = '{"kind":"shout"}'`) },
    ],
    [
      'a verdict of its own',
      {
        database: (database) =>
          void database.exec(
            `INSERT INTO judgment (id, person_id, item_id, item_revision, response_id, criterion, value, source, created_at)
             SELECT '${v7()}', person_id, item_id, 1, id, 'cue_match', '"YES"', 'judged', 0 FROM response WHERE item_id IS NOT NULL LIMIT 1`,
          ),
      },
    ],
    [
      'an answer outside any sitting',
      { database: (database) => void database.exec('UPDATE response SET session_id = NULL, entry = NULL') },
    ],
  ])('is refused with %s, and nothing is taken', async (what, tampering) => {
    const name = what.replaceAll(' ', '-');
    const file = await tamper(first().returned, folder.join(`${name}.casebook-package`), tampering);
    const book = await copyOf(work.home, folder.join(`${name}.casebook`));
    const before = contentOf(book.core.services());
    const report = await resultOf(book.window.merging.merge({ sources: [file], dryRun: false }));
    expect(report.sources[0]?.refused).not.toBeNull();
    expect(contentOf(book.core.services())).toEqual(before);
    await book.close();
  });
});

describe('whole casebooks with answers and verdicts', () => {
  it('unite to the same, whichever is merged into which', { timeout: 600_000 }, async () => {
    const start = await copyOf(work.home, folder.join('start.casebook'));
    const sources = work.participants.map(({ returned }) => returned);
    await resultOf(start.window.merging.merge({ sources, dryRun: false }));
    await start.close();
    const sides: { path: string; content: Record<string, string[]> }[] = [];
    const verdict = async (path: string, value: string, handle: string): Promise<void> => {
      const book = await copyOf(folder.join('start.casebook'), path);
      const judge = await book.window.people.add({ handle, name: handle, roles: ['judge'] });
      const [, settings] = [
        'cue_match',
        { criteria: ['cue_match'], judges: [judge.id], overlap: 1, seed: 1, unjudgedOnly: false },
      ] as const;
      await book.window.judging.assign({
        title: handle,
        settings: { ...settings, criteria: [...settings.criteria], judges: [...settings.judges] },
      });
      const { createRouterClient } = await import('@orpc/server');
      const session = book.core.createSession();
      const window = createRouterClient(book.core.router, { context: book.core.contextOf(session) });
      await window.people.workAs({ id: judge.id });
      const own = present((await window.judging.mine())[0]);
      const { cards } = await window.judging.cards({ judging: own.id, criterion: 'cue_match', limit: 50 });
      expect(cards.length).toBeGreaterThan(0);
      for (const { unit } of cards) await window.judging.give({ unit, value, activeMilliseconds: 10 });
      await book.close();
    };
    await verdict(folder.join('one.casebook'), 'YES', 'Juri');
    await verdict(folder.join('two.casebook'), 'NO', 'Kim');
    for (const [own, other] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      const path = folder.join(`${own}-with-${other}.casebook`);
      const book = await copyOf(folder.join(`${own}.casebook`), path);
      const report = await resultOf(
        book.window.merging.merge({ sources: [folder.join(`${other}.casebook`)], agreed: true }),
      );
      expect(report.sources[0]?.refused).toBeNull();
      const counts = await book.window.verdicts.counts();
      expect(counts.disputed).toBe(9);
      sides.push({ path, content: baselines(contentOf(book.core.services())) });
      await book.close();
    }
    expect(sides[1]?.content).toEqual(sides[0]?.content);
  });
});
