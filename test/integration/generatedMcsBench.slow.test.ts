import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HealthReport, HealthReport as HealthReportSchema } from '../../shared/contract/health.ts';
import type { ImportReport } from '../../shared/contract/importExport.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import { freshCasebook, quietly } from '../helpers/casebooks.ts';
import { casebook, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import {
  type GeneratedFiles,
  generatedMcsBench,
  ITEMS,
  writeMcsBench,
} from '../helpers/generatedMcsBench.ts';
import { gatesOf } from '../helpers/mcsBenchVerdicts.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const FORMATS = ['mcsbench', 'mcsbench-rc', 'mcsbench-audit', 'mcsbench-relations'] as const;
const sourcesOf = (files: GeneratedFiles): readonly (readonly [format: string, source: string])[] => [
  ['mcsbench', files.items],
  ['mcsbench-rc', files.chains],
  ['mcsbench-audit', files.audits],
  ['mcsbench-relations', files.relations],
];

async function bringIn(book: Book, files: GeneratedFiles): Promise<ImportReport[]> {
  const reports = [];
  for (const [format, source] of sourcesOf(files))
    reports.push(await book.importExport.import({ source, format }, null, quietly));
  return reports;
}

/** What each item is once everything that is said of it came in. */
function complete(): JsonObject[] {
  return [...generatedMcsBench()].map(({ item, chains, audits, relations }): JsonObject => {
    const without = (entry: JsonObject, key: string): JsonObject =>
      Object.fromEntries(Object.entries(entry).filter(([name]) => name !== key));
    const { pr = null, op_primary = null, op_secondary = null, rationale = null } = relations;
    return {
      ...item,
      ...(chains.length > 0 && { rc_items: chains.map((chain) => without(chain, 'base_id')) }),
      pr,
      op_primary,
      ...(op_secondary !== null && { op_secondary }),
      rationale,
      audit: audits.map((audit) => without(audit, 'id')),
    };
  });
}

const linesOf = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JsonObject.parse(JSON.parse(line)));

/** The items of each finding about single items, and the findings about the set in words. */
function foundIn(report: Pick<HealthReport, 'findings'>, kinds: ReadonlySet<string>) {
  const hints = report.findings
    .filter(({ kind }) => kinds.has(kind))
    .flatMap(({ kind, groups }) =>
      groups.flatMap(({ items }) => items.map(({ externalId }) => `${externalId}: ${kind}`)),
    );
  const others = report.findings
    .filter(({ kind }) => !kinds.has(kind))
    .map(({ kind, title }) => `${kind}: ${title}`);
  return { hints: [...new Set(hints)].toSorted(), others: others.toSorted() };
}

function expectOnlyPlanted({ findings }: Pick<HealthReport, 'findings'>, { planted }: GeneratedFiles): void {
  const report = { findings: findings.filter(({ kind }) => kind !== 'missing-images') };
  const found = foundIn(report, new Set(planted.hints.map(({ kind }) => kind)));
  expect(found.hints).toEqual(planted.hints.map(({ item, kind }) => `${item}: ${kind}`).toSorted());
  const titles = { 'gold-longest': 'the longest', 'gold-position': 'C' };
  expect(found.others).toEqual(
    planted.habits
      .map(({ kind, task }) => `${kind}: The gold option tends to be ${titles[kind]} in ${task}`)
      .toSorted(),
  );
}

/** The whole set, and a casebook that it came into. */
let book: Book;
let files: GeneratedFiles;
let reports: ImportReport[];

beforeAll(async () => {
  book = await freshCasebook('mcsbench');
  files = await writeMcsBench(book.at('set'));
  reports = await bringIn(book, files);
}, 900_000);
afterAll(async () => {
  await book[Symbol.asyncDispose]();
});

