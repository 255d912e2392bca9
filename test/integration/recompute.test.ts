import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { firsts, present } from '../helpers/present.ts';
import { importedPayload, raters, TASK } from '../helpers/raters.ts';

const clued = {
  label: true,
  scene: 'hotel',
  clues: [{ id: 'clue-1', text: 'A second glass', deterministic: true }],
};
const unclued = { label: false, scene: 'hotel' };

/** An answer that breaks no rule. */
const sound = {
  ...unclued,
  triage: 'keep',
  partner: 'boyfriend',
  claim: 'My boyfriend says that he is alone at the hotel. Is he lying?',
  noPersonalInformation: true,
};

describe('what raters said', () => {
  it('is gold once the last of them agrees, as the first of them put it', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    const before = await team.itemStatus(item);
    expect(before).toMatchObject({ ratings: null, gold: 'imported', status: 'draft' });
    await team.assign([team.bo.id, team.cy.id, team.di.id]);
    await team.answer(team.bo.window, item, { ...unclued, claim: 'As Bo puts it.' });
    await team.answer(team.cy.window, item, { ...unclued, claim: 'As Cy puts it.' });
    expect(await team.itemStatus(item)).toEqual({ ...before, ratings: 'waiting' });
    await team.answer(team.di.window, item, { ...unclued, claim: 'As Di puts it.' });
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'unanimous',
      gold: 'unanimous',
      status: 'in_review',
      payload: { main_ins: 'As Bo puts it.', scene: 'hotel', unheard_of: { kept: [1] } },
    });
  });

  it('counts where they agree; where they differ the item is as it was imported and waits for review', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    const { payload } = await team.itemStatus(item);
    await team.assign([team.bo.id]);
    await team.answer(team.bo.window, item, clued);
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'single',
      gold: 'single',
      payload: { label: true, detm_cue: 'A second glass' },
    });
    team.wait(1000);
    await team.assign([team.bo.id, team.cy.id]);
    // What counted when the second answer was asked for counts until it is there.
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'waiting', gold: 'single' });
    await team.answer(team.cy.window, item, unclued);
    expect(await team.itemStatus(item)).toEqual({
      ratings: 'disputed',
      gold: null,
      status: 'in_review',
      payload: { ...payload, scene: 'hotel' },
    });
  });

  it('counts as soon as the person who is missing has skipped the item or has it no longer', async () => {
    await using team = await raters(2);
    const [skipped, withdrawn] = firsts(team.items, 2);
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.bo.window, skipped, clued);
    await team.answer(team.bo.window, withdrawn, clued);
    await team.cy.window.annotations.skip({ itemId: skipped.id, task: TASK, reason: 'Too dark.' });
    expect(await team.itemStatus(skipped)).toMatchObject({ ratings: 'single', gold: 'single' });
    expect(await team.itemStatus(withdrawn)).toMatchObject({ ratings: 'waiting', gold: 'imported' });
    await team.ana.window.assignments.withdraw({ personId: team.cy.id, task: TASK, round: 1 });
    expect(await team.itemStatus(withdrawn)).toMatchObject({ ratings: 'single', gold: 'single' });
  });

  it('of one rater alone is gold only where the casebook takes it, also afterwards', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    const { payload } = await team.itemStatus(item);
    await team.ana.window.casebooks.saveSettings({ singleRater: false });
    await team.assign([team.bo.id]);
    await team.answer(team.bo.window, item, clued);
    const waiting = { ratings: 'single', gold: 'imported', status: 'in_review', payload };
    expect(await team.itemStatus(item)).toEqual(waiting);
    await team.ana.window.casebooks.saveSettings({ singleRater: true });
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'single', payload: { label: true } });
    await team.ana.window.casebooks.saveSettings({ singleRater: false });
    expect(await team.itemStatus(item)).toEqual(waiting);
  });

  it('of one rater gives way to a later correction, and a correction to a later rating', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    await team.assign([team.bo.id]);
    await team.answer(team.bo.window, item, clued);
    await team.answer(team.ana.window, item, { scene: 'karaoke bar' });
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'single', payload: { scene: 'karaoke bar' } });
    await team.answer(team.bo.window, item, { scene: 'dining' });
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'single', payload: { scene: 'dining' } });
  });

  it('once accepted goes back to review where a second rater differs', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    await team.ana.window.casebooks.saveSettings({ afterSubmit: 'accepted' });
    await team.assign([team.bo.id]);
    await team.answer(team.bo.window, item, sound);
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'single', status: 'accepted' });
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.cy.window, item, { ...sound, triage: 'discard', discardReason: 'Blurred.' });
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'disputed',
      gold: null,
      status: 'in_review',
    });
  });

  it('once accepted goes back to review where it is gold no more, though no rater differs', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    await team.ana.window.casebooks.saveSettings({ afterSubmit: 'accepted' });
    await team.assign([team.bo.id]);
    await team.answer(team.bo.window, item, sound);
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'single', status: 'accepted' });
    await team.ana.window.casebooks.saveSettings({ singleRater: false });
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'single',
      gold: 'imported',
      status: 'in_review',
    });
  });

  it('in a later round goes before what was said in an earlier one', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.bo.window, item, clued);
    await team.answer(team.cy.window, item, clued);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'unanimous', payload: { label: true } });
    team.wait(1000);
    await team.assign([team.bo.id, team.cy.id], 2);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'waiting', gold: 'unanimous' });
    await team.answer(team.bo.window, item, unclued);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'waiting', payload: { label: true } });
    await team.answer(team.cy.window, item, unclued);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'unanimous', payload: { label: false } });
  });

  it('is told in the history of the item in plain words', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.bo.window, item, clued);
    await team.answer(team.cy.window, item, unclued);
    const { events } = await team.rey.window.history.list({ itemId: item.id, kinds: ['settle'], limit: 10 });
    expect(events.map(({ summary }) => summary)).toEqual(['The raters differ', 'Waiting for answers']);
    // It follows from the answers: nobody did it, and it is not among what Cy did.
    expect(events.map(({ personId, name }) => [personId, name])).toEqual([
      [null, 'Casebook'],
      [null, 'Casebook'],
    ]);
    const own = await team.rey.window.history.list({ itemId: item.id, personId: team.cy.id, limit: 10 });
    expect(own.events.map(({ kind }) => kind)).toContain('submit');
    expect(own.events.map(({ kind }) => kind)).not.toContain('settle');
  });
});

