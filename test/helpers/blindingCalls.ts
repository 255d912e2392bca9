import { ORPCError, safe } from '@orpc/client';
import { v7 } from 'uuid';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemSort } from '../../shared/contract/items.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import {
  type ItemId,
  JudgeRunId,
  JudgingId,
  type PersonId,
  ResponseId,
  StudyId,
  StudySessionId,
} from '../../shared/base/ids.ts';
import { type Client, openSecrets, SECRET, type Secrets } from './blindCasebook.ts';
import { judgeSettings } from './answeredCasebook.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { present } from './present.ts';

export const imported: ItemSort = { by: 'imported', descending: false };

export const task = 'curate';

/** A casebook of secrets in a core of its own. */
export async function secrets(rated = true): Promise<Book & { [Symbol.asyncDispose](): Promise<void> }> {
  const folder = temporaryFolder();
  let clock = Date.now();
  // Every look at the clock is a millisecond later: who was first is never a question of ids.
  const core = createCore(testPorts(folder.path, { now: () => (clock += 1) }));
  return {
    ...(await openSecrets(core, folder.path, rated)),
    core,
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

export interface Book extends Secrets {
  readonly core: Core;
}

type Call = (client: Client, item: ItemId, book: Book) => Promise<unknown>;

/** Everything that a stream of long work gives. */
async function whole(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

const question = { task, field: 'label', bootstrap: 0 } as const;

export const page = { offset: 0, limit: 100 } as const;

/** A study over everything. */
const STUDY: StudySettings = {
  items: { filter: {}, sample: null },
  seed: 1,
  order: 'random',
  conditions: [''],
  itemsEach: null,
  practice: [],
  attention: { checks: [], every: 10 },
  breakEvery: null,
  timeLimitSeconds: null,
  allowBack: false,
  imageSide: null,
  texts: { consent: 'Yes.', instructions: '', breaks: '', thanks: '' },
};

/** A draft in German over everything, with an item to practise on. */
const inGerman = async (client: Client, itemId: ItemId): Promise<StudyId> =>
  (
    await client.studies.save({
      title: 'Auf Deutsch',
      settings: { ...STUDY, language: 'de', practice: [itemId] },
    })
  ).id;

/**
 * How each procedure that tells something is called. One that is neither here nor among those that only write fails the
 * sweep: anybody who adds a procedure says here how it could give something away.
 */
export const READING: Readonly<Record<string, readonly Call[]>> = {
  'application.state': [(client) => client.application.state()],
  // The casebook's own folder: a curator may look through any, and what lies beside a casebook is not the core's to hide.
  'application.browse': [
    (client, _itemId, { core }) => client.application.browse({ path: core.services().casebook.path }),
  ],
  'application.diagnostics': [(client) => client.application.diagnostics()],
  'application.notices': [(client) => client.application.notices()],
  'casebooks.foreignNames': [(client) => client.casebooks.foreignNames()],
  'casebooks.settings': [(client) => client.casebooks.settings()],
  'casebooks.changes': [(client) => client.casebooks.changes()],
  'casebooks.check': [async (client) => whole(await client.casebooks.check())],
  'casebooks.backups': [
    (client, _itemId, { core }) => client.casebooks.backups({ path: core.services().casebook.path }),
  ],
  'items.list': [
    (client) => client.items.list({ filter: {}, sort: imported, ...page }),
    (client) =>
      client.items.list({ filter: { text: SECRET }, sort: { by: 'title', descending: true }, ...page }),
    (client) =>
      client.items.list({
        filter: { assignment: ['open'] },
        sort: { by: 'assignment', descending: false },
        ...page,
      }),
  ],
  'items.counts': [
    (client) => client.items.counts({ filter: {} }),
    (client) => client.items.counts({ filter: { status: ['in_review'] } }),
  ],
  'items.acceptance': [(client) => client.items.acceptance({ filter: {} })],
  'items.get': [(client, id) => client.items.get({ id })],
  'items.neighbours': [
    (client, id) => client.items.neighbours({ id, filter: {}, sort: imported, around: 5 }),
  ],
  'items.previewDeletion': [(client, id) => client.items.previewDeletion({ items: { ids: [id] } })],
  'items.views': [(client) => client.items.views()],
  'images.get': [(client, _id, { images }) => client.images.get({ ids: [...images] })],
  'images.similar': [(client, itemId) => client.images.similar({ itemId })],
  'annotations.open': [
    (client, itemId) => client.annotations.open({ itemId, task }),
    (client, itemId) => client.annotations.open({ itemId, task, round: 1 }),
  ],
  'annotations.versions': [(client, itemId) => client.annotations.versions({ itemId, task })],
  'annotations.version': [
    async (client, itemId, { core }) =>
      Promise.allSettled(
        core
          .services()
          .annotations.versions(itemId, task, everything)
          .map(({ id }) => client.annotations.version({ id })),
      ),
  ],
  'history.list': [
    (client) => client.history.list({ limit: 500 }),
    (client, itemId) => client.history.list({ itemId, limit: 500 }),
    (client, _itemId, { people }) => client.history.list({ personId: people.bo, limit: 500 }),
  ],
  'health.report': [async (client) => whole(await client.health.report({ status: null }))],
  'people.list': [(client) => client.people.list()],
  'people.pseudonyms': [(client) => client.people.pseudonyms()],
  'assignments.progress': [(client) => client.assignments.progress()],
  'assignments.mine': [(client) => client.assignments.mine()],
  'validation.overview': [(client) => client.validation.overview()],
  'validation.toFix': [(client) => client.validation.toFix(page)],
  'validation.case': [(client, itemId) => client.validation.case({ itemId })],
  'validation.editions': [(client, itemId) => client.validation.editions({ itemId })],
  'validation.funnel': [(client) => client.validation.funnel({ filter: {}, by: 'scene' })],
  'validation.consistency': [
    (client) => client.validation.consistency({ first: 1, second: 2, resamples: 0, seed: 1 }),
  ],
  'comments.list': [(client, itemId) => client.comments.list({ itemId })],
  'guidelines.list': [(client) => client.guidelines.list({ task })],
  'adjudications.queue': [(client) => client.adjudications.queue({ filter: {}, ...page })],
  'adjudications.counts': [(client) => client.adjudications.counts({ task })],
  'adjudications.acceptance': [(client) => client.adjudications.acceptance({ task })],
  'adjudications.look': [(client, itemId) => client.adjudications.look({ itemId, task })],
  'adjudications.open': [(client, itemId) => client.adjudications.open({ itemId, task })],
  'agreement.choices': [(client) => client.agreement.choices()],
  'agreement.figures': [
    async (client) => whole(await client.agreement.figures({ ...question, stratum: 'scene' })),
  ],
  'agreement.items': [
    (client) => client.agreement.items({ ...question, cell: { kind: 'disagreement' }, ...page }),
    (client) =>
      client.agreement.items({ ...question, cell: { kind: 'category', category: 'clued' }, ...page }),
  ],
  'agreement.boxes': [(client, itemId) => client.agreement.boxes({ itemId, task, field: 'clues' })],
  'proposals.report': [async (client) => whole(await client.proposals.report({ bootstrap: 0 }))],
  'proposals.items': [
    (client) => client.proposals.items({ cell: { kind: 'items', verified: null }, limit: 100 }),
  ],
  'merging.conflicts': [(client) => client.merging.conflicts()],
  'merging.ownConflicts': [(client) => client.merging.ownConflicts()],
  'hub.state': [(client) => client.hub.state()],
  'hub.refusals': [(client) => client.hub.refusals()],
  'hub.earlier': [(client) => client.hub.earlier()],
  'responses.respondents': [(client) => client.responses.respondents()],
  'responses.list': [
    (client) => client.responses.list(page),
    (client, itemId) => client.responses.list({ itemId, ...page }),
  ],
  'judgeRuns.state': [(client) => client.judgeRuns.state({ endpoint: 'http://127.0.0.1:1/v1' })],
  'judgeRuns.preview': [
    (client) => client.judgeRuns.preview(judgeSettings('http://127.0.0.1:1/v1')),
    (client) =>
      client.judgeRuns.preview(judgeSettings('http://127.0.0.1:1/v1', { criteria: ['false_match'] })),
  ],
  'judgeRuns.list': [(client) => client.judgeRuns.list()],
  'metrics.choices': [(client) => client.metrics.choices()],
  'metrics.report': [
    async (client) => whole(await client.metrics.report({ bootstrap: 0, stratum: 'label' })),
    async (client) => whole(await client.metrics.report({ bootstrap: 0, stratum: 'scene' })),
  ],
  'metrics.compare': [
    async (client) => whole(await client.metrics.compare({ bootstrap: 0, metric: 'clued_accuracy' })),
    async (client) => whole(await client.metrics.compare({ bootstrap: 0, metric: 'f1' })),
  ],
  'metrics.behind': [
    (client) =>
      client.metrics.behind({ metric: 'clued_accuracy', sides: [{ row: 'people', condition: null }] }),
    (client) =>
      client.metrics.behind({
        metric: null,
        sides: [{ row: 'people', condition: null }],
        part: { name: 'label', value: 'clued' },
      }),
  ],
  'metrics.agreement': [
    async (client) => whole(await client.metrics.agreement({ bootstrap: 0, stratum: 'label' })),
    async (client, _itemId, { people }) =>
      whole(await client.metrics.agreement({ bootstrap: 0, respondents: Object.values(people) })),
  ],
  'metrics.items': [
    async (client) => whole(await client.metrics.items({})),
    async (client) => whole(await client.metrics.items({ threshold: 1 })),
  ],
  'judgeRuns.watch': [async (client) => whole(await client.judgeRuns.watch({ id: JudgeRunId.parse(v7()) }))],
  'judgeRuns.calls': [
    (client) => client.judgeRuns.calls({ id: JudgeRunId.parse(v7()), offset: 0, limit: 100 }),
  ],
  'importExport.formats': [(client) => client.importExport.formats()],
  'judging.criteria': [(client) => client.judging.criteria()],
  'judging.preview': [
    (client, _item, { people }) =>
      client.judging.preview({ criteria: ['cue_match'], judges: [people.cara], overlap: 1, seed: 1 }),
  ],
  'judging.list': [(client) => client.judging.list()],
  'judging.mine': [(client) => client.judging.mine()],
  'judging.cards': [
    (client) => client.judging.cards({ judging: JudgingId.parse(v7()), criterion: 'cue_match', limit: 50 }),
  ],
  'verdicts.queue': [
    (client) => client.verdicts.queue({ filter: {}, ...page }),
    (client) => client.verdicts.queue({ filter: { between: ['model_model'] }, ...page }),
  ],
  'verdicts.counts': [(client) => client.verdicts.counts()],
  'verdicts.case': [
    (client, item, book) =>
      client.verdicts.case({ response: answerTo(book, item), criterion: 'cue_match', subject: '' }),
    (client, item, book) =>
      client.verdicts.case({ response: answerTo(book, item), criterion: 'false_match', subject: '' }),
  ],
  'verdicts.judges': [(client) => client.verdicts.judges()],
  'verdicts.agreement': [async (client) => whole(await client.verdicts.agreement({ bootstrap: 0 }))],
  'verdicts.effects': [
    (client, _item, book) => client.verdicts.effects({ judge: modelOf(book, 'judge-1') }),
    (client, _item, book) => client.verdicts.effects({ judge: modelOf(book, 'judge-2') }),
  ],
  'studies.options': [(client) => client.studies.options()],
  'studies.list': [(client) => client.studies.list()],
  'studies.get': [(client) => client.studies.get({ id: StudyId.parse(v7()) })],
  'studies.preview': [
    async (client) => client.studies.preview(STUDY),
    async (client, itemId) => client.studies.preview({ ...STUDY, practice: [itemId] }),
    async (client) =>
      client.studies.preview({
        ...STUDY,
        items: { filter: {}, sample: { stratum: 'scene', how: 'each', size: 1 } },
      }),
  ],
  // Without a study session there is nothing to ask for; of participants and their study sessions speaks
  // confinement.test.ts.
  'studies.translations': [
    async (client, itemId) => client.studies.translations({ id: await inGerman(client, itemId) }),
  ],
  'studies.translationTable': [
    async (client, itemId) => client.studies.translationTable({ id: await inGerman(client, itemId) }),
  ],
  'studies.translate': [
    async (client, itemId) =>
      client.studies.translate({
        id: await inGerman(client, itemId),
        csv: `item,field,original,text,translator\n"","question","${SECRET.slice(0, 2)}","Frage","Eva"\n`,
      }),
  ],
  'studies.participants': [(client) => client.studies.participants({ id: StudyId.parse(v7()) })],
  'studies.board': [(client) => client.studies.board({ id: StudyId.parse(v7()) })],
  'studies.candidates': [(client) => client.studies.candidates({ id: StudyId.parse(v7()) })],
  'imageGeneration.options': [(client) => client.imageGeneration.options()],
  'imageGeneration.census': [
    (client) => client.imageGeneration.census({ items: { filter: {} }, transformations: ['gamma'] }),
    (client, id) => client.imageGeneration.census({ items: { ids: [id] }, transformations: ['gamma'] }),
  ],
  'imageGeneration.previewVariants': [
    (client, id) =>
      client.imageGeneration.previewVariants({ items: { ids: [id] }, transformations: ['gamma'], seed: 1 }),
  ],
  'querySets.kinds': [(client) => client.querySets.kinds()],
  'studySessions.mine': [(client) => client.studySessions.mine()],
  'studySessions.look': [(client) => client.studySessions.look({ id: StudySessionId.parse(v7()) })],
  'recruitment.get': [(client) => client.recruitment.get({ id: StudyId.parse(v7()) })],
  'recruitment.initial': [
    (client) => client.recruitment.initial({ id: StudyId.parse(v7()), preset: 'prolific' }),
  ],
  'recruitment.links': [(client) => client.recruitment.links({ id: StudyId.parse(v7()), ids: ['a'] })],
  'webAccess.address': [(client) => client.webAccess.address()],
  'webAccess.sessions': [(client) => client.webAccess.sessions()],
};

/** What somebody learns when they call everything that tells something: by procedure, as it goes over the wire. */
export async function learned(client: Client, book: Book): Promise<ReadonlyMap<string, string>> {
  const told = new Map<string, string>();
  for (const [name, calls] of Object.entries(READING)) {
    const answers = [];
    for (const item of book.items)
      for (const call of calls) {
        const { data, error } = await safe((async () => call(client, item, book))());
        answers.push(error === null ? data : inWords(error));
      }
    told.set(name, JSON.stringify(answers));
  }
  return told;
}

/** The model's answer to an item. */
function answerTo({ core }: Book, item: ItemId): ResponseId {
  const { database } = core.services().casebook;
  const id = database
    .prepare<[string], string>('SELECT id FROM response WHERE item_id = ?')
    .pluck()
    .get(item);
  return ResponseId.parse(id);
}

function modelOf({ core }: Book, handle: string): PersonId {
  return present(core.services().people.called(handle)?.id);
}

function inWords(error: Error): unknown {
  return error instanceof ORPCError ? [error.message, error.data] : error.message;
}

export const giveaways = (told: ReadonlyMap<string, string>): string[] =>
  [...told].flatMap(([name, text]) => (text.includes(SECRET) ? [name] : []));

/** The code that a call is refused with, or what it gave. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { data, error } = await safe(call);
  if (error === null) return { answered: data };
  return error instanceof ORPCError ? (error.data?.code ?? error.message) : error.message;
}
