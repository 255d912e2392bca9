import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { contentOf, dataPath, quietly, readObjects } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { runs } from '../helpers/runs.ts';
import {
  byImport,
  openCopy,
  personOf,
  type Rater,
  RATERS,
  type ThreeAnnotators,
  threeAnnotators,
} from '../helpers/threeAnnotators.ts';

/** Everybody comes first, and each comes before and after each other; `npm test` tries two of the orders. */
const ORDERS: readonly (readonly Rater[])[] = [
  ['ana', 'bojan', 'cleo'],
  ['bojan', 'cleo', 'ana'],
  ['cleo', 'bojan', 'ana'],
];

let folder: ReturnType<typeof temporaryFolder>;
let work: ThreeAnnotators;

beforeAll(async () => {
  folder = temporaryFolder();
  // Four of every kind of difference.
  work = await threeAnnotators(folder.path, 40);
}, 900_000);
afterAll(() => folder[Symbol.dispose]());

describe('three annotators in three packages', () => {
  it(
    'give byte-equal exports in whatever order they are merged, and again',
    { timeout: 900_000 },
    async () => {
      const exports: Record<string, string>[] = [];
      for (const order of ORDERS.slice(0, runs(4))) {
        const place = folder.join(`order-${order.join('-')}.casebook`);
        const { services, close } = await openCopy(work.home, place);
        const report = await services.merging.merge(
          order.map((rater) => work.returned[rater]),
          { dryRun: false, by: null },
          quietly,
        );
        expect(report.sources.map(({ refused, person }) => [refused, person])).toEqual(
          order.map((rater) => [null, rater]),
        );
        expect(report.sources.map(({ taken }) => taken.annotations)).toEqual(
          order.map(() => work.items.length),
        );
        expect(report.conflicts).toEqual([]);
        const before = contentOf(services);
        const again = await services.merging.merge(
          RATERS.map((rater) => work.returned[rater]),
          { dryRun: false, by: null },
          quietly,
        );
        expect(again.sources.map(({ known }) => known.annotations)).toEqual(
          order.map(() => work.items.length),
        );
        expect(contentOf(services)).toEqual(before);
        for (const status of [['accepted' as const], null]) {
          const target = join(
            place,
            '..',
            `export-${order.join('-')}-${status === null ? 'any' : 'accepted'}`,
          );
          const { items } = await services.importExport.export(
            { target, format: 'caughtcheating', status },
            null,
            quietly,
          );
          // Where all agree an item is accepted by itself; where they differ nothing is yet.
          const disputed = Object.keys(work.planted).length;
          expect([status, items]).toEqual([status, work.items.length - (status === null ? 0 : disputed)]);
          exports.push(fingerprint(target));
        }
        await close();
      }
      for (let at = 2; at < exports.length; at += 1) expect(exports[at]).toEqual(exports[at % 2]);
    },
  );

  it(
    'dispute exactly what was planted, and the export carries what was decided',
    { timeout: 600_000 },
    async () => {
      const { services, close } = await openCopy(work.home, folder.join('decided.casebook'));
      await services.merging.merge(Object.values(work.returned), { dryRun: false, by: null }, quietly);
      const [mara] = services.people.list();
      const me = personOf(mara);
      const { rows, total } = services.adjudications.queue(
        { state: ['disputed'] },
        0,
        500,
        me,
        services.viewpoint(me),
      );
      expect(total).toBe(Object.keys(work.planted).length);
      expect(total).toBeGreaterThan(5);
      // Adjudicate does not name what is undecided.
      const named = new Map(
        services.items.list({}, byImport, 0, 1000, everything).rows.map((row) => [row.id, row.externalId]),
      );
      const nameOf = (id: ItemId): string => named.get(id) ?? '';
      expect(
        Object.fromEntries(
          rows.map(({ item, fields }) => [nameOf(item.id), fields.map(({ field }) => field).sort()]),
        ),
      ).toEqual(
        Object.fromEntries(Object.entries(work.planted).map(([name, fields]) => [name, [...fields].sort()])),
      );

      for (const { item, task } of rows) {
        const { key } = services.adjudications.open(item.id, task, me);
        const viewpoint = services.viewpoint(me);
        const document = services.annotations.open(key, viewpoint);
        // Every scene in dispute is decided as one that nobody had chosen.
        const scene = document.records['field:scene'];
        const blank = scene?.type === 'field' && scene.value === null;
        const filled = Object.fromEntries(
          Object.entries({ label: true, scene: 'karaoke bar', partner: 'boyfriend', triage: 'keep' })
            .filter(([name]) => {
              const record = document.records[`field:${name}`];
              return record?.type === 'field' && record.value === null;
            })
            .map(([name, value]) => [`field:${name}`, { type: 'field' as const, name, value }]),
        );
        expect(blank).toBe(work.planted[nameOf(item.id)]?.includes('scene') ?? false);
        const updated = Object.fromEntries(
          Object.entries(filled).flatMap(([id, to]) => {
            const from = document.records[id];
            return from === undefined ? [] : [[id, [from, to] as const]];
          }),
        );
        const { revision } =
          Object.keys(updated).length === 0
            ? document
            : services.annotations.edit(
                key,
                {
                  revision: document.revision,
                  diff: { added: {}, updated, removed: {} },
                  mark: 'decide',
                  activeMilliseconds: 0,
                },
                viewpoint,
              );
        services.adjudications.decide(
          item.id,
          task,
          {
            revision,
            fields: Object.fromEntries(
              (work.planted[nameOf(item.id)] ?? []).map((field) => [
                field,
                { how: 'written' as const, columns: [] },
              ]),
            ),
            cause: 'slip',
            note: '',
          },
          me,
        );
      }
      const target = folder.join('decided-export');
      await services.importExport.export({ target, format: 'caughtcheating', status: null }, null, quietly);
      const scenes = readObjects(join(target, 'data_info.json')).filter(
        (item) => item['scene'] === 'karaoke bar',
      );
      const before = work.items.filter((item) => item['scene'] === 'karaoke bar').length;
      const decidedScenes = work.items.filter(
        (item) => work.planted[dataPath(item)]?.includes('scene') === true,
      );
      expect(scenes.length).toBe(
        before + decidedScenes.filter((item) => item['scene'] !== 'karaoke bar').length,
      );
      const sources = new Map(
        services.items
          .list({}, byImport, 0, 1000, everything)
          .rows.map((row) => [row.externalId, { source: row.goldSource, drawn: row.boxes > 0 }]),
      );
      // Their boxes are about the same, and apart by some pixels.
      for (const [name, { source, drawn }] of sources)
        expect([name, source]).toEqual([
          name,
          name in work.planted ? 'adjudicated' : drawn ? 'consensus' : 'unanimous',
        ]);
      await close();
    },
  );
});
