import { hostname } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { type CasebookDatabase, openDatabase } from '../../electron/core/db/database.ts';
import { createDocumentReader, SEPARATOR } from '../../electron/core/db/documents.ts';
import { readMeta } from '../../electron/core/db/meta.ts';
import { rowWriter } from '../../electron/core/db/rows.ts';
import { unpackZip } from '../../electron/core/files/zip.ts';
import {
  AdjudicationId,
  EditionId,
  JudgeCallId,
  JudgeRunId,
  type PersonId,
  ResponseId,
  VerdictDecisionId,
} from '../../shared/base/ids.ts';
import { HUB_TABLES, HubDocument } from '../../shared/hub/protocol.ts';
import { judgeSettings } from './answeredCasebook.ts';
import { clientAs, openSecrets, SECRET, type Secrets } from './blindCasebook.ts';
import { quietly } from './casebooks.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { startTestHub, type TestHub } from './hub.ts';
import {
  answerRow,
  device,
  type Device,
  document,
  imageRow,
  itemRow,
  push,
  sendImage,
  textsOf,
  undisturbed,
} from './hubRows.ts';
import { present } from './present.ts';

/** What a package holds for its person. */
export interface Held {
  readonly database: CasebookDatabase;
  /** A row as a document would hold it. */
  readonly read: ReturnType<typeof createDocumentReader>;
  readonly texts: ReadonlySet<string>;
  readonly images: readonly string[];
}

