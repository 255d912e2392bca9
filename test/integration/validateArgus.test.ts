import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { pack } from '../../electron/core/merge/packagePlan.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import type { DocumentRecord, RegionRecord } from '../../shared/domain/document.ts';
import { answerOf, imagesOf, regionsOf } from '../../shared/domain/document.ts';
import { PackageId, RegionId, type ItemId, type PersonId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { clientAs, type Client } from '../helpers/blindCasebook.ts';
import { contentOf, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { resultOf } from '../helpers/participantPackages.ts';
import { present } from '../helpers/present.ts';
import { edit } from '../helpers/raters.ts';
import { regionRecord } from '../helpers/regions.ts';
import { completeStudySession } from '../helpers/study.ts';
import { uuid } from '../helpers/healthItems.ts';

const [, OFFERED = {}] = argusItems();
const CANDIDATES = ['allium-oreophilum.jpg', 'locomotion-house-cat.jpg', 'french-alpine-landscape.jpg'];
const SAID = 'zxq rationale';
const CHECKS = [
  { model: 'gm', verdict: 'consistent', rationale: SAID, image: CANDIDATES[1] ?? '' },
  { model: 'gm', verdict: 'inconsistent', rationale: SAID, image: CANDIDATES[0] ?? '' },
];
const linesOf = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): JsonObject => JSON.parse(line));
const TEXTS_DONE = { logical: 'yes', natural: 'yes', isolated: 'yes', pressure: 'yes' };

