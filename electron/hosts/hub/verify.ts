import { createHash } from 'node:crypto';
import { documentHash } from '../../core/db/documents.ts';
import { HubTable } from '../../../shared/hub/protocol.ts';
import { writingRights } from '../../../shared/hub/mayWrite.ts';
import { earlierInWords } from '../../../shared/hub/earlierRows.ts';
import { z } from 'zod';
import { all, HUB_ROLE, type HubDatabase, one } from './database.ts';
import { earlierRows } from './earlier.ts';

const CasebookStatus = z.object({
  id: z.uuid(),
  title: z.string(),
  documents: z.coerce.number(),
  images: z.coerce.number(),
  people: z.coerce.number(),
  devices: z.coerce.number(),
  latest: z
    .date()
    .nullable()
    .transform((at) => at?.getTime() ?? null),
});

/** What a hub holds, in figures. */
export interface HubStatus {
  readonly server: string;
  /** The number of its latest migration. */
  readonly version: number;
  /** Of the whole database. */
  readonly bytes: number;
  readonly casebooks: z.infer<typeof CasebookStatus>[];
}

/** What a hub holds. */
export async function hubStatus(sql: HubDatabase): Promise<HubStatus> {
  const server = await one(
    sql`SELECT current_setting('server_version') AS server, (SELECT max(number) FROM casebook.migration) AS version,
      pg_database_size(current_database()) AS bytes`,
    z.object({ server: z.string(), version: z.int(), bytes: z.coerce.number() }),
  );
  const casebooks = await all(
    sql`SELECT c.id, c.title,
        (SELECT count(*) FROM casebook.document d WHERE d.casebook = c.id) AS documents,
        (SELECT count(*) FROM casebook.image i WHERE i.casebook = c.id) AS images,
        (SELECT count(DISTINCT person) FROM casebook.account a WHERE a.casebook = c.id) AS people,
        (SELECT count(*) FROM casebook.device d WHERE d.casebook = c.id
          AND NOT EXISTS (SELECT FROM casebook.revocation r WHERE r.device = d.id)) AS devices,
        (SELECT max(created_at) FROM casebook.device d WHERE d.casebook = c.id) AS latest
      FROM casebook.casebook c ORDER BY c.created_at, c.id`,
    CasebookStatus,
  );
  return { ...server, casebooks };
}

const PAGE = 2000;
const Row = z.object({
  seq: z.string(),
  tab: HubTable,
  id: z.string(),
  hash: z.instanceof(Uint8Array),
  content: z.string().nullable(),
});
const Table = z.object({ name: z.string(), secured: z.boolean(), forced: z.boolean(), owner: z.boolean() });

/**
 * Looks through a hub: every row and every image by its hash, and whether row level security is as the hub needs it. Reads
 * in pages; stops when the signal aborts.
 */
export async function verifyHub(
  sql: HubDatabase,
  signal: AbortSignal,
): Promise<{
  readonly documents: number;
  readonly images: number;
  readonly problems: string[];
  /** What came in before roles were held to who may write what, and would be refused today: for a curator to look at. */
  readonly toReview: string[];
}> {
  const problems: string[] = await differingRights(sql);
  const tables = await all(
    sql`SELECT c.relname AS name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
        pg_has_role(${HUB_ROLE}, c.relowner, 'MEMBER') AS owner
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'casebook' AND c.relkind IN ('r', 'p') AND c.relname <> 'migration' ORDER BY 1`,
    Table,
  );
  for (const { name, secured, forced, owner } of tables) {
    if (!secured || !forced)
      problems.push(`The table "${name}" has no row level security, or does not force it.`);
    if (owner) problems.push(`The role ${HUB_ROLE} owns the table "${name}", or is a member of its owner.`);
  }
  const rights = await all(
    sql`SELECT table_name AS name, privilege_type AS right FROM information_schema.role_table_grants
      WHERE table_schema = 'casebook' AND grantee IN (${HUB_ROLE}, 'PUBLIC')
        AND privilege_type NOT IN ('SELECT', 'INSERT') ORDER BY 1, 2`,
    z.object({ name: z.string(), right: z.string() }),
  );
  for (const { name, right } of rights) problems.push(`The role ${HUB_ROLE} may ${right} on "${name}".`);
  let documents = 0;
  for (let after = '0'; !signal.aborted;) {
    const page = await all(
      sql`SELECT seq::text, tab, id, hash, content FROM casebook.document WHERE seq > ${after}::bigint ORDER BY document.seq LIMIT ${PAGE}`,
      Row,
    );
    const last = page.at(-1);
    if (last === undefined) break;
    for (const { tab, id, hash, content } of page) {
      documents += 1;
      if (documentHash(tab, content) !== Buffer.from(hash).toString('hex'))
        problems.push(`The ${tab} ${id} is not what was sent: its hash is another.`);
    }
    after = last.seq;
  }
  const images = await all(
    sql`SELECT casebook, encode(sha256, 'hex') AS sha256, upload, bytes, parts FROM casebook.image ORDER BY casebook, sha256`,
    z.object({
      casebook: z.string(),
      sha256: z.string(),
      upload: z.string(),
      bytes: z.coerce.number(),
      parts: z.int(),
    }),
  );
  for (const { casebook, sha256, upload, bytes, parts } of images) {
    if (signal.aborted) break;
    const hash = createHash('sha256');
    let found = 0;
    for await (const [part] of sql`SELECT content FROM casebook.image_part WHERE casebook = ${casebook}
      AND sha256 = decode(${sha256}, 'hex') AND upload = ${upload} AND number < ${parts} ORDER BY number`.cursor(
      1,
    )) {
      const { content } = z.object({ content: z.instanceof(Uint8Array) }).parse(part);
      hash.update(content);
      found += content.length;
    }
    if (found !== bytes || hash.digest('hex') !== sha256) problems.push(`The image ${sha256} is damaged.`);
  }
  const toReview = (await earlierRows(sql)).map((rows) => `${rows.title}: ${earlierInWords(rows)}`);
  return { documents, images: images.length, problems, toReview };
}

/** Whether PostgreSQL has the list of who may write what as this version has it. */
async function differingRights(sql: HubDatabase): Promise<string[]> {
  const Right = z.object({ tab: z.string(), role: z.string(), whose: z.string() });
  const keyOf = ({ tab, role, whose }: z.infer<typeof Right>): string => [role, whose, tab].join(' ');
  const there = new Set((await all(sql`SELECT tab, role, whose FROM casebook.may_write`, Right)).map(keyOf));
  const here = new Set<string>(writingRights().map(keyOf));
  return here.size === there.size && [...here].every((key) => there.has(key))
    ? []
    : ['The table "may_write" was changed: its rights differ from those of this version of Casebook.'];
}
