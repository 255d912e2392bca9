import { describe, expect, it } from 'vitest';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { curate } from '../../shared/benchmarks/caughtcheating/task.ts';
import { type JsonObject } from '../../shared/base/json.ts';
import { AgreementRequest } from '../../shared/contract/agreement.ts';
import { dataPath, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { present } from '../helpers/present.ts';
import { edit, raters, TASK, written } from '../helpers/raters.ts';
import { realItems } from '../helpers/realData.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { bringIn, type Line, rate, rowsOf } from '../helpers/partialAnswers.ts';

async function caughtCheating(objects: readonly JsonObject[]) {
  const book = await freshCasebook();
  await bringIn(book, put(book.at('data_info.json'), JSON.stringify(objects)), 'caughtcheating');
  const handOut = async (name: string) => {
    const request = {
      target: book.at(name),
      format: 'caughtcheating',
      status: null,
      images: 'none',
    } as const;
    await book.importExport.export(request, null, quietly);
    return {
      objects: readObjects(book.at(name, 'data_info.json')),
      gold: rowsOf(book.at(name, 'gold.csv')),
      labels: rowsOf(book.at(name, 'labels.csv')),
    };
  };
  return Object.assign(book, { handOut });
}

describe('a rating of one field', () => {
  const objects = realItems() ?? [...syntheticItems(40, 3)];
  const clued = objects.filter(({ label }) => label === true).map(dataPath);

  it('leaves every other field of the item as it came, and says nothing of them', async () => {
    await using book = await caughtCheating(objects);
    const [item = ''] = clued;
    const report = await rate(book, 'a.csv', [[item, 'a', 'label', 'true']]);
    expect(report).toMatchObject({ added: 1, skipped: [] });
    const { objects: exported, labels, gold } = await book.handOut('out');
    expect(exported).toEqual(objects);
    expect(labels.map(({ field, value }) => [field, value])).toEqual([['label', 'true']]);
    const own = gold.filter((row) => row['item'] === item);
    expect(Object.fromEntries(own.map(({ field, source }) => [field, source]))).toMatchObject({
      label: 'single',
      claim: 'imported',
      scene: 'imported',
    });
    const { problems } = await checkCasebook(book.casebook, everything, quietly.progress, quietly.signal);
    expect(problems.filter(({ where }) => where.startsWith('database'))).toEqual([]);
  });

  it('by three annotators, of every item, takes no claim, clue or question away', async () => {
    await using book = await caughtCheating(objects);
    const lines = objects.flatMap((object) =>
      ['a', 'b', 'c'].map((rater): Line => [
        dataPath(object),
        rater,
        'label',
        // Some turn clued into unclued, and some the other way round.
        String(dataPath(object).endsWith('3.png') !== (object['label'] === true)),
      ]),
    );
    await rate(book, 'labels.csv', lines);
    const { objects: exported } = await book.handOut('out');
    // The name of a photo follows its label.
    const rest = (all: readonly JsonObject[]): string[] =>
      all.map(({ label: _label, data_path: _path, ...others }) => JSON.stringify(others)).toSorted();
    expect(rest(exported)).toEqual(rest(objects));
  });

  it('is no rating of whether there is personal information: nobody agrees on what nobody was asked', async () => {
    await using book = await caughtCheating(objects);
    await rate(
      book,
      'l.csv',
      clued.flatMap((item) => ['a', 'b'].map((rater): Line => [item, rater, 'label', 'true'])),
    );
    const figures = await book.agreement.figures(
      AgreementRequest.parse({ task: TASK, field: 'noPersonalInformation', bootstrap: 0 }),
      everything,
      () => undefined,
      quietly.signal,
    );
    expect(figures).toMatchObject({ ratings: 0, items: 0 });
    const label = await book.agreement.figures(
      AgreementRequest.parse({ task: TASK, field: 'label', bootstrap: 0 }),
      everything,
      () => undefined,
      quietly.signal,
    );
    expect(label).toMatchObject({ ratings: 2 * clued.length });
  });

  it('as it was taken in before, emptying the item, is named by the check and mended where it comes in again', async () => {
    await using book = await caughtCheating(objects);
    const [item = ''] = clued;
    await rate(book, 'a.csv', [[item, 'a', 'label', 'true']]);
    // An answer to everything, as it was once taken for.
    const { database } = book.casebook;
    database.exec('DROP TRIGGER annotation_submitted_is_final; UPDATE annotation SET asked = NULL');
    const came = objects.find((each) => dataPath(each) === item) ?? {};
    const emptied = curate.applyAnswer(came, { ...curate.initialAnswer({}), label: true });
    expect(emptied).toMatchObject({ main_ins: '', p_sub_ins: [] });
    database
      .prepare('UPDATE item SET gold_fields = NULL, payload = ? WHERE external_id = ?')
      .run(JSON.stringify(emptied), item);
    const { ok, problems } = await checkCasebook(book.casebook, everything, quietly.progress, quietly.signal);
    expect(ok).toBe(false);
    expect(problems.filter(({ severity }) => severity === 'error')).toContainEqual({
      where: `${item}, Claim question`,
      what: 'The claim question is empty. It was imported with the item and emptied since; History says by whom.',
      severity: 'error',
    });
    expect(await rate(book, 'a.csv', [[item, 'a', 'label', 'true']])).toMatchObject({ updated: 1 });
    expect(await rate(book, 'a.csv', [[item, 'a', 'label', 'true']])).toMatchObject({ unchanged: 1 });
    const asked = database
      .prepare('SELECT asked FROM annotation ORDER BY version DESC LIMIT 1')
      .pluck()
      .get();
    expect(asked).toBe('["label"]');
    expect((await book.handOut('out')).objects).toEqual(objects);
  });

  it('that two differ over is disputed alone: what both of them said beside it counts', async () => {
    await using book = await caughtCheating(objects);
    const [item = ''] = clued;
    await rate(book, 'l.csv', [
      [item, 'a', 'label', 'true'],
      [item, 'b', 'label', 'false'],
      [item, 'a', 'scene', 'karaoke bar'],
      [item, 'b', 'scene', 'karaoke bar'],
    ]);
    const { objects: exported, gold } = await book.handOut('out');
    const came = objects.find((object) => dataPath(object) === item);
    expect(exported.find((object) => dataPath(object) === item)).toEqual({ ...came, scene: 'karaoke bar' });
    const sources = gold.filter((row) => row['item'] === item);
    expect(
      Object.fromEntries(sources.map(({ field, value, source }) => [field, [value, source]])),
    ).toMatchObject({
      label: ['true', 'disputed'],
      scene: ['karaoke bar', 'unanimous'],
      claim: [came?.['main_ins'], 'imported'],
    });
  });

  it('of two raters who were asked for different fields is no agreement', async () => {
    await using book = await caughtCheating(objects);
    const [item = ''] = clued;
    await rate(book, 'l.csv', [
      [item, 'a', 'label', 'true'],
      [item, 'b', 'scene', 'hotel'],
    ]);
    const state = book.casebook.database.prepare('SELECT state, ratings FROM rating_state').all();
    expect(state).toEqual([{ state: 'single', ratings: 2 }]);
  });

  it('beside an answer to everything leaves it one, unless that came from a file and says nothing else', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    const { externalId } = (await team.ana.window.items.get({ id: item.id })).row;
    const book = { ...team.core.services(), at: team.at };
    const asked = (handle: string): unknown =>
      team.database
        .prepare(
          `SELECT asked FROM annotation WHERE person_id = (SELECT id FROM person WHERE handle = ?)
           ORDER BY version DESC LIMIT 1`,
        )
        .pluck()
        .get(handle);
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.bo.window, item, { scene: 'hotel', label: false });
    // At the Desk, where everything was asked for, what is left blank was left blank.
    await team.answer(team.cy.window, item, { label: false });
    const labels: Line[] = ['bo', 'cy'].map((rater) => [externalId, rater, 'label', 'true']);
    expect(await rate(book, 'a.csv', labels)).toMatchObject({ updated: 2 });
    expect([asked('bo'), asked('cy')]).toEqual([null, null]);
    // Answers to everything, as those of files were once taken for: one of them says more than this field.
    await rate(book, 'b.csv', [
      [externalId, 'eve', 'label', 'true'],
      [externalId, 'eve', 'scene', 'hotel'],
      [externalId, 'fay', 'label', 'true'],
    ]);
    team.database.exec('DROP TRIGGER annotation_submitted_is_final; UPDATE annotation SET asked = NULL');
    await rate(book, 'c.csv', [
      [externalId, 'eve', 'label', 'false'],
      [externalId, 'fay', 'label', 'false'],
    ]);
    expect([asked('eve'), asked('fay')]).toEqual([null, '["label"]']);
  });

  it('given in two files is one answer to both', async () => {
    await using book = await caughtCheating(objects);
    const [item = ''] = clued;
    await rate(book, 'one.csv', [[item, 'a', 'label', 'false']]);
    expect(await rate(book, 'two.csv', [[item, 'a', 'scene', 'hotel']])).toMatchObject({ updated: 1 });
    expect(await rate(book, 'again.csv', [[item, 'a', 'label', 'false']])).toMatchObject({ unchanged: 1 });
    const { labels } = await book.handOut('out');
    expect(labels.map(({ field, value }) => [field, value])).toEqual([
      ['label', 'false'],
      ['scene', 'hotel'],
    ]);
  });
});

