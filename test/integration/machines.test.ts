import { expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { type Client, clientAs } from '../helpers/blindCasebook.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';
import { edit } from '../helpers/raters.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';

const AUDIT = [{ auditor: 'auditor-one', quality: 2, verdict: 'discard' }];
const RELATIONS = { pr: ['PR1', 'PR3'], op_primary: 'OP6', op_secondary: 'OP2', rationale: 'It says so.' };

async function audited() {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'mcsbench',
    title: 'A',
    person: 'cara',
  });
  const cara = present(services.people.list()[0]);
  const source = put(
    folder.join('a.jsonl'),
    JSON.stringify({ ...mcsBenchItem(), audit: AUDIT, ...RELATIONS }),
  );
  await services.importExport.import({ source, format: 'mcsbench' }, cara, quietly);
  const item = present(
    services.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
  );
  const ann = services.people.add({ handle: 'ann', name: '', roles: ['annotator'] }, cara.id).id;
  const windows = { cara: await clientAs(core, cara.id), ann: await clientAs(core, ann) };
  return {
    item: item.id,
    windows,
    clientOf: (id: PersonId) => clientAs(core, id),
    assign: async (round: number) =>
      windows.cara.assignments.assign({
        items: { ids: [item.id] },
        task: 'validate',
        people: [ann],
        overlap: 1,
        order: 'fixed',
        seed: 1,
        round,
      }),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

async function reject(window: Client, itemId: ItemId): Promise<void> {
  const { records, revision, round } = await window.annotations.open({ itemId, task: 'validate' });
  const at = { itemId, task: 'validate', round };
  const fields = { verdict: 'reject', reason: 'duplicate', relations: ['PR2'], operator: 'OP1' };
  const set = Object.entries(fields).map(([name, value]): [string, DocumentRecord] => [
    `field:${name}`,
    { type: 'field', name, value },
  ]);
  const now = await edit(window, at, revision, records, { ...records, ...Object.fromEntries(set) });
  await window.annotations.submit({ ...at, revision: now });
}

it('what machines said is for anybody who has answered, as it came, until they are asked again', async () => {
  await using book = await audited();
  const { ann, cara } = book.windows;
  const seen = async (window: Client) => (await window.items.get({ id: book.item })).machines;
  await book.assign(1);
  expect(await seen(ann)).toBeUndefined();
  expect(JSON.stringify(await ann.items.get({ id: book.item }))).not.toMatch(/auditor-one|OP6/u);
  expect(await seen(cara)).toBeUndefined();

  await reject(ann, book.item);
  // The answer's own tags do not stand for what came with the item.
  expect(await seen(ann)).toEqual({ audit: AUDIT, ...RELATIONS });
  expect((await ann.items.get({ id: book.item })).payload).not.toHaveProperty('audit');
  expect(await seen(cara)).toBeUndefined();
  await reject(cara, book.item);
  expect(await seen(cara)).toEqual({ audit: AUDIT, ...RELATIONS });

  await book.assign(2);
  expect(await seen(ann)).toBeUndefined();
  expect(await seen(cara)).toBeDefined();
});

it('is for anybody who may yet validate no part of the item before they have; anybody who brings it in has read it', async () => {
  await using book = await audited();
  const { cara } = book.windows;
  const { id } = await cara.people.add({ handle: 'rey', name: '', roles: ['reviewer', 'annotator'] });
  const rey = await book.clientOf(id);
  const held = async (window: Client) => Object.keys((await window.items.get({ id: book.item })).payload);
  const said = ['audit', ...Object.keys(RELATIONS)];
  expect(await held(cara)).toEqual(expect.arrayContaining(said));
  for (const key of said) expect(await held(rey)).not.toContain(key);
  expect(await held(rey)).toEqual(expect.arrayContaining(['question', 'options', 'answer', 'references']));
  await reject(rey, book.item);
  expect(await held(rey)).toEqual(expect.arrayContaining(['audit', 'rationale']));
});
