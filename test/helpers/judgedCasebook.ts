import { v7 } from 'uuid';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { type ItemId, type PersonId, ResponseId, StudyId, StudySessionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { Role } from '../../shared/domain/status.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { present } from './present.ts';
import { UNTIMED } from './untimed.ts';

/** What a test says of an answer; the rest does not matter to it. */
export interface Said {
  readonly by: PersonId;
  readonly item: ItemId;
  readonly step?: string;
  readonly condition?: string;
  readonly answer: string | StepAnswer;
  readonly question?: string;
  readonly studySession?: StudySessionId;
  readonly purpose?: 'main' | 'practice';
  readonly replaces?: ResponseId;
}

/** A verdict; without a value, one that is not known or was none. */
export interface Judged {
  readonly judge: PersonId;
  readonly response: ResponseId;
  readonly criterion: string;
  readonly subject?: string;
  readonly value?: Json;
  readonly outcome?: 'unknown' | 'unparsed';
  readonly rationale?: string;
}

/** A casebook in a core of its own, with ways to fill it that no file and no screen is needed for. */
export interface JudgedBook {
  readonly core: Core;
  readonly services: Services;
  readonly path: string;
  /** The window of somebody. */
  window(person: PersonId): Promise<Client>;
  person(handle: string, roles: readonly Role[]): PersonId;
  model(name: string, version?: string): PersonId;
  items(payloads: readonly JsonObject[]): ItemId[];
  /** A study of these items with one participant's study session. */
  studySession(person: PersonId, items: readonly ItemId[], number?: number): StudySessionId;
  exclude(studySession: StudySessionId, kind: 'exclusion' | 'inclusion', response?: ResponseId): void;
  answer(said: Said): ResponseId;
  verdict(judged: Judged, recompute?: 'recompute' | 'leave'): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An empty casebook with a curator called cara. */
export async function judgedCasebook(benchmark = 'caughtcheating'): Promise<JudgedBook> {
  const folder = temporaryFolder();
  let clock = Date.UTC(2026, 0, 1);
  // Every look at the clock is a millisecond later, so that no two rows are of one time.
  const now = (): number => (clock += 1);
  const core = createCore(testPorts(folder.path, { now }));
  const path = folder.join('judged.casebook');
  const services = await core.keeper.create(path, { benchmark, title: 'Judged', person: 'cara' });
  const { casebook, people } = services;
  const { database } = casebook;
  const { models } = casebook.records;
  const { items: writer, responses: write, verdictWriter } = casebook.derived;
  const itemOf = database.prepare<[string], { id: ItemId; revision: number }>(
    'SELECT i.id, i.revision FROM item i JOIN response r ON r.item_id = i.id WHERE r.id = ?',
  );
  return {
    core,
    services,
    path,
    window: (person) => clientAs(core, person),
    person: (handle, roles) => people.add({ handle, name: '', roles }, null).id,
    model: (name, version) =>
      database.transaction(() =>
        models({ name, version: version ?? null, temperature: 0, instructionHash: null, settings: null }),
      )(),
    items: (payloads) =>
      database.transaction(() =>
        payloads.map(
          (payload, at) =>
            writer.insert({
              externalId:
                typeof payload['data_path'] === 'string' ? payload['data_path'] : `item-${String(at)}`,
              payload,
              images: [],
              imported: true,
            }).id,
        ),
      )(),
    studySession(person, items, number = 1) {
      const [study, studySession] = [StudyId.parse(v7()), StudySessionId.parse(v7())];
      database.transaction(() => {
        database
          .prepare(
            `INSERT INTO study (id, title, settings, state, created_by, created_at, updated_at)
             VALUES (?, 'Study', '{}', 'open', ?, 0, 0)`,
          )
          .run(study, person);
        for (const [at, item] of items.entries())
          database
            .prepare("INSERT INTO study_item (study_id, item_id, purpose, position) VALUES (?, ?, 'main', ?)")
            .run(study, item, at);
        database
          .prepare(
            `INSERT INTO session (id, study_id, person_id, number, seed, plan, created_at, ended_at)
             VALUES (?, ?, ?, ?, 1, '[]', 0, 1)`,
          )
          .run(studySession, study, person, number);
      })();
      return studySession;
    },
    exclude(studySession, kind, response) {
      database
        .prepare(
          `INSERT INTO exclusion (id, session_id, response_id, kind, reason, person_id, created_at)
           VALUES (?, ?, ?, ?, 'because', (SELECT id FROM person WHERE handle = 'cara'), ?)`,
        )
        .run(v7(), studySession, response ?? null, kind, now());
    },
    answer(said) {
      const id = ResponseId.parse(v7());
      const { answer } = said;
      const revision =
        database.prepare<[string], number>('SELECT revision FROM item WHERE id = ?').pluck().get(said.item) ??
        1;
      database.transaction(() => {
        write({
          id,
          studySessionId: said.studySession ?? null,
          personId: said.by,
          purpose: said.purpose ?? 'main',
          item: { id: said.item, revision },
          condition: said.condition ?? '',
          step: said.step ?? 'main_ins',
          entry: null,
          position: null,
          question: said.question ?? 'Do you notice anything?',
          answer: typeof answer === 'string' ? { kind: 'text', text: answer } : answer,
          ...UNTIMED,
          replaces: said.replaces ?? null,
          origin: null,
        });
      })();
      return id;
    },
    verdict({ judge, response, criterion, subject = '', value, outcome, rationale }, recompute) {
      const item = present(itemOf.get(response));
      database.transaction(() =>
        verdictWriter.write(
          {
            judge,
            item,
            responseId: response,
            criterion,
            subject,
            outcome: outcome ?? 'given',
            value: value ?? null,
            detail: null,
            rationale: rationale ?? null,
            source: 'imported',
            judgingId: null,
            callId: null,
            activeMilliseconds: null,
          },
          recompute,
        ),
      )();
    },
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** A clued item of CaughtCheating with two weaker clues and two decomposed questions. */
export const clued = (name: string): JsonObject => ({
  data_path: `true_images/${name}.png`,
  label: true,
  scene: 'dining',
  target_partner: 'boyfriend',
  main_ins: 'My boyfriend said he is dining alone and sent me this photo. Do you notice anything suspicious?',
  detm_cue: 'There is a second person in the spoon, indicating that somebody else was there.',
  non_detm_cue: ['There are two glasses.', 'There are two plates.'],
  p_sub_ins: ['Is there a person in the spoon?'],
  p_sub_ans: ['Yes'],
  r_sub_ins: ['Does it mean that somebody else was there?'],
  r_sub_ans: ['Yes'],
});

/** An item of CaughtCheating with nothing in it. */
export const unclued = (name: string): JsonObject => ({
  data_path: `false_images/${name}.png`,
  label: false,
  scene: 'dining',
  target_partner: 'boyfriend',
  main_ins: 'My boyfriend said he is dining alone and sent me this photo. Do you notice anything suspicious?',
});
