import type { ItemStatus } from '../../../../../shared/domain/status.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';
import { type Invocation, statusOption, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { numberOption, WrongUsage } from '../../usage.ts';

export interface ListOptions {
  readonly status?: string;
  readonly search?: string;
  readonly limit?: string;
}

interface ListCriteria {
  /** Null: any. */
  readonly status: readonly ItemStatus[] | null;
  readonly search: string | null;
  /** Null: all. */
  readonly limit: number | null;
}

/** What was found: for programs and, in lines, for people. */
interface ListResult {
  readonly document: unknown;
  readonly lines: readonly string[];
}

interface Lister {
  /** Which filters apply; --limit always does. */
  readonly filters: readonly ('status' | 'search')[];
  list(open: Services, wanted: ListCriteria): ListResult;
}

const LISTERS: ReadonlyMap<string, Lister> = new Map<string, Lister>([
  ['items', { filters: ['status', 'search'], list: listItems }],
  ['people', { filters: [], list: listPeople }],
  ['tasks', { filters: [], list: listTasks }],
  ['annotations', { filters: ['status'], list: listAnnotations }],
]);

const PAGE = 2000;

/** `casebook list` */
export async function list(
  { output }: Invocation,
  dir: string,
  what: string,
  options: ListOptions,
): Promise<void> {
  const lister = LISTERS.get(what);
  if (lister === undefined) {
    throw new WrongUsage(`list has no "${what}"; choose items, people, tasks or annotations.`);
  }
  for (const option of ['status', 'search'] as const) {
    if (options[option] !== undefined && !lister.filters.includes(option))
      throw new WrongUsage(`--${option} does not apply to ${what}.`);
  }
  const wanted: ListCriteria = {
    status: options.status === undefined ? null : statusOption(options.status),
    search: options.search ?? null,
    limit: options.limit === undefined ? null : numberOption('--limit', options.limit),
  };
  const { document, lines } = await withCasebook(dir, 'read', (open) => lister.list(open, wanted));
  output.result(document, lines);
}

function listItems({ casebook, items }: Services, { status, search, limit }: ListCriteria): ListResult {
  const filter = {
    ...(status === null ? {} : { status: [...status] }),
    ...(search === null ? {} : { text: search }),
  };
  const page = (offset: number, size: number) =>
    items.list(filter, { by: 'imported', descending: false }, offset, size, everything);
  const { total } = page(0, 1);
  const wanted = Math.min(limit ?? total, total);
  const listed = [];
  while (listed.length < wanted) {
    const { rows } = page(listed.length, Math.min(PAGE, wanted - listed.length));
    if (rows.length === 0) break;
    for (const row of rows) {
      listed.push({
        id: row.id,
        external_id: row.externalId,
        benchmark: casebook.benchmark.id,
        status: row.status,
        label: row.label,
        images: row.images - row.missingImages,
        missing_images: row.missingImages,
        tags: row.tags,
      });
    }
  }
  const lines = table(
    listed.map((item) => [
      item.external_id,
      item.status,
      item.label ?? '-',
      item.missing_images > 0 ? 'image missing' : '',
      item.tags.join(', '),
    ]),
  );
  return {
    document: { total, items: listed },
    lines: [...lines, `${String(listed.length)} of ${String(total)} items`],
  };
}

function listPeople({ people }: Services, { limit }: ListCriteria): ListResult {
  const all = people.list();
  // Who is who in tables and files that left.
  const pseudonyms = new Map(people.pseudonyms().map(({ personId, pseudonym }) => [personId, pseudonym]));
  const rows = all
    .slice(0, limit ?? all.length)
    .map((person) => ({ ...person, pseudonym: pseudonyms.get(person.id) ?? null }));
  return {
    document: { total: all.length, people: rows },
    lines: table(
      rows.map((person) => [
        person.handle,
        person.name,
        person.kind,
        person.roles.join(', '),
        person.pseudonym ?? '',
      ]),
    ),
  };
}

function listTasks({ casebook, settings }: Services, { limit }: ListCriteria): ListResult {
  const all = casebook.benchmark.tasks;
  const vocabulary = settings.vocabulary();
  const tasks = all.slice(0, limit ?? all.length).map((task) => ({
    id: task.id,
    title: task.title,
    parts: (task.parts ?? []).map(({ id, title }) => ({ id, title })),
    fields: task
      .fields(vocabulary)
      .map((field) => ({ name: field.name, title: field.title, level: field.comparison.level })),
  }));
  return {
    document: { total: all.length, tasks },
    lines: tasks.flatMap((task) => [
      `${task.id}  ${task.title}`,
      ...table(task.fields.map((field) => ['', field.name, field.level, field.title])),
      ...task.parts.map(({ id, title }) => `  --part ${id}  ${title}`),
    ]),
  };
}

function listAnnotations({ annotations }: Services, { status, limit }: ListCriteria): ListResult {
  const rows = annotations.list(limit, status);
  return {
    document: { annotations: rows },
    lines: table(
      rows.map((row) => [
        row.item,
        row.task,
        row.person,
        `version ${String(row.version)}`,
        row.state,
        `${String(row.boxes)} ${row.boxes === 1 ? 'box' : 'boxes'}`,
      ]),
    ),
  };
}