describe('a generated set of 661 items', { timeout: 900_000 }, () => {
  it('comes in with its chains, auditors and relations; what is planted is found, and nothing else', async () => {
    for (const [format, source] of sourcesOf(files))
      expect(await formats.recognise(source)).toEqual([format]);
    expect(await formats.recognise(files.printed)).toEqual(['mcsbench']);
    const [items, chains, audits, relations] = reports;
    expect(items).toMatchObject({ added: ITEMS, skipped: [], similar: [] });
    expect(chains).toMatchObject({ added: 0, updated: 518, skipped: [], applied: true });
    expect(audits).toMatchObject({ added: 0, updated: ITEMS, skipped: [], applied: true });
    expect(relations).toMatchObject({ added: 0, updated: ITEMS, skipped: [], applied: true });
    const health = await book.health.report(null, everything, quietly.progress, quietly.signal);
    expectOnlyPlanted(health, files);
    expect(gates(book)).toEqual(
      [...generatedMcsBench()].map(({ id, fault }, number) => ({
        id,
        ...gatesOf({ number, isFaulty: fault?.people !== undefined }),
      })),
    );
    await book.importExport.export(
      { target: book.at('out'), format: 'mcsbench', images: 'none', status: null },
      null,
      quietly,
    );
    expect(linesOf(book.at('out', 'mcsbench.jsonl'))).toEqual(complete());
  });

  it('changes nothing when any of its files comes in again, the printed output included', async () => {
    const payloads = book.casebook.database
      .prepare<[], string>('SELECT payload FROM item ORDER BY sequence')
      .pluck()
      .all();
    const events = book.casebook.database.prepare<[], number>('SELECT count(*) FROM event').pluck().get();
    for (const [format, source] of [...sourcesOf(files), ['mcsbench', files.printed] as const]) {
      const again = await book.importExport.import({ source, format }, null, quietly);
      expect(again).toMatchObject({ added: 0, updated: 0, changes: [], skipped: [] });
    }
    expect(
      book.casebook.database.prepare<[], string>('SELECT payload FROM item ORDER BY sequence').pluck().all(),
    ).toEqual(payloads);
    expect(book.casebook.database.prepare<[], number>('SELECT count(*) FROM event').pluck().get()).toBe(
      events,
    );
    // What was handed out comes in again into the same casebook, and makes the same items in another.
    await book.importExport.export(
      { target: book.at('all.json'), format: 'mcsbench', images: 'none', status: null },
      null,
      quietly,
    );
    const back = { source: book.at('all.json'), format: 'mcsbench' };
    expect(await book.importExport.import(back, null, quietly)).toMatchObject({
      updated: 0,
      unchanged: ITEMS,
    });
    await using other = await freshCasebook('mcsbench');
    expect(await other.importExport.import(back, null, quietly)).toMatchObject({ added: ITEMS, skipped: [] });
    for (const [format, source] of sourcesOf(files))
      expect(await other.importExport.import({ source, format }, null, quietly)).toMatchObject({
        updated: 0,
        skipped: [],
      });
    expect(gates(other)).toEqual(gates(book));
  });

  it('comes in through the command line and goes out the same', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    await casebook('new', path, '--benchmark', 'mcsbench');
    const { stdout } = await casebook('formats');
    for (const format of FORMATS) expect(stdout).toMatch(new RegExp(`^${format} `, 'mu'));
    for (const [format, source] of sourcesOf(files)) {
      const report = await json(shapes.import, 0, 'import', path, source, '--format', format);
      expect(report.skipped).toEqual([]);
      expect(report.added + report.updated).toBe(format === 'mcsbench-rc' ? 518 : ITEMS);
    }
    // Its habits are serious enough for the exit code.
    const health = await json(HealthReportSchema, 1, 'health', path);
    expectOnlyPlanted(health, files);
    const words = ['export', path, folder.join('out'), '--format', 'mcsbench', '--images', 'none'];
    await json(shapes.export, 0, ...words, '--status', 'any');
    expect(linesOf(folder.join('out', 'mcsbench.jsonl'))).toEqual(complete());
  });
});

it('images of a generated set come in with their rights', async () => {
  await using pictured = await freshCasebook('mcsbench');
  const set = { items: 70 };
  const { items: source } = await writeMcsBench(pictured.at('set'), { ...set, images: true });
  const report = await pictured.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  const all = [...generatedMcsBench(set)];
  const names = new Set(all.flatMap(({ images }) => images));
  expect(report).toMatchObject({ skipped: [], similar: [], images: { added: names.size, missing: 0 } });
  expect(all.some(({ images }) => images.length > 1)).toBe(true);
  expect(rights(pictured)).toEqual(
    all
      .flatMap(({ images }, number) =>
        images.map((name, at) => rightsOf(name, number, at, images.length > 1)),
      )
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

const Gates = z.object({ id: z.string(), shortcut: z.string().nullable(), audit: z.string().nullable() });

function gates(book: Book): z.infer<typeof Gates>[] {
  return book.casebook.database
    .prepare(
      `SELECT i.external_id AS id, v.shortcut, v.audit FROM item i LEFT JOIN validation_state v ON v.item_id = i.id ORDER BY i.sequence`,
    )
    .all()
    .map((row) => Gates.parse(row));
}

const Rights = z.object({
  name: z.string(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  redistributable: z.int().nullable(),
});
type Rights = z.infer<typeof Rights>;

function rights(book: Book): Rights[] {
  return book.casebook.database
    .prepare(
      `SELECT p.name, m.licence, m.attribution, m.redistributable FROM item_image p JOIN image m ON m.id = p.image_id ORDER BY p.name`,
    )
    .all()
    .map((row) => Rights.parse(row));
}

/** ImageNet's images may not be handed on although no item says so; those of a list say that others may. */
function rightsOf(name: string, number: number, at: number, isOfSeveral: boolean): Rights {
  const kind = (number + at) % 3;
  if (kind === 0) return { name, licence: null, attribution: null, redistributable: 0 };
  // Plain keys describe a single image of every other item, and say nothing of its content.
  const isListed = number % 2 === 1 || isOfSeveral;
  return {
    name,
    licence: kind === 1 ? 'CC BY-SA 4.0' : 'CC0 1.0',
    attribution: `Photographer ${String((number % 40) + 1)}, via Wikimedia Commons`,
    redistributable: isListed ? 1 : null,
  };
}