/** One item with three candidates and what a model said of two of them; Cara curates, Ann and Bo annotate. */
async function offered() {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'argus',
    title: 'A',
    person: 'cara',
  });
  const cara = present(services.people.list()[0]);
  const source = putPhotographs(folder.join('source'));
  put(`${source}/argus.jsonl`, `${JSON.stringify({ ...OFFERED, logic_check: CHECKS })}\n`);
  await services.importExport.import({ source, format: 'argus' }, cara, quietly);
  const item = present(
    services.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
  );
  const add = (handle: string) => services.people.add({ handle, name: '', roles: ['annotator'] }, cara.id).id;
  const [ann, bo] = [add('ann'), add('bo')];
  const windows = {
    cara: await clientAs(core, cara.id),
    ann: await clientAs(core, ann),
    bo: await clientAs(core, bo),
  };
  return {
    ...services,
    folder,
    source,
    item: item.id,
    windows,
    clientAs: (personId: PersonId) => clientAs(core, personId),
    assign: async (round: number, people = [ann, bo]) =>
      windows.cara.assignments.assign({
        items: { ids: [item.id] },
        task: 'validate',
        people,
        overlap: people.length,
        order: 'fixed',
        seed: 1,
        round,
      }),
    annotators: { ann, bo },
    shown: () => services.items.get(item.id, everything),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Puts fields into somebody's draft, and a box on the image of this number; submits where asked. */
async function answer(
  window: Client,
  itemId: ItemId,
  fields: Readonly<Record<string, Json>>,
  { box, submit = true }: { readonly box?: number; readonly submit?: boolean } = {},
): Promise<void> {
  const opened = await window.annotations.open({ itemId, task: 'validate' });
  const { records, revision, round } = opened;
  const at = { itemId, task: 'validate', round };
  const imageId = imagesOf(records)[(box ?? 0) - 1]?.imageId ?? null;
  const region: RegionRecord | null =
    imageId === null
      ? null
      : regionRecord({
          id: RegionId.parse(uuid(round * 10 + (box ?? 0))),
          imageId,
          label: 'trap',
          x: 10,
          y: 10,
          width: 20,
          height: 20,
        });
  const changed: [string, DocumentRecord][] = [
    ...Object.entries(fields).map(([name, value]): [string, DocumentRecord] => [
      `field:${name}`,
      { type: 'field', name, value },
    ]),
    ...(region === null ? [] : [[`region:${region.id}`, region] satisfies [string, DocumentRecord]]),
  ];
  const now = await edit(window, at, revision, records, { ...records, ...Object.fromEntries(changed) });
  if (submit) await window.annotations.submit({ ...at, revision: now });
}

/** Accepts the item by hand; gives why not, in words. */
const accept = async (window: Client, itemId: ItemId) => {
  const { refused } = await window.items.setStatus({ items: { ids: [itemId] }, status: 'accepted' });
  return refused.map(({ reason }) => reason);
};

const usable = async (window: Client) => {
  const options = present(await window.studies.options());
  return (await window.studies.preview(options.initial)).unusable.map(({ reason }) => reason);
};

describe('the best of three images', () => {
  it('is the item’s image from when the answer counts, and the others stay beside it', async () => {
    await using book = await offered();
    const { cara } = book.windows;
    expect(book.shown().images.map(({ role }) => role)).toEqual(['candidate', 'candidate', 'candidate']);
    expect(await usable(cara)).toEqual(['No image has been chosen yet.']);

    await answer(cara, book.item, { ...TEXTS_DONE, image: 2, verdict: 'accept' }, { box: 2 });
    const { images, payload, row } = book.shown();
    expect(images.map(({ role, name }) => [role, name])).toEqual([
      ['candidate', CANDIDATES[0]],
      ['image', CANDIDATES[1]],
      ['candidate', CANDIDATES[2]],
    ]);
    expect(payload).toMatchObject({ image: CANDIDATES[1], candidates: CANDIDATES });
    expect(row.imageId).toBe(images[1]?.imageId);
    expect(await accept(cara, book.item)).toEqual([]);
    expect(await usable(cara)).toEqual([]);

    // The same source again changes nothing, and takes nothing back.
    const before = contentOf(book);
    await book.importExport.import({ source: book.source, format: 'argus' }, null, quietly);
    expect(contentOf(book)).toEqual(before);

    // Formats of images and boxes have the chosen one alone, the benchmark's own has all.
    await book.importExport.export(
      { target: book.folder.join('coco'), format: 'coco', images: 'copy', status: ['accepted'] },
      null,
      quietly,
    );
    expect(filesIn(book.folder.join('coco', 'images'))).toEqual([CANDIDATES[1]]);
    await book.importExport.export(
      { target: book.folder.join('argus'), format: 'argus', images: 'none', status: ['accepted'] },
      null,
      quietly,
    );
    const [written] = linesOf(book.folder.join('argus', 'argus.jsonl'));
    const { candidates, ...rest } = OFFERED;
    const expected = {
      ...rest,
      image: CANDIDATES[1] ?? '',
      candidates: candidates ?? [],
      logic_check: CHECKS,
    };
    expect(JSON.stringify(written)).toBe(JSON.stringify(expected));

    // Judges see what participants saw.
    const judged = book.casebook.records.judgedAnswers.images(book.item);
    expect(judged.map(({ id }) => id)).toEqual([images[1]?.imageId]);

    // With its images it comes in elsewhere as it is here.
    await book.importExport.export(
      { target: book.folder.join('all'), format: 'argus', images: 'copy', status: ['accepted'] },
      null,
      quietly,
    );
    await using other = await freshCasebook('argus');
    await other.importExport.import({ source: book.folder.join('all'), format: 'argus' }, null, quietly);
    const [copied] = other.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows;
    expect(
      copied && other.items.get(copied.id, everything).images.map(({ role, name }) => [role, name]),
    ).toEqual([
      ['candidate', `images/${CANDIDATES[0] ?? ''}`],
      ['image', `images/${CANDIDATES[1] ?? ''}`],
      ['candidate', `images/${CANDIDATES[2] ?? ''}`],
    ]);

    // Another choice later moves it.
    await answer(cara, book.item, { image: 3 });
    expect(book.shown().images.map(({ role }) => role)).toEqual(['candidate', 'candidate', 'image']);
  });

  it('stays the one that an open study shows, no matter who would choose another', async () => {
    await using book = await offered();
    const { cara } = book.windows;
    const chosen = () => book.shown().images.map(({ role }) => role);
    await answer(cara, book.item, { ...TEXTS_DONE, image: 2, verdict: 'accept' }, { box: 2 });
    expect(await accept(cara, book.item)).toEqual([]);
    const initial = present((await cara.studies.options())?.initial);
    const { id } = await cara.studies.save({ title: 'Baseline', settings: initial });
    await cara.studies.open({ id });
    await expect(answer(cara, book.item, { image: 3 })).rejects.toThrow(/two different images/u);
    expect(chosen()).toEqual(['candidate', 'image', 'candidate']);
    // What leaves the image as it is is no matter of the study's.
    await answer(cara, book.item, { image: 2, reason: 'seen again' });
    await cara.studies.close({ id });
    await answer(cara, book.item, { image: 3 });
    expect(chosen()).toEqual(['candidate', 'candidate', 'image']);
  });

  it('is told with the answers that were given about it, whichever is chosen later', async () => {
    await using book = await offered();
    const { cara } = book.windows;
    await answer(cara, book.item, { ...TEXTS_DONE, image: 2, verdict: 'accept' }, { box: 2 });
    expect(await accept(cara, book.item)).toEqual([]);
    const initial = present((await cara.studies.options())?.initial);
    const { id: study } = await cara.studies.save({ title: 'Baseline', settings: initial });
    await cara.studies.open({ id: study });
    const participant = present((await cara.studies.enrolNew({ id: study, count: 1, prefix: 'P' }))[0]);
    await completeStudySession(await book.clientAs(participant.personId), participant.studySessionId);
    await cara.studies.close({ id: study });
    await answer(cara, book.item, { image: 3 });

    const exported = await resultOf(
      cara.importExport.export({
        target: book.folder.join('answers.jsonl'),
        names: true,
        format: 'answers-jsonl',
        status: null,
      }),
    );
    expect(exported.left_out).toEqual([]);
    const lines = linesOf(book.folder.join('answers.jsonl'));
    expect(lines.map(({ step, images }) => [step, images])).toEqual([
      ['description', [CANDIDATES[1]]],
      ['question', [CANDIDATES[1]]],
    ]);
    await resultOf(cara.studies.report({ id: study, target: book.folder.join('report') }));
    const table = readFileSync(book.folder.join('report', 'answers.csv'), 'utf8');
    expect(table).toMatch(/^[a-z_,]*,step,images,position,/u);
    expect(table.split(`,${String(CANDIDATES[1])},`)).toHaveLength(1 + 2);

    // Who takes them in where another image is shown is told so.
    const taken = await resultOf(
      cara.importExport.import({ source: book.folder.join('answers.jsonl'), format: 'answers-jsonl' }),
    );
    expect(taken.warnings).toEqual([
      {
        item: 'argus-0002',
        field: 'images',
        message:
          '2 answers were for other images than the items have here, starting with this one: compare them with care.',
      },
    ]);
    await answer(cara, book.item, { image: 2 });
    const again = await resultOf(
      cara.importExport.import({ source: book.folder.join('answers.jsonl'), format: 'answers-jsonl' }),
    );
    expect(again.warnings).toEqual([]);
  });

  it('is not known of answers from before it was written down, once another is chosen', async () => {
    await using book = await offered();
    const { cara } = book.windows;
    await answer(cara, book.item, { ...TEXTS_DONE, image: 2, verdict: 'accept' }, { box: 2 });
    expect(await accept(cara, book.item)).toEqual([]);
    const initial = present((await cara.studies.options())?.initial);
    const { id: study } = await cara.studies.save({ title: 'Baseline', settings: initial });
    await cara.studies.open({ id: study });
    const participant = present((await cara.studies.enrolNew({ id: study, count: 1, prefix: 'P' }))[0]);
    const { database } = book.casebook;
    const entry = database
      .prepare<[string], number>(
        "SELECT e.key FROM session s, json_each(s.plan) e WHERE s.id = ? AND e.value ->> 'kind' = 'item'",
      )
      .pluck()
      .get(participant.studySessionId);
    database
      .prepare('UPDATE session SET plan = json_remove(plan, ?) WHERE id = ?')
      .run(`$[${String(entry)}].contents`, participant.studySessionId);
    await completeStudySession(await book.clientAs(participant.personId), participant.studySessionId);
    await cara.studies.close({ id: study });
    const seen = async (name: string) => {
      const target = book.folder.join(name);
      await resultOf(cara.importExport.export({ target, format: 'answers-jsonl', status: null }));
      return linesOf(target).map(({ images }) => images);
    };
    expect(await seen('before.jsonl')).toEqual([[CANDIDATES[1]], [CANDIDATES[1]]]);
    await answer(cara, book.item, { image: 3 });
    expect(await seen('after.jsonl')).toEqual([undefined, undefined]);
  });

  it('takes no box on another one', async () => {
    await using book = await offered();
    await answer(book.windows.cara, book.item, { ...TEXTS_DONE, image: 2, verdict: 'accept' }, { box: 1 });
    expect(await accept(book.windows.cara, book.item)).toEqual([
      'Image 2 is chosen, but the trap is boxed on image 1: delete that box, or choose that image.',
    ]);
  });

  it('is not told anybody who is yet to choose, nor what any is called', async () => {
    await using book = await offered();
    const { cara, ann } = book.windows;
    await answer(cara, book.item, { ...TEXTS_DONE, image: 2, verdict: 'accept' }, { box: 2 });
    await book.assign(1, [book.annotators.ann]);
    const detail = await ann.items.get({ id: book.item });
    const { records } = await ann.annotations.open({ itemId: book.item, task: 'validate' });
    for (const images of [detail.images, imagesOf(records)])
      expect(images.map(({ role, name }) => [role, name])).toEqual([
        ['candidate', 'image 1'],
        ['candidate', 'image 2'],
        ['candidate', 'image 3'],
      ]);
    expect(detail.row.imageId).toBe(detail.images[0]?.imageId);
    expect(answerOf(records)['image']).toBeNull();
    expect(regionsOf(records)).toEqual([]);
    expect(JSON.stringify([detail, records])).not.toMatch(/house-cat|zxq/u);

    // Nor by the package that they take away.
    const { cargo } = pack(book.casebook, book.annotators.ann, {
      id: PackageId.parse(uuid(900)),
      casebookId: uuid(901),
      personId: book.annotators.ann,
      createdAt: 0,
    });
    expect(cargo.items.map(({ images }) => images.map(({ role }) => role))).toEqual([
      ['candidate', 'candidate', 'candidate'],
    ]);
    expect(JSON.stringify(cargo.items)).not.toMatch(/house-cat|zxq/u);
  });
});

describe('what models said', () => {
  it('is shown when one’s own texts and image are answered and it is noted that it is, not before', async () => {
    await using book = await offered();
    await book.assign(1);
    const { ann, bo } = book.windows;
    const seen = async (window: Client) => (await window.items.get({ id: book.item })).machines;
    await answer(ann, book.item, { logicCheckSeen: true }, { submit: false });
    expect(await seen(ann)).toBeUndefined();
    await answer(ann, book.item, TEXTS_DONE, { submit: false });
    expect(await seen(ann)).toBeUndefined();
    await answer(ann, book.item, { image: 2, logicCheckSeen: false }, { submit: false });
    expect(await seen(ann)).toBeUndefined();
    await answer(ann, book.item, { logicCheckSeen: true }, { submit: false });
    const said = {
      logic_check: [
        { model: 'gm', verdict: 'consistent', rationale: SAID, image: 2 },
        { model: 'gm', verdict: 'inconsistent', rationale: SAID, image: 1 },
      ],
    };
    expect(await seen(ann)).toEqual(said);
    expect(await seen(bo)).toBeUndefined();
    await answer(ann, book.item, { verdict: 'accept' });
    expect(await seen(ann)).toEqual(said);
    // Anybody who is asked again is asked blind.
    await book.assign(2, [book.annotators.ann]);
    expect(await seen(ann)).toBeUndefined();
  });

  it('comes in by a file, wholly or not at all, and says where it is wrong', async () => {
    await using book = await freshCasebook('argus');
    const items = argusItems().map((item) => JSON.stringify(item));
    await book.importExport.import(
      { source: put(book.at('argus.jsonl'), items.join('\n')), format: 'argus' },
      null,
      quietly,
    );
    const line = { id: 'argus-0002', model: 'gm', verdict: 'consistent' };
    const lines: readonly (JsonObject | string)[] = [
      line,
      { ...line, image: CANDIDATES[0] ?? '', verdict: 'maybe' },
      { ...line, id: 'nobody' },
      '{"id": ',
      { ...line, model: ' ', rationale: 3 },
      line,
    ];
    const source = put(
      book.at('logic.jsonl'),
      lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'),
    );
    expect(await formats.recognise(source)).toEqual(['argus-logic']);
    const before = contentOf(book);
    const report = await book.importExport.import({ source, format: 'argus-logic' }, null, quietly);
    expect(report.skipped.map(({ item, field }) => [item, field])).toEqual([
      ['line 2', 'verdict'],
      ['line 4', null],
      ['line 5', 'model'],
      ['line 5', 'rationale'],
      ['line 6', null],
      ['line 3', 'id'],
    ]);
    expect(contentOf(book)).toEqual(before);
    const strange = put(book.at('strange.jsonl'), JSON.stringify({ ...line, image: 'x.png' }));
    const refused = await book.importExport.import({ source: strange, format: 'argus-logic' }, null, quietly);
    expect(refused.skipped.map(({ item, field }) => [item, field])).toEqual([['argus-0002', 'image']]);
    expect(contentOf(book)).toEqual(before);
    // A bad line does not take the good ones of its item with it; a refused import tells no changes.
    const mixed = put(
      book.at('mixed.jsonl'),
      [line, { ...line, image: 'x.png' }, { ...line, model: 'other' }]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    const all = await book.importExport.import({ source: mixed, format: 'argus-logic' }, null, quietly);
    expect(all).toMatchObject({ applied: false, changes: [], updated: 0 });
    const request = { source: mixed, format: 'argus-logic', keepGoing: true } as const;
    const taken = await book.importExport.import(request, null, quietly);
    expect(taken).toMatchObject({ applied: true, updated: 1 });
    expect(taken.skipped).toEqual([
      { item: 'argus-0002', field: 'image', reason: 'The item has no image "x.png". (line 2)' },
    ]);
    const [row] = book.items.list(
      { text: 'argus-0002' },
      { by: 'imported', descending: false },
      0,
      1,
      everything,
    ).rows;
    expect(row === undefined ? null : book.items.get(row.id, everything).payload['logic_check']).toEqual([
      { model: 'gm', verdict: 'consistent' },
      { model: 'other', verdict: 'consistent' },
    ]);
  });

  it('stays when the item’s own source comes in again, and gives way to the model’s next word', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const items = put(
      folder.join('argus.jsonl'),
      argusItems()
        .map((item) => JSON.stringify(item))
        .join('\n'),
    );
    const say = (name: string, ...lines: readonly JsonObject[]): string =>
      put(folder.join(name), lines.map((line) => JSON.stringify(line)).join('\n'));
    const first = say(
      'one.jsonl',
      { id: 'argus-0002', model: 'gm', verdict: 'unsure', rationale: 'Hm.' },
      { id: 'argus-0002', model: 'gm', verdict: 'consistent', image: CANDIDATES[2] ?? '', 'own key': [1] },
    );
    const second = say('two.jsonl', { id: 'argus-0002', model: 'gm', verdict: 'consistent' });
    await casebook('new', path, '--benchmark', 'argus');
    await json(shapes.import, 0, 'import', path, items, '--format', 'argus');
    const bringIn = async (file: string) =>
      json(shapes.import, 0, 'import', path, file, '--format', 'argus-logic');
    expect(await bringIn(first)).toMatchObject({ updated: 1, skipped: [] });
    expect(await bringIn(first)).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await bringIn(second)).toMatchObject({ updated: 1 });
    const again = await json(shapes.import, 0, 'import', path, items, '--format', 'argus');
    expect(again).toMatchObject({ updated: 0, unchanged: 2 });
    const out = folder.join('out');
    const words = ['export', path, out, '--format', 'argus', '--images', 'none', '--status', 'any'];
    await json(shapes.export, 0, ...words);
    const [untouched, checked] = linesOf(folder.join('out', 'argus.jsonl'));
    expect(untouched).toEqual(argusItems()[0]);
    expect(checked).toEqual({
      ...OFFERED,
      logic_check: [
        { model: 'gm', verdict: 'consistent' },
        { model: 'gm', verdict: 'consistent', image: CANDIDATES[2], 'own key': [1] },
      ],
    });
  });
});

