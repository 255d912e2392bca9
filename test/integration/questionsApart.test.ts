import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudySettings } from '../../shared/contract/studies.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { PlanEntry } from '../../shared/domain/study.ts';
import { resultOf } from '../helpers/participantPackages.ts';
import { gridQuestion, localisationQuestion, matchingQuestion } from '../helpers/perceptionQuestions.ts';
import { present } from '../helpers/present.ts';
import { completeStudySession, type StudyCasebook, studyCasebook } from '../helpers/study.ts';

/*
 * Questions of all five kinds about the same images: what is shown in one tells the answer of another.
 */

const IMAGES = 6;
const BOXES = { left_eye: [1, 2, 30, 40], mouth: [50, 60, 90, 80] } as const;

/** Of each image eight: one of matching, one of grid pointing for each cell, three of localisation. */
const questions = (): JsonObject[] =>
  Array.from({ length: IMAGES }, (_, image) => `face-${String(image)}`).flatMap((item) => [
    matchingQuestion({ id: `matching-${item}`, item, answer: 'B' }),
    ...([0, 1] as const).flatMap((row) =>
      ([0, 1] as const).map((column) =>
        gridQuestion({
          id: `grid-${item}-${String(row)}${String(column)}`,
          item,
          answer: [row, column],
        }),
      ),
    ),
    ...(['guided', 'semi-guided', 'unguided'] as const).map((guidance) =>
      localisationQuestion({ id: `${guidance}-${item}`, item, guidance, boxes: BOXES, hint: 'mouth' }),
    ),
  ]);
const KINDS = ['matching', 'grid', 'guided', 'semi-guided', 'unguided'];

const book = (settings: Partial<StudySettings> = {}) =>
  studyCasebook({ benchmark: 'observatory', items: questions(), imagesEach: 5, settings });

/** What each participant meets: the images, and under which kind. */
function metBy({ database, study, items }: StudyCasebook): { face: string; kind: string }[][] {
  const names = new Map(items.map(({ id, payload }) => [id, z.string().parse(payload['id'])]));
  return database
    .prepare<[string], string>('SELECT plan FROM session WHERE study_id = ? AND number > 0 ORDER BY number')
    .pluck()
    .all(study)
    .map((plan) =>
      z
        .array(PlanEntry)
        .parse(JSON.parse(plan))
        .flatMap((entry) => {
          if (entry.kind !== 'item' || entry.purpose !== 'main') return [];
          const found = /^(.*)-(face-\d)/u.exec(names.get(entry.itemId) ?? '');
          return [{ kind: found?.[1] ?? '', face: found?.[2] ?? '' }];
        }),
    );
}

const stateOf = async ({ ana, study }: StudyCasebook) => {
  const { items, itemsEach, apart, settings } = await ana.studies.get({ id: study });
  return { items, itemsEach, apart, setting: settings.apart };
};

