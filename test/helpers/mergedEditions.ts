import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { itemBy, type Shelf, shelf } from './branches.ts';
import { put, quietly } from './casebooks.ts';
import { type temporaryFolder, testPorts } from './core.ts';
import { mcsBenchItem } from './mcsBenchItems.ts';
import { assign } from './validating.ts';

export const NAMES = ['mcs-a', 'mcs-b'] as const;

/** A casebook of two generated items that two people are to validate. */
async function base(on: Shelf): Promise<void> {
  const services = createServices(
    await createCasebook(
      on.path('base'),
      { benchmark: 'mcsbench', title: 'Base' },
      testPorts(on.folder.path),
    ),
  );
  const mara = services.people.add(
    { handle: 'mara', name: 'Mara Marić', roles: ['curator', 'reviewer', 'adjudicator'] },
    null,
  );
  for (const handle of ['ana', 'bojan'])
    services.people.add({ handle, name: handle, roles: ['annotator'] }, mara.id);
  const { image: _, ...item } = mcsBenchItem();
  const source = put(
    on.folder.join('mcsbench.jsonl'),
    NAMES.map((id) => JSON.stringify({ ...item, id })).join('\n'),
  );
  await services.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  assign(services, 1);
  await services.close();
}

export const states = (services: Services, item: string, round = 1): unknown =>
  services.casebook.database
    .prepare(
      `SELECT p.handle, a.state FROM assignment a JOIN person p ON p.id = a.person_id
       WHERE a.item_id = ? AND a.round = ? ORDER BY p.handle`,
    )
    .all(itemBy(services, item), round);

export const readsAs = ({ casebook: { database } }: Services, item: string): unknown =>
  database.prepare("SELECT payload ->> '$.question' FROM item WHERE external_id = ?").pluck().get(item);

export async function copies(
  folder: ReturnType<typeof temporaryFolder>,
  ...names: readonly string[]
): Promise<Shelf> {
  const on = shelf(folder);
  await base(on);
  for (const name of names) on.copy('base', name);
  return on;
}
