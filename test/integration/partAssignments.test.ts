import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, regionsOf } from '../../shared/domain/document.ts';
import type { Json } from '../../shared/base/json.ts';
import { AskedParts } from '../../shared/benchmarks/parts.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { assignment } from '../helpers/assignment.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { choices, rate } from '../helpers/ratedCasebook.ts';
import { byImport, openProgram, personOf, submitAnswer } from '../helpers/threeAnnotators.ts';
import { edit, importedPayload, raters, TASK, written } from '../helpers/raters.ts';

const PART = 'label-and-boxes';
const CLAIM = importedPayload('')['main_ins'];
const SECRETS = ['dining', 'boyfriend",', 'example.org', 'true_images', 'unheard_of'];

type Team = Awaited<ReturnType<typeof raters>>;
type Rater = Team['bo'];
type Item = Team['items'][number];

/** The parts that each of a person's answers is about, as they are kept. */
const askedOf = ({ database }: Team, item: Item, { id }: Rater) =>
  database
    .prepare<[string, string], string | null>(
      'SELECT asked FROM annotation WHERE item_id = ? AND person_id = ? ORDER BY version',
    )
    .pluck()
    .all(item.id, id)
    .map((text) => (text === null ? null : AskedParts.parse(JSON.parse(text))));

const first = ({ items }: Team): Item => present(items[0]);

