import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pack } from '../../electron/core/merge/packagePlan.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answerOf, imagesOf, regionsOf } from '../../shared/domain/document.ts';
import { type ItemId, PackageId } from '../../shared/base/ids.ts';
import { type Client } from '../helpers/blindCasebook.ts';
import { contentOf, filesIn, freshCasebook, quietly } from '../helpers/casebooks.ts';
import { resultOf } from '../helpers/participantPackages.ts';
import { present } from '../helpers/present.ts';
import { completeStudySession } from '../helpers/study.ts';
import { uuid } from '../helpers/healthItems.ts';
import {
  answer,
  CANDIDATES,
  CHECKS,
  linesOf,
  OFFERED,
  offered,
  TEXTS_DONE,
} from '../helpers/offeredCandidates.ts';

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
