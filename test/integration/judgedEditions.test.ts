import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { validators } from '../helpers/validators.ts';

const AUDIT = {
  auditor: 'a',
  quality: 5,
  factual_correctness: 5,
  distractor_correctness: 5,
  image_dependency: 5,
  self_containedness: 5,
  hallucination: false,
  shortcut: { solved: 0, of: 4 },
  verdict: 'keep',
};
const RELATIONS = { pr: ['PR1'], op_primary: 'OP2', rationale: 'It says so.' };
const QUESTION = 'Which attribute is it?';
const TAGS = { relations: ['PR2'], operator: 'OP1' };

/** One item of MCSBench, with what files say of it and what an export writes. */
async function judged() {
  const made = await validators(1);
  const { services, database } = made;
  const item = present(made.items[0]);
  const { externalId } = services.items.list({}, { by: 'imported', descending: false }, 0, 1, everything)
    .rows[0] ?? { externalId: '' };
  await made.assign([made.bo]);
  let exports = 0;
  return {
    ...made,
    item,
    /** Brings in a file with one line about the item. */
    async bring(format: string, line: JsonObject) {
      const source = put(made.at('said.jsonl'), JSON.stringify({ id: externalId, ...line }));
      const { skipped } = await services.importExport.import({ source, format }, null, quietly);
      expect(skipped).toEqual([]);
    },
    fixed: async () => made.fix(made.ana, item, { question: QUESTION }),
    /** The item as the export's file has it. */
    async exported(): Promise<JsonObject> {
      exports += 1;
      const target = made.at(`out-${String(exports)}`);
      await services.importExport.export({ target, format: 'mcsbench', status: null }, null, quietly);
      return JsonObject.parse(JSON.parse(readFileSync(`${target}/mcsbench.jsonl`, 'utf8').trim()));
    },
    gates: () => database.prepare('SELECT shortcut, audit FROM validation_state WHERE item_id = ?').get(item),
    machines: async () => (await made.bo.window.items.get({ id: item })).machines,
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

describe('an audit', () => {
  it('of an earlier edition counts for no gate, and is marked in the export', async () => {
    await using made = await judged();
    await made.bring('mcsbench-audit', AUDIT);
    expect(made.gates()).toEqual({ shortcut: 'passed', audit: 'passed' });
    expect((await made.exported())['audit']).toEqual([AUDIT]);
    await made.fixed();
    expect(made.gates()).toEqual({ shortcut: null, audit: null });
    const old = { ...AUDIT, edition: 1, outdated: true };
    expect((await made.exported())['audit']).toEqual([old]);
    // The same line again is about the same text.
    await made.bring('mcsbench-audit', AUDIT);
    expect(made.gates()).toEqual({ shortcut: null, audit: null });
    const renewed = { ...AUDIT, verdict: 'discard' };
    await made.bring('mcsbench-audit', renewed);
    expect(made.gates()).toEqual({ shortcut: 'passed', audit: 'failed' });
    expect((await made.exported())['audit']).toEqual([old, renewed]);
    // One that comes in late says itself which text it read.
    await made.bring('mcsbench-audit', { ...AUDIT, auditor: 'late', quality: 1, edition: 1 });
    expect(made.gates()).toEqual({ shortcut: 'passed', audit: 'failed' });
    await made.bring('mcsbench-audit', { ...AUDIT, edition: 2 });
    expect(made.gates()).toEqual({ shortcut: 'passed', audit: 'passed' });
  });
});

describe('a classification of relations', () => {
  const mark = { relations_edition: 1, relations_outdated: true };

  it('of an earlier edition is marked in the export and to its readers', async () => {
    await using made = await judged();
    await made.bring('mcsbench-relations', RELATIONS);
    expect(await made.exported()).not.toHaveProperty('relations_outdated');
    await made.fixed();
    expect(await made.exported()).toMatchObject({ ...RELATIONS, ...mark });
    await made.bring('mcsbench-relations', RELATIONS);
    expect(await made.exported()).toMatchObject({ ...RELATIONS, ...mark });
    await made.answer(made.bo, made.item, { verdict: 'reject', reason: 'duplicate' });
    expect(await made.machines()).toMatchObject({ ...RELATIONS, ...mark });
    await made.bring('mcsbench-relations', { ...RELATIONS, pr: ['PR3'] });
    const renewed = await made.exported();
    expect(renewed['pr']).toEqual(['PR3']);
    expect(Object.keys(renewed).filter((key) => key.startsWith('relations_'))).toEqual([]);
    await made.bring('mcsbench-relations', { ...RELATIONS, edition: 1 });
    expect(await made.exported()).toMatchObject({ ...RELATIONS, ...mark });
  });

  it('that a reviewer replaced about the current edition is marked no more, until the next fix', async () => {
    await using made = await judged();
    await made.bring('mcsbench-relations', RELATIONS);
    await made.fixed();
    await made.answer(made.bo, made.item, { verdict: 'accept', ...TAGS });
    const replaced = await made.exported();
    expect(replaced).toMatchObject({ pr: TAGS.relations, op_primary: TAGS.operator });
    expect(replaced).not.toHaveProperty('relations_outdated');
    await made.fix(made.ana, made.item, { question: `${QUESTION} Look closely.` });
    expect(await made.exported()).toMatchObject({ ...RELATIONS, ...mark });
  });
});

it('what a model said of an Argus item before a fix is marked, and counts for no gate', async () => {
  using folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'argus',
    title: 'A',
    person: 'cara',
  });
  const cara = present(services.people.list()[0]);
  const check = { model: 'gm', verdict: 'consistent', rationale: 'It fits.' };
  const [first = {}] = argusItems();
  const source = put(folder.join('argus.jsonl'), JSON.stringify({ ...first, logic_check: [check] }));
  await services.importExport.import({ source, format: 'argus' }, cara, quietly);
  const item = present(
    services.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
  );
  const gate = (): unknown =>
    services.casebook.database.prepare('SELECT audit FROM validation_state').pluck().get();
  const exported = async (name: string): Promise<JsonObject> => {
    const target = folder.join(name);
    await services.importExport.export({ target, format: 'argus', status: null }, null, quietly);
    return JsonObject.parse(JSON.parse(readFileSync(`${target}/argus.jsonl`, 'utf8').trim()));
  };
  services.casebook.derived.validation.fill();
  expect(gate()).toBe('passed');
  expect((await exported('before'))['logic_check']).toEqual([check]);

  const window = await clientAs(core, cara.id);
  const { edition } = await window.validation.case({ itemId: item.id });
  const texts = { scenario: 'A quiet kitchen in the morning.' };
  await window.validation.fix({ itemId: item.id, edition, texts, reason: 'unclear', annotationId: null });
  expect(gate()).toBe(null);
  expect((await exported('after'))['logic_check']).toEqual([{ ...check, edition: 1, outdated: true }]);
  const says = put(
    folder.join('checks.jsonl'),
    JSON.stringify({ ...check, id: first['id'] ?? '', verdict: 'inconsistent' }),
  );
  await services.importExport.import({ source: says, format: 'argus-logic' }, cara, quietly);
  expect(gate()).toBe('failed');
  await core.close();
});