/** A casebook of secrets in a hub, and a device of everybody. */
export interface SecretHub extends Secrets {
  readonly hub: TestHub;
  readonly casebook: string;
  /** `cara` and `eve` curate, `rex` oversees; Cara and Rex have yet to answer everything. `pat` takes part in a study. */
  readonly devices: Readonly<Record<'cara' | 'ann' | 'pat' | 'rex' | 'eve', Device>>;
  readonly held: Readonly<Record<'ann' | 'pat', Held>>;
  /** A question about the first item, and the content of its picture. */
  readonly question: string;
  readonly picture: string;
  /** When the casebook was made. */
  readonly createdAt: number;
  /** Every document of the hub. */
  stored(): Promise<HubDocument[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes the casebook, connects it to a hub as its curator, and packs what the others would get as a file. */
export async function secretHub(): Promise<SecretHub> {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const secrets = await openSecrets(core, folder.path);
  const services = core.services();
  const { people, items } = secrets;
  const { database } = services.casebook;
  plant(services, secrets);
  // Eve has nothing to answer herself.
  const eve = await clientAs(core, people.eve);
  const initial = present((await eve.studies.options())?.initial);
  const practice = present(items[0]);
  const study = await eve.studies.save({
    title: 'Baseline',
    settings: { ...initial, seed: 5, practice: [practice] },
  });
  await eve.studies.open({ id: study.id });
  const sitter = present((await eve.studies.enrolNew({ id: study.id, count: 1, prefix: 'Sitter' }))[0]);

  const hub = await startTestHub();
  await undisturbed(hub);
  const { casebook, invitation } = await hub.founding('Several people');
  const state = await services.hub.connect(invitation, people.cara, quietly);
  if (state.problem !== null || state.waiting > 0 || state.refused > 0)
    throw new Error(JSON.stringify(state));
  const held = async (person: PersonId): Promise<Held> => {
    const file = folder.join(`${person}.casebook-package`);
    await services.merging.package(person, file, null, quietly);
    await unpackZip(file, folder.join(person), {
      accepts: () => true,
      progress: () => undefined,
      signal: quietly.signal,
    });
    return heldIn(join(folder.join(person), 'casebook.sqlite'));
  };
  const packed = { ann: await held(people.ann), pat: await held(sitter.personId) };
  const createdAt = Number(readMeta(database, 'createdAt'));
  await core.close();
  const devices = {
    cara: await device(hub, casebook, 'curator', { id: people.cara, handle: 'cara' }),
    eve: await device(hub, casebook, 'curator', { id: people.eve, handle: 'eve' }),
    rex: await device(hub, casebook, 'overseer', { id: people.rex, handle: 'rex' }),
    ann: await device(hub, casebook, 'annotator', { id: people.ann, handle: 'ann' }),
    pat: await device(hub, casebook, 'annotator', { id: sitter.personId, handle: sitter.handle }),
  };
  const picture = await sendImage(devices.eve, [Buffer.from(`${SECRET} picture`)]);
  const [row, image] = [itemRow(v7(), `${SECRET} question`), imageRow(picture)];
  const question = String(row['id']);
  const about = { item: question, about: practice };
  const answers = await push(devices.eve, [
    document('image', image, {
      ...about,
      id: `${String(image['id'])}${SEPARATOR}${question}`,
      sha256: picture,
    }),
    document('item', row, about),
    document('annotation', answerRow(question, people.eve, { payload: JSON.stringify({ SECRET }) })),
  ]);
  if (answers.some(({ answer }) => answer !== 'accepted')) throw new Error(JSON.stringify(answers));
  return {
    ...secrets,
    hub,
    casebook,
    devices,
    question,
    picture,
    async stored() {
      const rows = await hub.owner`SELECT tab AS "table", id, person, audience, item, about, content,
        encode(sha256, 'hex') AS sha256 FROM casebook.document ORDER BY document.seq`;
      return z.array(HubDocument).parse([...rows]);
    },
    held: packed,
    createdAt,
    async [Symbol.asyncDispose]() {
      for (const each of Object.values(packed)) each.database.close();
      await hub[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

function heldIn(file: string): Held {
  const database = openDatabase(file, 'read');
  const texts = new Set<string>();
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  for (const name of tables)
    if (!name.startsWith('item_text_')) textsOf(database.prepare(`SELECT * FROM "${name}"`).all(), texts);
  return {
    database,
    read: createDocumentReader(database),
    texts,
    images: database.prepare<[], string>('SELECT sha256 FROM image').pluck().all(),
  };
}

/** A row in each table about items that has none yet, each with secrets. */
function plant({ casebook: { database } }: Services, { items, people }: Secrets): void {
  const at = Date.now();
  const setEdition = database.prepare<[string, string]>('UPDATE item SET edition_id = ? WHERE id = ?');
  const write = <Name extends Parameters<typeof rowWriter>[1]>(name: Name) => rowWriter<Name>(database, name);
  const responseOf = database.prepare<[string], string>('SELECT id FROM response WHERE item_id = ?').pluck();
  database.transaction(() => {
    const run = JudgeRunId.parse(v7());
    write('judge_run')({
      id: run,
      person_id: people.eve,
      settings: judgeSettings('http://127.0.0.1:1/v1'),
      state: 'done',
      created_by: people.eve,
      created_at: at,
      updated_at: at,
    });
    for (const item of items) {
      const response = ResponseId.parse(responseOf.get(item));
      const said = { [`${SECRET} said`]: SECRET };
      write('adjudication')({
        id: AdjudicationId.parse(v7()),
        item_id: item,
        task: 'curate',
        round: 1,
        kind: 'reopening',
        annotation_id: null,
        replaces: null,
        fields: {},
        cause: null,
        note: `${SECRET} decided`,
        person_id: people.eve,
        created_at: at,
      });
      const edition = EditionId.parse(v7());
      write('edition')({
        id: edition,
        item_id: item,
        replaces: null,
        number: 2,
        before: said,
        payload: said,
        reason: `${SECRET} reason`,
        annotation_id: null,
        person_id: people.eve,
        created_at: at,
      });
      setEdition.run(edition, item);
      write('judge_call')({
        id: JudgeCallId.parse(v7()),
        run_id: run,
        response_id: response,
        criterion: 'cue_match',
        subject: '',
        attempt: 1,
        request: said,
        reply: `${SECRET} reply`,
        outcome: 'failed',
        error: null,
        prompt_tokens: null,
        completion_tokens: null,
        started_at: at,
        ended_at: at,
      });
      write('verdict_decision')({
        id: VerdictDecisionId.parse(v7()),
        response_id: response,
        criterion: 'cue_match',
        subject: '',
        kind: 'reopening',
        value: null,
        judgments: [],
        replaces: null,
        cause: null,
        note: `${SECRET} verdict`,
        person_id: people.eve,
        created_at: at,
        unseen: 0,
      });
    }
  })();
}

/** What somebody may be told: their own account and device, the names of tables, and more. */
export const mayKnow = ({ account, secret }: Device, more: Iterable<string>): Set<string> =>
  new Set([...textsOf(account), secret, hostname(), ...HUB_TABLES, ...more]);

/** What somebody was told beyond what they may be. */
export const beyond = (told: ReadonlySet<string>, may: ReadonlySet<string>): string[] =>
  [...told].filter((text) => !may.has(text));
