import { rmSync } from 'node:fs';
import { ORPCError, safe } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../electron/core/app/createCore.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { TableName } from '../../electron/core/db/schema.ts';
import { tablesWhere } from '../../electron/core/db/schema.ts';
import { serveImage } from '../../electron/hosts/imageResponse.ts';
import { contract } from '../../shared/contract/index.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import type { ItemFilter, ItemSort } from '../../shared/contract/items.ts';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';
import { JudgeRunId, JudgingId, ResponseId, StudySessionId, StudyId } from '../../shared/base/ids.ts';
import type { Client, Secrets } from '../helpers/blindCasebook.ts';
import { SECRET, answer, assignItems, openSecrets, clientAs, submit } from '../helpers/blindCasebook.ts';
import { judgeSettings } from '../helpers/answeredCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { firsts, present } from '../helpers/present.ts';

const imported: ItemSort = { by: 'imported', descending: false };
const task = 'curate';

/** A casebook of secrets in a core of its own. */
async function secrets(rated = true): Promise<Book & { [Symbol.asyncDispose](): Promise<void> }> {
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

interface Book extends Secrets {
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
const page = { offset: 0, limit: 100 } as const;

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
const READING: Readonly<Record<string, readonly Call[]>> = {
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

/** The tables for nobody's eyes before their own answer in which this casebook holds no secret, and why none is needed. */
const SWEPT_ELSEWHERE: Readonly<Partial<Record<TableName, string>>> = {
  adjudication: 'ownCases.test.ts: who has yet to decide a case, or to answer its item',
  edition: 'editions.test.ts: a fixed item is asked again blank and blind',
  event_item: 'holds no text: only which item an event is about',
  judge_call:
    'judgeRunsContract.test.ts and judging.test.ts: calls are for curators, after their own verdict',
  merge_conflict: 'mergeConflicts.test.ts: told without names and judgements',
  rating_state: 'holds no text of anybody: adjudications.test.ts looks after its queue',
  validation_state: 'funnel.test.ts: tells nobody of items that they have yet to answer',
  verdict_decision: 'verdicts.test.ts: hidden until one has judged oneself',
  verdict_state: 'verdicts.test.ts and verdictAgreement.test.ts: neither the case nor the figures',
};

/**
 * What only writes, or reads files that lie open to anybody who names them; what comes back is covered by what reads.
 * Anybody who may export may read the file that they wrote: that is for curators, and said of them in a test below.
 */
const WRITING: ReadonlySet<string> = new Set([
  'application.saveSettings',
  'application.recentPicture',
  'application.forgetRecent',
  'application.choosePath',
  'application.stage',
  'application.reportError',
  'casebooks.create',
  'casebooks.open',
  'casebooks.openSample',
  'casebooks.openPackage',
  'casebooks.close',
  'casebooks.rename',
  'casebooks.saveVocabulary',
  'casebooks.saveSettings',
  'casebooks.backup',
  'casebooks.restore',
  'items.setStatus',
  'items.tag',
  'items.setSplit',
  'items.divide',
  'items.delete',
  'items.saveViews',
  'images.derive',
  'images.add',
  'annotations.edit',
  'annotations.undo',
  'annotations.redo',
  'annotations.submit',
  'annotations.restore',
  'annotations.skip',
  'importExport.recognise',
  'importExport.import',
  'importExport.export',
  'importExport.attach',
  'history.undo',
  'history.undoOfMany',
  'people.add',
  'people.update',
  'people.setAside',
  'items.setStatusOfMany',
  'annotations.signOffMany',
  'comments.add',
  'comments.resolve',
  'comments.remove',
  'people.workAs',
  'assignments.assign',
  'assignments.withdraw',
  'adjudications.release',
  'adjudications.decide',
  'adjudications.reopen',
  'adjudications.acceptUnanimous',
  'guidelines.add',
  'guidelines.remove',
  // What a hub tells of others is swept in hubBlinding.test.ts.
  'hub.dismiss',
  'hub.markEarlier',
  'hub.include',
  'hub.look',
  'hub.connect',
  'hub.join',
  'hub.exchange',
  'hub.pause',
  'hub.disconnect',
  'hub.invite',
  'hub.people',
  'hub.revoke',
  'merging.package',
  'merging.merge',
  'merging.resolve',
  'judgeRuns.enable',
  'judgeRuns.test',
  'judgeRuns.saveKey',
  'judgeRuns.start',
  'judgeRuns.resume',
  'judgeRuns.stop',
  'judging.assign',
  'judging.withdraw',
  'judging.give',
  'judging.skip',
  'validation.fix',
  'verdicts.decide',
  'verdicts.decideAll',
  'verdicts.reopen',
  'metrics.saveParameters',
  'imageGeneration.previewWords',
  'imageGeneration.words',
  'imageGeneration.variants',
  'querySets.build',
  'querySets.add',
  'studies.save',
  'studies.open',
  'studies.close',
  'studies.reopen',
  'studies.remove',
  'studies.enrol',
  'studies.enrolNew',
  'studies.unenrol',
  'studies.exclude',
  'studies.erase',
  'studies.include',
  'studies.link',
  'studies.tryOut',
  'studies.report',
  'studySessions.consent',
  'studySessions.proceed',
  'studySessions.answer',
  'studySessions.keep',
  'studySessions.back',
  'studySessions.present',
  'studySessions.withdraw',
  // What a browser gets that came by a study link: hostAttack.test.ts.
  'arrivals.look',
  'arrivals.consent',
  'arrivals.screen',
  'arrivals.begin',
  'recruitment.save',
  'recruitment.renewLink',
  'recruitment.releaseCrowd',
  'recruitment.panelStatus',
  'recruitment.forgetIds',
  'webAccess.invite',
  'webAccess.revoke',
  'webAccess.signOut',
]);

/** The names of all procedures of the contract. */
function procedures(router: object, prefix = ''): string[] {
  return Object.entries(router).flatMap(([name, each]: [string, object]) =>
    isContractProcedure(each) ? [`${prefix}${name}`] : procedures(each, `${prefix}${name}.`),
  );
}

/** What somebody learns when they call everything that tells something: by procedure, as it goes over the wire. */
async function learned(client: Client, book: Book): Promise<ReadonlyMap<string, string>> {
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

const giveaways = (told: ReadonlyMap<string, string>): string[] =>
  [...told].flatMap(([name, text]) => (text.includes(SECRET) ? [name] : []));

/** The code that a call is refused with, or what it gave. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { data, error } = await safe(call);
  if (error === null) return { answered: data };
  return error instanceof ORPCError ? (error.data?.code ?? error.message) : error.message;
}

it('is said of every procedure how it could give something away', () => {
  const said = new Set([...Object.keys(READING), ...WRITING]);
  expect(procedures(contract).filter((name) => !said.has(name))).toEqual([]);
});

describe('an answer that is outstanding', () => {
  let book: Awaited<ReturnType<typeof secrets>>;
  beforeAll(async () => {
    book = await secrets();
  });
  afterAll(async () => {
    await book[Symbol.asyncDispose]();
  });

  it('is given away to somebody who is not asked for one: what the sweep looks for is there to be found', async () => {
    const told = giveaways(await learned(await clientAs(book.core, book.people.eve), book));
    for (const name of [
      'items.list',
      'items.counts',
      'items.get',
      'items.neighbours',
      'images.get',
      'images.similar',
      'annotations.open',
      'history.list',
      'comments.list',
      'health.report',
      'verdicts.queue',
      'verdicts.case',
    ])
      expect(told).toContain(name);
  });

  it('would be helped by every table that is not for them yet: each holds a secret, or is swept elsewhere', () => {
    const { database } = book.core.services().casebook;
    const holdsSecret = (name: TableName): boolean => {
      // An index of words gives none of its texts back.
      if (name === 'item_text')
        return database.prepare('SELECT 1 FROM item_text WHERE item_text MATCH ?').get(SECRET) !== undefined;
      return database
        .prepare<[], unknown[]>(`SELECT * FROM ${name}`)
        .raw()
        .all()
        .some((row) => row.some((value) => typeof value === 'string' && value.includes(SECRET)));
    };
    const unplanted = tablesWhere(({ eyes }, name) => eyes === 'afterOwnAnswer' && !holdsSecret(name));
    expect(unplanted.sort()).toEqual(Object.keys(SWEPT_ELSEWHERE).sort());
  });

  it.each(['ann', 'rex', 'cara'] as const)('is not helped by anything that %s can ask', async (name) => {
    expect(giveaways(await learned(await clientAs(book.core, book.people[name]), book))).toEqual([]);
  });

  it('stays unhelped after it was given: a rater sees their own, a second round nothing of the first', async () => {
    await using own = await secrets();
    const first = present(own.items[0]);
    const ann = await clientAs(own.core, own.people.ann);
    await answer(ann, first, { label: true, claim: 'An own claim' });
    await submit(ann, first);
    expect(giveaways(await learned(ann, own))).toEqual([]);
    const mine = present((await ann.annotations.versions({ itemId: first, task }))[0]);
    expect(mine).toMatchObject({ person: 'ann', version: 1, state: 'submitted', isGold: false });

    assignItems(own.core, [first], [own.people.ann], 2);
    const document = await ann.annotations.open({ itemId: first, task });
    expect(document).toMatchObject({ round: 2, version: 0, state: null, canUndo: false, independent: true });
    expect(document.records['field:claim']).toMatchObject({ value: '' });
    expect(await ann.annotations.versions({ itemId: first, task })).toEqual([]);
    expect(await refusal(ann.annotations.version({ id: mine.id }))).toBe('not_found');
    expect((await ann.history.list({ itemId: first, limit: 10 })).events).toEqual([]);
    expect(giveaways(await learned(ann, own))).toEqual([]);
    const again = [...(await learned(ann, own)).values()].some((text) => text.includes('An own claim'));
    expect(again).toBe(false);
  });

  it('shows a rater no item but their own', async () => {
    await using own = await secrets();
    const [first, ...others] = own.items;
    if (first === undefined) throw new Error('There are no items.');
    const dan = own.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    assignItems(own.core, [first], [dan.id], 1);
    const client = await clientAs(own.core, dan.id);
    const { rows, total } = await client.items.list({ filter: {}, sort: imported, ...page });
    expect([rows.map(({ id }) => id), total]).toEqual([[first], 1]);
    expect((await client.items.counts({ filter: {} })).total).toBe(1);
    expect((await client.images.get({ ids: [...own.images] })).map(({ id }) => id)).toEqual([own.images[0]]);
    for (const id of others) {
      expect(await refusal(client.items.get({ id }))).toBe('forbidden');
      expect(await refusal(client.annotations.open({ itemId: id, task }))).toBe('forbidden');
      expect(await refusal(client.annotations.versions({ itemId: id, task }))).toBe('forbidden');
      expect(await refusal(client.annotations.skip({ itemId: id, task, reason: 'x' }))).toBe('forbidden');
      expect(await refusal(client.images.similar({ itemId: id }))).toBe('forbidden');
      const edit = { itemId: id, task, revision: 0, mark: 'm', activeMilliseconds: 0 };
      const diff = { added: {}, updated: {}, removed: {} };
      expect(await refusal(client.annotations.edit({ ...edit, diff }))).toBe('forbidden');
    }
  });

  it('has a neutral row, whatever the item holds', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    const { rows } = await ann.items.list({
      filter: {},
      sort: { by: 'assignment', descending: false },
      ...page,
    });
    expect(rows).toMatchObject(
      book.items.map((id, position) => ({
        id,
        externalId: `Item ${String(position + 1)}`,
        title: `Item ${String(position + 1)}`,
        label: null,
        status: 'draft',
        goldSource: null,
        tags: [],
        facets: {},
        boxes: 0,
        unsubmitted: false,
        assignees: ['ann'],
        assignment: { task, round: 1, position, state: 'open' },
        ratings: null,
        blind: true,
      })),
    );
    const { images, payload, revision } = await ann.items.get({ id: present(rows[0]?.id ?? book.items[0]) });
    expect([images.map(({ name }) => name), payload, revision]).toEqual([['image 1'], {}, 1]);
  });

  const filters: [string, ItemFilter][] = [
    ['text', { text: SECRET }],
    ['status', { status: ['in_review'] }],
    ['label', { label: ['clued', 'unclued', null] }],
    ['facets', { facets: { scene: [`${SECRET} scene`] } }],
    ['tags', { tags: [`${SECRET} tag`] }],
    ['boxes', { boxes: 'some' }],
    ['no boxes', { boxes: 'none' }],
    ['unsubmitted', { unsubmitted: true }],
    ['submitted', { unsubmitted: false }],
    ['ratings', { ratings: ['waiting', 'single', 'unanimous', 'disputed', 'decided', 'conflict'] }],
  ];
  it.each(filters)('cannot be felt out by the filter: %s', async (_name, filter) => {
    for (const name of ['rex', 'cara'] as const) {
      const client = await clientAs(book.core, book.people[name]);
      expect(await client.items.list({ filter, sort: imported, ...page })).toEqual({ total: 0, rows: [] });
      const counts = await client.items.counts({ filter });
      expect(counts).toMatchObject({ status: [], label: [], tags: [], unsubmitted: 0, total: 0 });
      const near = await client.items.neighbours({
        id: present(book.items[0]),
        filter,
        sort: imported,
        around: 3,
      });
      expect(near).toMatchObject({ position: null, total: 0, rows: [] });
    }
    const ann = await clientAs(book.core, book.people.ann);
    expect(await refusal(ann.items.list({ filter, sort: imported, ...page }))).toBe('forbidden');
    expect(await refusal(ann.items.counts({ filter }))).toBe('forbidden');
    const id = present(book.items[0]);
    expect(await refusal(ann.items.neighbours({ id, filter, sort: imported, around: 3 }))).toBe('forbidden');
  });

  it.each(['label', 'title', 'status', 'externalId', 'updated'] as const)(
    'cannot be felt out by the order: %s',
    async (by) => {
      for (const name of ['rex', 'cara'] as const) {
        const client = await clientAs(book.core, book.people[name]);
        for (const descending of [false, true]) {
          const { rows } = await client.items.list({ filter: {}, sort: { by, descending }, ...page });
          const ids = rows.map(({ id }) => id);
          expect(descending ? ids.toReversed() : ids).toEqual(book.items);
        }
      }
      const ann = await clientAs(book.core, book.people.ann);
      const sorted = ann.items.list({ filter: {}, sort: { by, descending: false }, ...page });
      expect(await refusal(sorted)).toBe('forbidden');
    },
  );

  it('cannot be felt out by who else is asked, or by bulk changes', async () => {
    const cara = await clientAs(book.core, book.people.cara);
    const byBo = { filter: { assignees: [book.people.bo] }, sort: imported, ...page };
    expect((await cara.items.list(byBo)).total).toBe(0);
    const own = { filter: { assignees: [book.people.cara] }, sort: imported, ...page };
    expect((await cara.items.list(own)).total).toBe(3);
    const changed = await cara.items.setStatus({ items: { ids: [...book.items] }, status: 'draft' });
    expect(changed).toEqual({
      changed: 0,
      refused: [1, 2, 3].map((number) => ({
        item: `Item ${String(number)}`,
        reason: 'You have not answered it yet.',
      })),
    });
    const tagged = await cara.items.tag({ items: { filter: {} }, add: [`${SECRET} tag`], remove: [] });
    expect(tagged.refused).toHaveLength(3);
  });

  it('is not given away by what merging left open, nor by resolving it', async () => {
    await using own = await secrets();
    const { casebook } = own.core.services();
    const side = (text: string) =>
      JSON.stringify({ externalId: text, payload: { scene: text }, imported: true, images: [] });
    for (const [index, item] of own.items.entries())
      casebook.database
        .prepare(
          "INSERT INTO merge_conflict (id, kind, item_id, summary, ours, theirs, source, found_at) VALUES (?, 'item', ?, 'Two texts.', ?, ?, 'other.casebook', ?)",
        )
        .run(v7(), item, side(SECRET), side('other'), index);
    const eve = await clientAs(own.core, own.people.eve);
    expect(JSON.stringify(await eve.merging.conflicts())).toContain(SECRET);
    const cara = await clientAs(own.core, own.people.cara);
    const before = await cara.merging.conflicts();
    expect(before).toMatchObject(
      [1, 2, 3].map((number) => ({ item: `Item ${String(number)}`, differences: [], sides: null })),
    );
    const left = await cara.merging.resolve({ id: present(before[0]?.id), choice: 'ours' });
    expect(left).toEqual(before.slice(1));
  });

  it('is not given away by what is refused to be accepted', async () => {
    const client = await clientAs(book.core, book.people.cara);
    const { changed, refused } = await client.adjudications.acceptUnanimous({ task, items: [...book.items] });
    expect([changed, refused.map(({ item }) => item)]).toEqual([0, ['Item 1', 'Item 2', 'Item 3']]);
  });

  it('is not given away by an image whose file is gone', async () => {
    await using own = await secrets();
    const { folders } = own.core.services().casebook;
    for (const folder of [folders.images, folders.thumbnails]) rmSync(folder, { recursive: true });
    for (const variant of ['full', 'thumbnail']) {
      const response = await serveImage(own.core, present(own.images[0]), variant, own.core.createSession());
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(SECRET);
    }
  });

  it('cannot be felt out by the order of import: raters get the order of their own work', async () => {
    await using own = await secrets();
    const dan = own.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    const order = own.items.toReversed();
    for (const item of order) assignItems(own.core, [item], [dan.id], 1);
    const client = await clientAs(own.core, dan.id);
    const { rows } = await client.items.list({ filter: {}, sort: imported, ...page });
    expect(rows.map(({ id }) => id)).toEqual(order);
  });

  it('is visible again to those who oversee once they have given it', async () => {
    await using own = await secrets();
    const first = present(own.items[0]);
    const cara = await clientAs(own.core, own.people.cara);
    await answer(cara, first, { label: true });
    await submit(cara, first);
    const { rows } = await cara.items.list({ filter: {}, sort: imported, ...page });
    expect(rows.map(({ blind }) => blind)).toEqual([false, true, true]);
    expect(rows[0]).toMatchObject({ tags: [`${SECRET} tag`], assignees: ['cara', 'ann', 'bo', 'rex'] });
    const found = await cara.items.list({ filter: { text: SECRET }, sort: imported, ...page });
    expect(found.rows.map(({ id }) => id)).toEqual([first]);
  });
});

describe('lists of what several people work on', () => {
  it('are found by who has an item, how its raters stand, and where one’s own work stands', async () => {
    await using book = await secrets();
    const [first, second, third] = firsts(book.items, 3);
    const ann = await clientAs(book.core, book.people.ann);
    await answer(ann, second, { label: true });
    await submit(ann, second);
    await ann.annotations.skip({ itemId: third, task, reason: 'too dark' });
    const found = async (client: Client, filter: ItemFilter) =>
      (await client.items.list({ filter, sort: imported, ...page })).rows.map(({ id }) => id);
    expect(await found(ann, { assignment: ['open'] })).toEqual([first]);
    expect(await found(ann, { assignment: ['submitted', 'skipped'] })).toEqual([second, third]);
    const dan = book.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    assignItems(book.core, [third], [dan.id], 1);
    const eve = await clientAs(book.core, book.people.eve);
    expect(await found(eve, { assignees: [dan.id] })).toEqual([third]);
    expect(await found(eve, { assignees: [dan.id, book.people.bo] })).toEqual(book.items);
    expect(await found(eve, { assignment: ['open'] })).toEqual([]);
    for (const name of ['rex', 'cara'] as const) {
      const client = await clientAs(book.core, book.people[name]);
      await answer(client, second, { label: true });
      await submit(client, second);
    }
    expect(await found(eve, { ratings: ['disputed'] })).toEqual([second]);
    // The third has not been rated by anybody.
    expect(await found(eve, { ratings: ['waiting'] })).toEqual([first]);
  });

  it('are walked in the order of one’s own assignments, whichever that is', async () => {
    await using book = await secrets();
    const dan = book.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    for (const item of book.items.toReversed()) assignItems(book.core, [item], [dan.id], 1);
    const client = await clientAs(book.core, dan.id);
    const sort = { by: 'assignment', descending: false } as const;
    const { rows } = await client.items.list({ filter: {}, sort, ...page });
    expect(rows.map(({ id }) => id)).toEqual(book.items.toReversed());
    expect(rows.map(({ externalId }) => externalId)).toEqual(['Item 1', 'Item 2', 'Item 3']);
    const middle = present(rows[1]?.id);
    const near = await client.items.neighbours({ id: middle, filter: {}, sort, around: 1 });
    expect([near.position, near.total, near.rows.map(({ id }) => id)]).toEqual([
      1,
      3,
      book.items.toReversed(),
    ]);
    const first = present(rows[0]?.id);
    await client.annotations.skip({ itemId: first, task, reason: 'too dark' });
    const filter: ItemFilter = { assignment: ['open'] };
    const open = await client.items.neighbours({ id: middle, filter, sort, around: 1 });
    expect([open.position, open.total]).toEqual([0, 2]);
  });
});

describe('anybody who decides between raters', () => {
  it('does not learn who they are, in the versions or the history, before the decision', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    for (const name of ['ann', 'rex', 'cara'] as const) {
      const client = await clientAs(book.core, book.people[name]);
      await answer(client, first, { label: true });
      await submit(client, first);
    }
    const eve = await clientAs(book.core, book.people.eve);
    expect((await eve.items.get({ id: first })).row.ratings).toBe('disputed');
    expect(await eve.annotations.versions({ itemId: first, task })).toEqual([]);
    const all = book.core.services().annotations.versions(first, task, everything);
    expect(all).toHaveLength(5);
    for (const { id } of all) expect(await refusal(eve.annotations.version({ id }))).toBe('not_found');
    const { events } = await eve.history.list({ itemId: first, limit: 500 });
    expect(events.filter(({ person }) => ['ann', 'bo', 'rex'].includes(person))).toEqual([]);
    // Cara curates, decides, and has rated: of these she may see her own.
    const cara = await clientAs(book.core, book.people.cara);
    const own = await cara.annotations.versions({ itemId: first, task });
    expect(own.map(({ person }) => person)).toEqual(['cara']);
    // A reviewer decides nothing, and sees all.
    const rex = await clientAs(book.core, book.people.rex);
    expect(await rex.annotations.versions({ itemId: first, task })).toHaveLength(5);
  });
});

describe('a rating', () => {
  it('begins blank, keeps its images, and is anybody who corrects it alone still one', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const ann = await clientAs(book.core, book.people.ann);
    const { records, independent, revision } = await ann.annotations.open({ itemId: first, task });
    expect(independent).toBe(true);
    expect(Object.keys(records).filter((id) => id.startsWith('region:'))).toEqual([]);
    expect(records).toMatchObject({ 'field:label': { value: null }, 'field:clues': { value: [] } });
    const image = records['image:0'];
    if (image?.type !== 'image') throw new Error('There is no image.');
    const replaced = { ...image, imageId: book.images[1] ?? null };
    const edit = { itemId: first, task, revision, mark: 'm', activeMilliseconds: 0 };
    const diff = {
      added: {},
      updated: { 'image:0': [image, replaced] as const },
      removed: {},
    };
    expect(await refusal(ann.annotations.edit({ ...edit, diff }))).toBe('forbidden');
    expect(book.core.services().items.get(first, everything).images[0]?.imageId).toBe(book.images[0]);
    await answer(ann, first, { label: true });
    await submit(ann, first);
    await answer(ann, first, { label: false });
    await submit(ann, first);
    expect((await ann.annotations.open({ itemId: first, task })).independent).toBe(true);
    expect(ratersOf(book, first)).toEqual([
      ['bo', 1, 1],
      ['ann', 1, 1],
      ['ann', 2, 1],
    ]);
  });

  it('is not what a curator says who saw the others: refused where two have rated', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const eve = await clientAs(book.core, book.people.eve);
    const { independent } = await eve.annotations.open({ itemId: first, task });
    expect(independent).toBe(false);
    const ann = await clientAs(book.core, book.people.ann);
    await answer(ann, first, { label: true });
    await submit(ann, first);
    await answer(eve, first, { label: true });
    expect(await refusal(submit(eve, first))).toBe('conflict');
    assignItems(book.core, [first], [book.people.ann], 2);
    expect(await refusal(submit(eve, first))).toBe('conflict');
    expect(ratersOf(book, first)).toEqual([
      ['bo', 1, 1],
      ['ann', 1, 1],
      ['eve', 1, 0],
    ]);
    // A correction of one's own rating, having seen the others, is none either.
    const rex = await clientAs(book.core, book.people.rex);
    await answer(rex, first, { label: true });
    await submit(rex, first);
    expect((await rex.annotations.open({ itemId: first, task })).independent).toBe(false);
  });

  it('keeps the pixels that it is asked about, no matter who would replace them', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const eve = await clientAs(book.core, book.people.eve);
    const replaced = async () => {
      const { records, revision } = await eve.annotations.open({ itemId: first, task });
      const image = records['image:0'];
      if (image?.type !== 'image') throw new Error('There is no image.');
      const other: typeof image = { ...image, imageId: book.images[1] ?? null };
      const updated = { 'image:0': [image, other] as const };
      const edit = { itemId: first, task, revision, mark: 'm', activeMilliseconds: 0 };
      return refusal(eve.annotations.edit({ ...edit, diff: { added: {}, updated, removed: {} } }));
    };
    expect(await replaced()).toBe('forbidden');
    const { people } = book;
    for (const personId of [people.ann, people.rex, people.cara])
      await eve.assignments.withdraw({ personId, task, round: 1, items: [first] });
    expect(await replaced()).toMatchObject({ answered: { revision: 1 } });
  });

  it('can be skipped with a reason, and given later', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const ann = await clientAs(book.core, book.people.ann);
    const state = async () => (await ann.items.get({ id: first })).row.assignment?.state;
    expect(await refusal(ann.annotations.skip({ itemId: first, task, reason: ' ' }))).toBe('invalid_input');
    expect(await state()).toBe('open');
    await ann.annotations.skip({ itemId: first, task, reason: 'too dark' });
    expect(await state()).toBe('skipped');
    expect(giveaways(await learned(ann, book))).toEqual([]);
    await answer(ann, first, { label: true });
    await submit(ann, first);
    expect(await state()).toBe('submitted');
    await ann.annotations.skip({ itemId: first, task, reason: 'after all' });
    expect(await state()).toBe('submitted');
  });

  it('is none where its author left it, looked at the others and came back', async () => {
    await using book = await secrets();
    const [first, , third] = firsts(book.items, 3);
    const rex = await clientAs(book.core, book.people.rex);
    await answer(rex, first, { label: true });
    await rex.annotations.skip({ itemId: first, task, reason: 'too dark' });
    expect(await rex.annotations.versions({ itemId: first, task })).toContainEqual(
      expect.objectContaining({ person: 'bo', state: 'submitted' }),
    );
    expect((await rex.annotations.open({ itemId: first, task })).independent).toBe(false);
    await submit(rex, first);
    expect(ratersOf(book, first)).toContainEqual(['rex', 1, 0]);

    // The same of a correction that was begun before the others had answered.
    await answer(rex, third, { label: true });
    await submit(rex, third);
    await answer(rex, third, { label: false });
    expect((await rex.annotations.open({ itemId: third, task })).independent).toBe(true);
    const bo = await clientAs(book.core, book.people.bo);
    await submit(bo, third);
    expect((await rex.annotations.open({ itemId: third, task })).independent).toBe(false);
  });

  it('is undone within its own round', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const ann = await clientAs(book.core, book.people.ann);
    await answer(ann, first, { claim: 'one' });
    await submit(ann, first);
    assignItems(book.core, [first], [book.people.ann], 2);
    await answer(ann, first, { claim: 'two' });
    const { revision } = await ann.annotations.open({ itemId: first, task });
    const undone = await ann.annotations.undo({ itemId: first, task, revision });
    expect(undone).toMatchObject({ canUndo: false, canRedo: true });
    const { records } = await ann.annotations.open({ itemId: first, task });
    expect(records['field:claim']).toMatchObject({ value: '' });
    expect(ratersOf(book, first)).toContainEqual(['ann', 1, 1]);
    expect(await refusal(ann.annotations.open({ itemId: first, task, round: 1 }))).toBe('forbidden');
    expect(await refusal(ann.annotations.open({ itemId: first, task, round: 3 }))).toBe('forbidden');
  });

  it('begins anew for somebody who worked on the item before it was given to them', async () => {
    await using book = await secrets();
    const third = present(book.items[2]);
    const eve = await clientAs(book.core, book.people.eve);
    await eve.people.update({ id: book.people.eve, name: 'Eve', roles: ['curator', 'annotator'] });
    await answer(eve, third, { label: true, claim: 'a claim made with sight of the gold' });
    assignItems(book.core, book.items, [book.people.eve], 1);
    const begun = await eve.annotations.open({ itemId: third, task });
    expect(begun).toMatchObject({ independent: true, state: null, canUndo: false });
    expect(begun.records['field:claim']).toMatchObject({ value: '' });
    expect(giveaways(await learned(eve, book))).toEqual([]);
    await answer(eve, third, { label: false });
    const { canUndo, revision, records } = await eve.annotations.open({ itemId: third, task });
    expect([canUndo, records['field:claim']]).toMatchObject([true, { value: '' }]);
    const undone = await eve.annotations.undo({ itemId: third, task, revision });
    expect(undone.canUndo).toBe(false);
    expect(ratersOf(book, third)).toContainEqual(['eve', 1, 1]);
  });
});

/** Who has answered an item since it was imported, version by version, and whether it is a rating. */
function ratersOf({ core }: Book, item: ItemId): unknown[] {
  return core
    .services()
    .casebook.database.prepare(
      `SELECT p.handle, a.version, a.independent FROM annotation a JOIN person p ON p.id = a.person_id
       WHERE item_id = ? AND p.handle <> 'source' ORDER BY a.created_at, a.id`,
    )
    .raw()
    .all(item);
}

describe('before anybody is chosen', () => {
  it('nothing of the casebook is answered', async () => {
    await using book = await secrets();
    const nobody = await clientAs(book.core, null);
    const told = await learned(nobody, book);
    const free = new Set([
      'application.state',
      'application.diagnostics',
      'application.notices',
      'people.list',
    ]);
    for (const [name, text] of told) {
      if (free.has(name)) continue;
      expect(text, name).toMatch(/Choose your name first/u);
    }
    expect(giveaways(told)).toEqual([]);
    expect((await nobody.application.state()).casebook?.person).toBeNull();
    const writes = [
      nobody.casebooks.rename({ title: 'Other' }),
      nobody.items.tag({ items: { filter: {} }, add: ['x'], remove: [] }),
      nobody.people.add({ handle: 'mallory', name: '', roles: ['curator'] }),
      nobody.casebooks.backup({ target: '/nowhere' }),
    ];
    expect(await Promise.all(writes.map(refusal))).toEqual(writes.map(() => 'forbidden'));
    const chosen = await nobody.people.workAs({ id: book.people.ann });
    expect(chosen.handle).toBe('ann');
    expect((await nobody.items.list({ filter: {}, sort: imported, ...page })).total).toBe(3);
  });

  it('somebody who works alone is the current user at once, and stays the current user when others join', async () => {
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path));
    const client = await clientAs(core, null);
    const created = await client.casebooks.create({
      path: folder.join('a.casebook'),
      benchmark: 'generic',
      title: '',
      person: 'ana',
    });
    expect(created.person).toMatchObject({ handle: 'ana', roles: ['curator', 'annotator', 'adjudicator'] });
    await client.people.add({ handle: 'ben', name: '', roles: ['annotator'] });
    expect((await client.application.state()).casebook?.person?.handle).toBe('ana');
    const other = await clientAs(core, null);
    expect((await other.application.state()).casebook?.person).toBeNull();
    await core.close();
  });
});

describe('anybody who is not a curator', () => {
  const guarded: [string, (client: Client) => Promise<unknown>][] = [
    ['items.setStatus', (client) => client.items.setStatus({ items: { filter: {} }, status: 'draft' })],
    ['items.tag', (client) => client.items.tag({ items: { filter: {} }, add: ['x'], remove: [] })],
    ['items.previewDeletion', (client) => client.items.previewDeletion({ items: { filter: {} } })],
    ['items.delete', (client) => client.items.delete({ items: { filter: {} } })],
    ['items.saveViews', (client) => client.items.saveViews([])],
    ['casebooks.rename', (client) => client.casebooks.rename({ title: 'x' })],
    ['casebooks.saveVocabulary', (client) => client.casebooks.saveVocabulary({ vocabulary: {} })],
    ['casebooks.saveSettings', (client) => client.casebooks.saveSettings({ singleRater: false })],
    ['casebooks.check', (client) => client.casebooks.check()],
    ['casebooks.backup', (client) => client.casebooks.backup({ target: '/nowhere' })],
    ['casebooks.changes', (client) => client.casebooks.changes()],
    ['casebooks.backups', (client) => client.casebooks.backups({ path: '/nowhere' })],
    ['casebooks.restore', (client) => client.casebooks.restore({ path: '/nowhere', backup: 'x.sqlite' })],
    ['health.report', (client) => client.health.report({ status: null })],
    ['importExport.recognise', (client) => client.importExport.recognise({ path: '/etc' })],
    ['importExport.import', (client) => client.importExport.import({ source: '/x', format: 'images' })],
    [
      'importExport.export',
      (client) => client.importExport.export({ target: '/x', format: 'caughtcheating' }),
    ],
    ['importExport.attach', (client) => client.importExport.attach({ folder: '/x' })],
    ['people.add', (client) => client.people.add({ handle: 'x', name: '', roles: ['curator'] })],
    ['application.browse', (client) => client.application.browse({ path: '/' })],
    ['application.choosePath', (client) => client.application.choosePath({ kind: 'file', title: 'x' })],
    ['application.diagnostics', (client) => client.application.diagnostics()],
  ];
  let book: Awaited<ReturnType<typeof secrets>>;
  beforeAll(async () => {
    book = await secrets();
  });
  afterAll(async () => {
    await book[Symbol.asyncDispose]();
  });
  it.each(guarded)('is refused %s', async (_name, call) => {
    for (const name of ['ann', 'rex'] as const)
      expect(await refusal(call(await clientAs(book.core, book.people[name])))).toBe('forbidden');
  });
  it('is told in words that the folders and the log of the machine are not for them', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    const { error } = await safe(ann.application.browse({ path: '/' }));
    expect([error?.message, error instanceof ORPCError && error.data]).toEqual([
      'Browsing this computer’s folders is for curators; ann is not one.',
      {
        code: 'forbidden',
        hint: 'Nothing was changed. To open another casebook or a package, close this one first.',
      },
    ]);
    const nobody = await clientAs(book.core, null);
    expect(await refusal(nobody.application.browse({ path: '/' }))).toBe('forbidden');
    expect(await refusal(nobody.application.diagnostics())).toBe('forbidden');
  });
  it('can look for a casebook while none is open, as at the first start', async () => {
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path));
    const client = await clientAs(core, null);
    expect(await client.application.browse({ path: folder.path })).toMatchObject({ path: folder.path });
    expect((await client.application.diagnostics()).text).toContain('No casebook is open.');
    await core.close();
  });
  it('can use the system’s own dialogs', async () => {
    using folder = temporaryFolder();
    const dialogs = { choosePath: async () => Promise.resolve('/chosen') };
    const core = createCore(testPorts(folder.path, { dialogs }));
    const { people } = await openSecrets(core, folder.path);
    const ann = await clientAs(core, people.ann);
    const chosen = await ann.application.choosePath({ kind: 'file', title: 'x' });
    expect(chosen).toEqual({ native: true, path: '/chosen' });
    expect(await refusal(ann.application.browse({ path: '/' }))).toBe('forbidden');
    await core.close();
  });
  it('cannot make themselves one', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    const roles = ['curator'] as const;
    expect(await refusal(ann.people.update({ id: book.people.ann, name: '', roles: [...roles] }))).toBe(
      'forbidden',
    );
    expect(await refusal(ann.images.derive({ imageId: present(book.images[0]), derivation: crop }))).toBe(
      'forbidden',
    );
    expect(await refusal(ann.images.add({ path: '/x.png' }))).toBe('forbidden');
  });
});