describe('a curator’s correction', () => {
  const claim = 'My boyfriend says that he read a book. Is he lying?';
  const blind = { triage: 'keep', scene: 'dining', partner: 'boyfriend', noPersonalInformation: true };

  it('stays in force where two blind raters differ over something else, and over the very field', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    await team.answer(team.ana.window, item, { claim, scene: 'hotel' });
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'single', payload: { main_ins: claim } });
    team.wait(1000);
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.bo.window, item, { ...blind, label: true, claim: 'One.' });
    await team.answer(team.cy.window, item, { ...blind, label: false, scene: 'karaoke bar', claim: 'Two.' });
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'disputed',
      gold: null,
      status: 'in_review',
      payload: { main_ins: claim, scene: 'hotel', label: false },
    });
  });

  it('of what nobody rated can be submitted after raters answered; of what they rated it cannot', async () => {
    await using team = await raters(1);
    const item = present(team.items[0]);
    const { database } = team;
    await team.assign([team.bo.id, team.cy.id]);
    await team.answer(team.bo.window, item, { ...blind, label: true });
    await team.answer(team.cy.window, item, { ...blind, label: true });
    // As if both had been asked for the label alone.
    database.exec('DROP TRIGGER annotation_submitted_is_final');
    database.exec(`UPDATE annotation SET asked = '["label"]'`);
    team.wait(1000);
    const open = await team.ana.window.annotations.open({ itemId: item.id, task: TASK });
    const at = { itemId: item.id, task: TASK, round: open.round };
    const label = await edit(
      team.ana.window,
      at,
      open.revision,
      open.records,
      written(open.records, { label: false }, item.imageId, []),
    );
    await expect(team.ana.window.annotations.submit({ ...at, revision: label })).rejects.toMatchObject({
      message: expect.stringContaining('“Clued”'),
    });
    await team.ana.window.annotations.undo({ ...at, revision: label });
    await team.answer(team.ana.window, item, { claim });
    expect(await team.itemStatus(item)).toMatchObject({ payload: { main_ins: claim, label: true } });
  });
});