describe('candidates that come after the texts', () => {
  it('join the item with its source, and its answers stay', async () => {
    await using book = await freshCasebook('argus');
    const source = putPhotographs(book.at('source'));
    const { candidates, ...texts } = OFFERED;
    const bringIn = async (item: JsonObject) => {
      put(book.at('source', 'argus.jsonl'), JSON.stringify(item));
      return book.importExport.import({ source, format: 'argus' }, null, quietly);
    };
    await bringIn(texts);
    const row = present(book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0]);
    const detail = () => book.items.get(row.id, everything);
    expect(detail().images).toEqual([]);
    const report = await bringIn({ ...texts, candidates: candidates ?? [] });
    expect(report).toMatchObject({ added: 0, updated: 1, images: { added: 3 }, skipped: [] });
    expect(detail().images.map(({ role, name }) => [role, name])).toEqual(
      CANDIDATES.map((name) => ['candidate', name]),
    );
    expect(detail().images.every(({ imageId }) => imageId !== null)).toBe(true);
    // Chosen in the source: the same rows, the role moved.
    await bringIn({ ...texts, image: CANDIDATES[0] ?? '', candidates: candidates ?? [] });
    expect(detail().images.map(({ role }) => role)).toEqual(['image', 'candidate', 'candidate']);
  });
});