const crop = { operation: 'crop', box: { x: 0, y: 0, width: 9, height: 9 } } as const;

describe('a case that is not decided', () => {
  /** Every item was answered by two who differ, without a secret in their words; ada decides and does nothing else. */
  async function disputed() {
    const book = await secrets(false);
    const ada = book.core.services().people.add({ handle: 'ada', name: '', roles: ['adjudicator'] }, null).id;
    assignItems(book.core, book.items, [book.people.ann, book.people.bo], 1);
    for (const [name, label] of [
      ['ann', true],
      ['bo', false],
    ] as const) {
      const client = await clientAs(book.core, book.people[name]);
      for (const id of book.items) {
        await answer(client, id, { triage: 'keep', label });
        await submit(client, id);
      }
    }
    return { ...book, ada };
  }
  const adjudicating = (told: ReadonlyMap<string, string>): string[] =>
    giveaways(told).filter((name) => name.startsWith('adjudications.'));

  it('has no name, origin or earlier gold for those who decide on it, curators too, in Adjudicate', async () => {
    await using book = await disputed();
    expect(giveaways(await learned(await clientAs(book.core, book.ada), book))).toEqual([]);
    const eve = await clientAs(book.core, book.people.eve);
    // What adjudicators begin keeps others away: the other one looks at the cases only.
    const told = await learned(eve, book);
    expect(adjudicating(told)).toEqual([]);
    expect(giveaways(told)).toContain('items.get');
    for (const id of book.items)
      await (await clientAs(book.core, book.ada)).adjudications.release({ itemId: id, task });
    expect(adjudicating(await learned(eve, book))).toEqual([]);
  });

  it('is one number for everybody, in an order that does not follow the import', async () => {
    await using book = await disputed();
    const [ada, eve] = [await clientAs(book.core, book.ada), await clientAs(book.core, book.people.eve)];
    const named = async (client: Client) =>
      (await client.adjudications.queue({ filter: {}, ...page })).rows.map(({ item }) => item);
    const [hers, theirs] = [await named(ada), await named(eve)];
    expect(hers).toEqual(theirs);
    const drawn = book.items.toSorted((a, b) => (a.slice(-10) < b.slice(-10) ? -1 : 1));
    expect(hers.map(({ id }) => id)).toEqual(drawn);
    for (const by of ['imported', 'externalId', 'label', 'title', 'updated', 'assignment'] as const)
      for (const descending of [false, true]) {
        const { rows } = await ada.items.list({ filter: {}, sort: { by, descending }, ...page });
        expect(rows.map(({ id }) => id)).toEqual(drawn);
      }
    expect(hers.every(({ title }) => /^Case \d{6}$/u.test(title))).toBe(true);
    const { rows } = await ada.items.list({ filter: {}, sort: imported, ...page });
    expect(rows).toEqual(hers);
    for (const filter of [{ text: SECRET }, { label: ['clued', null] }, { tags: [`${SECRET} tag`] }])
      expect((await ada.items.list({ filter, sort: imported, ...page })).total).toBe(0);
  });

  it('cannot be opened at the Desk by those who only decide, but for their own decision', async () => {
    await using book = await disputed();
    const [first, second] = firsts(book.items, 2);
    const ada = await clientAs(book.core, book.ada);
    expect(await refusal(ada.annotations.open({ itemId: second, task }))).toBe('forbidden');
    const { document } = await ada.adjudications.open({ itemId: first, task });
    const again = await ada.annotations.open({ itemId: first, task, round: document.round });
    expect(again).toEqual(document);
  });

  it('has all of it once it is decided, and how the decision compares with the earlier gold', async () => {
    await using book = await disputed();
    const ada = await clientAs(book.core, book.ada);
    const decided = [];
    for (const [index, itemId] of book.items.entries()) {
      const { document } = await ada.adjudications.open({ itemId, task });
      const key = { itemId, task, round: document.round };
      const label = index === 0;
      const after = {
        ...document.records,
        'field:label': { type: 'field' as const, name: 'label', value: label },
      };
      const { revision } = await ada.annotations.edit({
        ...key,
        revision: document.revision,
        diff: makeDiff<DocumentRecord>(document.records, after),
        mark: v7(),
        activeMilliseconds: 1,
      });
      const fields = { label: { how: 'written' as const, columns: [] } };
      const made = await ada.adjudications.decide({ ...key, revision, fields, cause: 'slip', note: '' });
      decided.push(made.case);
    }
    // The third is unclued, the others clued.
    expect(decided.map(({ decision }) => decision?.earlierGold?.differs?.includes('label'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(decided.map(({ decision }) => decision?.earlierGold?.shown)).toEqual([false, false, false]);
    expect(decided.map(({ hidden }) => hidden)).toEqual([null, null, null]);
    expect((await ada.annotations.open({ itemId: present(book.items[0]), task })).item.externalId).toContain(
      SECRET,
    );
    expect(giveaways(await learned(ada, book))).toContain('adjudications.queue');
  });

  it('shows all of it before where the casebook says so, and the decision remembers that', async () => {
    await using book = await disputed();
    const itemId = present(book.items[0]);
    const [ada, cara] = [await clientAs(book.core, book.ada), await clientAs(book.core, book.people.cara)];
    await cara.casebooks.saveSettings({ showEarlierGold: true });
    const told = giveaways(await learned(ada, book));
    for (const name of ['adjudications.queue', 'adjudications.open', 'items.get', 'annotations.open'])
      expect(told).toContain(name);
    // What was seen stays seen.
    await cara.casebooks.saveSettings({ showEarlierGold: false });
    expect(giveaways(await learned(ada, book))).toEqual([]);
    const { document } = await ada.adjudications.open({ itemId, task });
    const { case: decided } = await ada.adjudications.decide({
      itemId,
      task,
      revision: document.revision,
      fields: { label: { how: 'written', columns: [] } },
      cause: 'slip',
      note: '',
    });
    expect(decided.decision?.earlierGold?.shown).toBe(true);
  });
});