describe('questions about the same image', () => {
  it('are met under one kind only, which takes turns over participants and images', async () => {
    await using study = await book();
    await study.participants(5);
    const met = metBy(study);
    for (const own of met) {
      expect(new Set(own.map(({ face }) => face)).size).toBe(IMAGES);
      expect(own).toHaveLength(IMAGES);
      // Six images, five kinds.
      expect(new Set(own.map(({ kind }) => kind)).size).toBe(5);
    }
    for (const face of new Set(met.flat().map((each) => each.face)))
      expect(
        met
          .flat()
          .filter((each) => each.face === face)
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual([...KINDS].sort());
  });

  it('are counted as they are met: before it is opened, while it is open, and in the report', async () => {
    await using study = await book();
    const { ana, settings, folder } = study;
    expect(await ana.studies.preview(settings)).toMatchObject({
      items: 8 * IMAGES,
      itemsEach: IMAGES,
      apart: true,
      steps: { least: IMAGES, most: IMAGES },
      problems: [],
    });
    const share = { items: 8 * IMAGES, itemsEach: IMAGES, apart: true, setting: true };
    expect(await stateOf(study)).toEqual(share);
    const first = present((await study.participants(1))[0]);
    expect(await stateOf(study)).toEqual(share);
    await completeStudySession(first.window, first.studySessionId);
    expect(await ana.studies.participants({ id: study.study })).toMatchObject([
      { state: 'finished', answered: IMAGES, steps: IMAGES },
    ]);
    const target = folder.join('report');
    await resultOf(ana.studies.report({ id: study.study, target }));
    expect(readFileSync(folder.join('report', 'report.md'), 'utf8')).toContain(
      '| Items for each | 6; of items that tell each other’s answers one, their kinds counterbalanced over participants |',
    );
    expect(JSON.parse(readFileSync(folder.join('report', 'study.json'), 'utf8'))).toMatchObject({
      items: 8 * IMAGES,
      items_each: IMAGES,
      settings: { apart: true },
    });
  });

  it('cannot be asked of each more often than there are images', async () => {
    await using study = await book();
    const wanted = { ...study.settings, itemsEach: IMAGES + 1 };
    expect((await study.ana.studies.preview(wanted)).problems).toEqual([
      "Each participant needs 7 items, but each can see only 6 of the 48, because some items reveal each other's answers.",
    ]);
    expect(await study.ana.studies.preview({ ...wanted, itemsEach: IMAGES })).toMatchObject({ problems: [] });
  });

  it('are all asked where they are of one kind: those tell each other nothing', async () => {
    await using study = await book();
    const { settings, ana } = study;
    const grids = { ...settings, items: { filter: { facets: { kind: ['Grid pointing'] } }, sample: null } };
    expect(await ana.studies.preview(grids)).toMatchObject({
      items: 4 * IMAGES,
      itemsEach: 4 * IMAGES,
      apart: false,
    });
  });

  it('are left out where practice is about the image, as it tells where everything is', async () => {
    await using study = await book();
    const practice = study.items.filter(({ payload }) => payload['id'] === 'guided-face-0');
    const preview = await study.ana.studies.preview({
      ...study.settings,
      practice: practice.map(({ id }) => id),
    });
    expect(preview).toMatchObject({ items: 8 * (IMAGES - 1), itemsEach: IMAGES - 1, practice: 1 });
    expect(preview.unusable.map(({ item }) => item).sort()).toEqual(
      questions()
        .flatMap(({ id, item }) =>
          item === 'face-0' && id !== 'guided-face-0' ? [z.string().parse(id)] : [],
        )
        .sort(),
    );
    expect(new Set(preview.unusable.map(({ reason }) => reason))).toEqual(
      new Set(['A practice item is about the same and reveals its answer.']),
    );
  });
});

/** Makes the settings what they were before there was the setting. */
const forget = ({ database, study }: StudyCasebook): void =>
  void database
    .prepare("UPDATE study SET settings = json_remove(settings, '$.apart') WHERE id = ?")
    .run(study);

describe('a study from before questions were kept apart', () => {
  it('goes on as it was where it is open: who comes later takes the same exam', async () => {
    await using study = await book({ apart: false });
    await study.participants(1);
    forget(study);
    expect(await stateOf(study)).toEqual({ items: 48, itemsEach: 48, apart: false, setting: undefined });
    await study.participants(1);
    expect(metBy(study).map((met) => met.length)).toEqual([48, 48]);
  });

  it('keeps them apart where it is a draft yet, and is told so', async () => {
    await using study = await book();
    forget(study);
    expect(await stateOf(study)).toEqual({ items: 48, itemsEach: 6, apart: true, setting: true });
    await study.participants(2);
    expect(await stateOf(study)).toEqual({ items: 48, itemsEach: 6, apart: true, setting: true });
    expect(metBy(study).map((met) => met.length)).toEqual([6, 6]);
  });
});