describe('an assignment of a part', () => {
  it('gives its rater the claim and asks for nothing else than the label and boxes by their kind', async () => {
    await using team = await raters(1);
    const item = first(team);
    await team.assign([team.bo.id, team.cy.id], 1, [item.id], PART);
    const opened = await team.bo.window.annotations.open({ itemId: item.id, task: TASK });
    expect(opened).toMatchObject({ asked: ['label', 'clues'], independent: true });
    expect(answerOf(opened.records)).toMatchObject({
      claim: CLAIM,
      label: null,
      scene: null,
      partner: null,
      perception: [],
      reasoning: [],
      clues: [
        { text: '', deterministic: true },
        { text: '', deterministic: false },
      ],
    });
    for (const secret of SECRETS) expect(JSON.stringify(opened.records)).not.toContain(secret);

    await team.answer(team.bo.window, item, { label: true }, [['deterministic clue', 10, 10, 50, 50]]);
    expect(askedOf(team, item, team.bo)).toEqual([['label', 'clues']]);
    expect(askedOf(team, item, team.cy)).toEqual([]);
  });

  it('is not told to anybody who was asked for everything, nor are clues and questions given to anybody', async () => {
    await using team = await raters(2);
    const [part, whole] = firsts(team.items, 2);
    const clued: Record<string, Json> = {
      ...importedPayload('true_images/true_9.png'),
      label: true,
      detm_cue: 'A second glass',
      non_detm_cue: ['A coat'],
      p_sub_ins: ['Is there a second glass?'],
      p_sub_ans: ['Yes'],
      r_sub_ins: ['Does it mean company?'],
      r_sub_ans: ['Yes'],
    };
    team.database
      .prepare('UPDATE item SET payload = ? WHERE id IN (?, ?)')
      .run(JSON.stringify(clued), part.id, whole.id);
    await team.assign([team.bo.id, team.cy.id], 1, [part.id], PART);
    await team.assign([team.bo.id, team.cy.id], 1, [whole.id]);
    const { annotations, items } = team.bo.window;
    const shown = JSON.stringify([
      await annotations.open({ itemId: part.id, task: TASK }),
      await items.get({ id: part.id }),
    ]);
    expect(shown).toContain(CLAIM);
    for (const secret of ['second glass', 'A coat', 'company']) expect(shown).not.toContain(secret);
    const blank = await annotations.open({ itemId: whole.id, task: TASK });
    expect(blank.asked).toBeNull();
    expect(JSON.stringify(blank)).not.toContain(CLAIM);
  });

  it('is refused where items lack what would be given, and for a part that there is not', async () => {
    await using team = await raters(1, { imported: false });
    const ids = team.items.map(({ id }) => id);
    await expect(team.assign([team.bo.id, team.cy.id], 1, ids, PART)).rejects.toThrow(
      '1 of the 1 items has no claim question to show raters.',
    );
    await expect(team.assign([team.bo.id], 1, ids, 'half')).rejects.toThrow('has no part "half"');
    expect(await team.bo.window.assignments.mine()).toEqual([]);
  });

  it('is, in a label set of one’s own, the boxes or the attributes, where there are any', async () => {
    await using book = await freshCasebook('generic');
    const open = await rate(book, {
      items: [{ externalId: 'a', ratings: [] }],
      people: { bo: ['annotator'] },
      vocabulary: choices({ weather: ['sunny', 'rain'] }, ['cup']),
    });
    const bo = present(open.people.get('bo'));
    const itemId = present(open.items[0]);
    const give = (part: string, round: number): void => {
      book.assignments.assign(
        assignment({ items: { filter: {} }, task: 'annotate', people: [bo], round, part }),
        everything,
      );
    };
    const me = personOf(book.people.find(bo));
    const asked = (round: number) =>
      book.annotations.open({ itemId, task: 'annotate', round, personId: bo }, book.viewpoint(me)).asked;
    give('boxes', 1);
    expect(asked(1)).toEqual(['regions']);
    give('attributes', 2);
    expect(asked(2)).toEqual(['weather']);
    book.settings.saveVocabulary(choices({}, ['cup']), bo);
    expect(() => give('attributes', 3)).toThrow('has no part "attributes"');
  });

  it('is usual where two or more rate imported items that have a claim', async () => {
    await using team = await raters(1);
    const usual = async (overlap: number) =>
      (
        await team.ana.window.assignments.assign({
          items: { filter: {} },
          task: TASK,
          people: [team.bo.id, team.cy.id],
          overlap,
          order: 'fixed',
          seed: 1,
          round: 1,
          dryRun: true,
        })
      ).usualPart;
    expect(await usual(2)).toBe(PART);
    expect(await usual(1)).toBeNull();
    await using fresh = await raters(1, { imported: false });
    const { usualPart } = await fresh.ana.window.assignments.assign({
      items: { filter: {} },
      task: TASK,
      people: [fresh.bo.id, fresh.cy.id],
      overlap: 2,
      order: 'fixed',
      seed: 1,
      round: 1,
      dryRun: true,
    });
    expect(usualPart).toBeNull();
  });

  it('leaves the texts of the item as they are, whatever its raters say', async () => {
    await using team = await raters(1);
    const item = first(team);
    const before = (await team.itemStatus(item)).payload;
    await team.assign([team.bo.id, team.cy.id], 1, [item.id], PART);
    const box = ['deterministic clue', 10, 10, 50, 50] as const;
    await team.answer(team.bo.window, item, { label: true }, [box]);
    await team.answer(team.cy.window, item, { label: true }, [box]);
    const { payload, ratings } = await team.itemStatus(item);
    expect(ratings).toBe('unanimous');
    const [{ rounds } = { rounds: [] }] = await team.ana.window.agreement.choices();
    expect(rounds).toMatchObject([{ round: 1, items: 1, asked: ['label', 'clues'] }]);
    expect(payload).toEqual({ ...before, label: true });
  });

  it('asks for the same part when its answer is edited again; a curator corrects the whole item', async () => {
    await using team = await raters(1);
    const item = first(team);
    await team.assign([team.bo.id, team.ana.id], 1, [item.id], PART);
    await team.answer(team.bo.window, item, { label: false });
    const again = await team.bo.window.annotations.open({ itemId: item.id, task: TASK });
    expect(again.asked).toEqual(['label', 'clues']);
    const at = { itemId: item.id, task: TASK, round: 1 };
    const to = written(again.records, { label: true }, item.imageId, []);
    await edit(team.bo.window, at, again.revision, again.records, to);
    expect(askedOf(team, item, team.bo)).toEqual([
      ['label', 'clues'],
      ['label', 'clues'],
    ]);
    await team.answer(team.ana.window, item, { label: false });
    const whole = await team.ana.window.annotations.open({ itemId: item.id, task: TASK });
    expect(whole).toMatchObject({ asked: null, independent: false });
    expect(answerOf(whole.records)).toMatchObject({ scene: 'dining', partner: 'boyfriend', claim: CLAIM });
  });

  it('is what adjudicators decide: nothing else is listed, begun or asked for', async () => {
    await using team = await raters(1);
    const item = first(team);
    await team.assign([team.bo.id, team.cy.id], 1, [item.id], PART);
    await team.answer(team.bo.window, item, { label: true }, [['deterministic clue', 10, 10, 50, 50]]);
    await team.answer(team.cy.window, item, { label: false });
    const { document, case: kase } = await team.ed.window.adjudications.open({ itemId: item.id, task: TASK });
    expect(kase.fields.map(({ field }) => field)).toEqual(['label', 'clues']);
    expect(kase.asked).toEqual(['label', 'clues']);
    expect(document.asked).toEqual(['label', 'clues']);
    expect(answerOf(document.records)['claim']).toBe(CLAIM);
    expect(regionsOf(document.records)).toEqual([]);
    const at = { itemId: item.id, task: TASK, round: 1 };
    const to = written(document.records, { label: true }, item.imageId, [
      ['deterministic clue', 10, 10, 50, 50],
    ]);
    const revision = await edit(team.ed.window, at, document.revision, document.records, to);
    const how = { how: 'written' as const, columns: [] };
    await team.ed.window.adjudications.decide({
      ...at,
      revision,
      fields: { label: how, clues: how },
      cause: 'slip',
      note: '',
    });
    expect(askedOf(team, item, team.ed)).toEqual([['label', 'clues']]);
    const { payload } = await team.itemStatus(item);
    expect(payload).toMatchObject({ label: true, scene: 'dining', main_ins: CLAIM });
    expect(z.record(z.string(), z.unknown()).parse(payload)['detm_cue']).toBeUndefined();
  });

  it('travels in a package with the claim and nothing else, and comes back as what it was asked for', async () => {
    await using book = await freshCasebook('caughtcheating');
    const clued = {
      ...importedPayload('true_images/true_1.png'),
      label: true,
      detm_cue: 'A second glass',
      non_detm_cue: [],
      p_sub_ins: ['Is there a second glass?'],
      p_sub_ans: ['Yes'],
      r_sub_ins: ['Does it mean company?'],
      r_sub_ans: ['Yes'],
    };
    const source = put(book.at('published/data_info.json'), JSON.stringify([clued]));
    await book.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
    const { id: bo } = book.people.add({ handle: 'bo', name: 'Bo', roles: ['annotator'] }, null);
    const request = assignment({ items: { filter: {} }, task: TASK, people: [bo], part: PART });
    book.assignments.assign({ ...request, people: [...request.people] }, everything);
    const sent = book.at('bo.casebook-package');
    await book.merging.package(bo, sent, null, quietly);
    const back = book.at('back.casebook-package');
    const elsewhere = await openProgram(book.at('elsewhere'), (core) =>
      core.keeper.openPackage(sent, book.at('bo.casebook')),
    );
    try {
      const { services } = elsewhere;
      const payload = services.casebook.database.prepare('SELECT payload FROM item').pluck().get();
      expect(payload).toBe(JSON.stringify({ main_ins: CLAIM }));
      const me = personOf(services.people.find(bo));
      const item = present(services.items.list({}, byImport, 0, 1, services.viewpoint(me)).rows[0]);
      const key = { itemId: item.id, task: TASK, round: 1, personId: bo };
      const opened = services.annotations.open(key, services.viewpoint(me));
      expect(opened.asked).toEqual(['label', 'clues']);
      const answer = { ...answerOf(opened.records), label: false };
      submitAnswer(services, { id: item.id, person: me }, answer, { label: false, offset: 0 });
      await services.merging.package(bo, back, bo, quietly);
    } finally {
      await elsewhere.close();
    }
    await book.merging.merge([back], { dryRun: false, by: null }, quietly);
    const asked = book.casebook.database
      .prepare<[string], string>('SELECT asked FROM annotation WHERE person_id = ?')
      .pluck()
      .all(bo);
    expect(asked).toEqual(['["label","clues"]']);
    const payload = book.casebook.database.prepare<[], string>('SELECT payload FROM item').pluck().get();
    expect(JSON.parse(payload ?? '')).toEqual({ ...clued, label: false });
  });
});