/** A row of a made-up past; numbers are places of the rows it refers to. */
type Row =
  | {
      readonly kind: 'answer';
      readonly person: number;
      readonly round: number;
      readonly independent: boolean;
    }
  | { readonly kind: 'assignment'; readonly person: number; readonly round: number; readonly at: number }
  | { readonly kind: 'decision' | 'reopening'; readonly round: number; readonly replaces: number | null };

interface Past {
  readonly rows: readonly (Row & { readonly at: number; readonly choice: number })[];
  readonly imported: boolean;
}

const ANSWERS: readonly Record<string, Json>[] = [
  { label: true, clues: clued.clues, scene: 'hotel' },
  { label: false, scene: 'hotel' },
  { label: null, scene: null, claim: '' },
];

const past: fc.Arbitrary<Past> = fc
  .record({
    imported: fc.boolean(),
    rows: fc.array(
      fc.record({
        kind: fc.constantFrom<Row['kind'][]>(
          'answer',
          'answer',
          'answer',
          'assignment',
          'decision',
          'reopening',
        ),
        person: fc.integer({ min: 0, max: 2 }),
        round: fc.integer({ min: 1, max: 2 }),
        independent: fc.constantFrom(true, true, false),
        at: fc.integer({ min: 1, max: 6 }),
        choice: fc.integer({ min: 0, max: ANSWERS.length - 1 }),
        replaces: fc.option(fc.nat({ max: 9 })),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map(({ imported, rows }) => ({
    imported,
    // One assignment a person and round; a row replaces an earlier decision or reopening of its round.
    rows: rows
      .filter(
        (row, at) =>
          row.kind !== 'assignment' ||
          !rows
            .slice(0, at)
            .some(
              (other) => other.kind === row.kind && other.person === row.person && other.round === row.round,
            ),
      )
      .map((row, at, kept) => {
        const target = row.replaces === null ? undefined : kept.slice(0, at)[row.replaces];
        const fits = target !== undefined && (target.kind === 'decision' || target.kind === 'reopening');
        return { ...row, replaces: fits && target.round === row.round ? row.replaces : null };
      }),
  }));

describe('recomputing', () => {
  let team: Awaited<ReturnType<typeof raters>>;
  let copies = 0;
  beforeAll(async () => {
    team = await raters(0);
  });
  afterAll(async () => {
    await team[Symbol.asyncDispose]();
  });

  /** Writes a past into an item of its own, row by row in this order, recomputing after each of the rows asked for. */
  function live({ rows, imported }: Past, order: readonly number[], recomputings: readonly boolean[]) {
    copies += 1;
    const copy = copies;
    const { casebook } = team.core.services();
    const recomputing = casebook.derived.recompute;
    const people = [team.bo.id, team.cy.id, team.di.id];
    // Ids in the same order in every copy: they decide between answers of one moment.
    const idOf = (at: number, part: number): string =>
      `${String(copy).padStart(8, '0')}-0000-7000-8${String(part).padStart(3, '0')}-${String(at).padStart(12, '0')}`;
    const { id: itemId } = casebook.derived.items.insert({
      externalId: `copy-${String(copy)}`,
      payload: imported ? importedPayload('true_images/true_1.png') : {},
      images: [],
      imported,
    });
    const answer = team.database.prepare<(string | number | null)[]>(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, state, payload, revision, independent, created_at, updated_at, submitted_at)
       VALUES (?, ?, 1, ?, ?, ?, ?, 'submitted', ?, 0, ?, ?, ?, ?)`,
    );
    const blank = casebook.benchmark.tasks[0]?.initialAnswer({}) ?? {};
    const write = (at: number): void => {
      const row = present(rows[at]);
      const text = JSON.stringify({ ...blank, ...ANSWERS[row.choice] });
      if (row.kind === 'answer') {
        const [person, free] = [people[row.person] ?? '', row.independent ? 1 : 0];
        answer.run(idOf(at, 1), itemId, TASK, row.round, person, at + 1, text, free, row.at, row.at, row.at);
      } else if (row.kind === 'assignment') {
        team.database
          .prepare(
            "INSERT INTO assignment (id, person_id, item_id, task, round, position, state, created_at) VALUES (?, ?, ?, ?, ?, 0, 'open', ?)",
          )
          .run(idOf(at, 2), people[row.person], itemId, TASK, row.round, row.at);
      } else {
        const decides = row.kind === 'decision';
        const id = idOf(at, 3);
        if (decides) {
          answer.run(id, itemId, TASK, row.round, team.ed.id, at + 1, text, 0, row.at, row.at, row.at);
        }
        team.database
          .prepare(
            `INSERT INTO adjudication (id, item_id, task, round, kind, annotation_id, replaces, fields, cause, note, person_id, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, '{}', ?, '', ?, ?)`,
          )
          .run(
            idOf(at, 4),
            itemId,
            TASK,
            row.round,
            row.kind,
            decides ? id : null,
            row.replaces === null ? null : idOf(row.replaces, 4),
            decides ? 'slip' : null,
            team.ed.id,
            row.at,
          );
      }
    };
    team.database.transaction(() => {
      const written = new Set<number>();
      const put = (at: number): void => {
        if (written.has(at)) return;
        written.add(at);
        const row = rows[at];
        if (row !== undefined && 'replaces' in row && row.replaces !== null) {
          put(row.replaces);
        }
        write(at);
        if (recomputings[at] === true) recomputing.recompute(itemId, TASK, null);
      };
      for (const at of order) put(at);
      recomputing.recompute(itemId, TASK, null);
    })();
    const item = team.database
      .prepare<[string], { gold: string | null; payload: string }>(
        'SELECT gold_source, substr(gold_annotation_id, 10) AS gold, payload FROM item WHERE id = ?',
      )
      .get(itemId);
    const state = team.database
      .prepare(
        'SELECT round, state, ratings, disagreement, fields, since FROM rating_state WHERE item_id = ?',
      )
      .get(itemId);
    return { item, state };
  }

  it('ends the same whatever the order in which the rows came and however often it ran in between', () => {
    fc.assert(
      fc.property(
        past.chain((rows) =>
          fc.record({
            past: fc.constant(rows),
            order: fc.shuffledSubarray([...rows.rows.keys()], { minLength: rows.rows.length }),
            recomputings: fc.array(fc.boolean(), {
              minLength: rows.rows.length,
              maxLength: rows.rows.length,
            }),
          }),
        ),
        ({ past: rows, order, recomputings }) => {
          const atOnce = live(rows, [...rows.rows.keys()], []);
          const stepwise = live(rows, order, recomputings);
          expect(stepwise).toEqual(atOnce);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('changes nothing, logs nothing and leaves a status set by hand alone where nothing is new', async () => {
    await using other = await raters(1);
    const item = present(other.items[0]);
    await other.assign([other.bo.id, other.cy.id]);
    await other.answer(other.bo.window, item, clued);
    await other.answer(other.cy.window, item, unclued);
    await other.ana.window.items.setStatus({ items: { ids: [item.id] }, status: 'rejected' });
    const before = [
      await other.itemStatus(item),
      (await other.ana.window.history.list({ limit: 500 })).events,
    ];
    const recomputing = other.core.services().casebook.derived.recompute;
    other.database.transaction(() => recomputing.recompute(item.id, TASK, null))();
    expect([
      await other.itemStatus(item),
      (await other.ana.window.history.list({ limit: 500 })).events,
    ]).toEqual(before);
  });
});
