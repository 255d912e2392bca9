import { z } from 'zod';
import type { Baseline } from '../../../../shared/benchmarks/baseline.ts';
import { type OwnText, ownTexts } from '../../../../shared/benchmarks/translatedSteps.ts';
import type { StudyPreview, StudySettings } from '../../../../shared/contract/studies.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { drawSample } from '../../../../shared/domain/sampling.ts';
import {
  choicesIn,
  type PlannedItem,
  type PlannedStudy,
  studyOrder,
} from '../../../../shared/domain/studyPlan.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { countRows, visibleIdsOf } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { isShownImage } from '../../records/images/chosenImages.ts';
import { checkImageProblems, settingsProblems, shareProblems, stratifiedBy } from './problems.ts';

/** The items that a study of some settings has. */
export interface DrawnItems {
  readonly practice: readonly StudyItem[];
  /** In the study's own order. */
  readonly main: readonly StudyItem[];
  readonly strata: StudyPreview['strata'];
  readonly unusable: StudyPreview['unusable'];
  /** Why the study cannot be opened like this. */
  readonly problems: readonly string[];
}

export interface StudyItem extends PlannedItem {
  readonly name: string;
  /** What participants read of it in any of some conditions. */
  readonly texts: (conditions: readonly string[]) => readonly OwnText[];
}

const Row = z.object({
  id: ItemId,
  name: z.string(),
  label: z.string().nullable(),
  facets: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  status: z.string(),
  payload: z.string(),
  images: z.string().transform((hashes) => z.array(z.string()).parse(JSON.parse(hashes))),
  missing: z.int(),
});
type Row = z.infer<typeof Row>;

/** Drawing of studies' items in an open casebook. */
export class StudyItemDrawer {
  readonly #casebook: Casebook;
  readonly #byIds;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#byIds = database.prepare<[string, string]>(
      `SELECT i.id, i.external_id AS name, i.label, i.status, i.payload,
       (SELECT json_group_object(name, value) FROM item_facet
        WHERE item = i.sequence AND name IN (SELECT value FROM json_each(?))) AS facets,
       (SELECT count(*) FROM item_image f WHERE item_id = i.id AND image_id IS NULL AND ${isShownImage('f')}) AS missing,
       (SELECT json_group_array(m.sha256 ORDER BY f.position) FROM item_image f JOIN image m ON m.id = f.image_id
        WHERE f.item_id = i.id AND ${isShownImage('f')}) AS images
     FROM json_each(?) wanted JOIN item i ON i.id = wanted.value ORDER BY wanted.key`,
    );
  }

  /**
   * Draws items as settings say; the filter finds what `viewpoint` may find, without what is blind to it.
   */
  draw(settings: StudySettings, viewpoint: Viewpoint): DrawnItems {
    const { baseline, title } = this.#casebook.benchmark;
    if (baseline === undefined) {
      const problems = [`${title} has no questions for participants.`];
      return { practice: [], main: [], strata: [], unusable: [], problems };
    }
    const { filter, sample } = settings.items;
    const fields = stratifiedBy(sample);
    const practiceIds = [...new Set(settings.practice)];
    const shownByChecks = settings.attention.checks.flatMap(({ image }) => image ?? []);
    const isPractice = new Set<string>([...practiceIds, ...shownByChecks]);
    const foundPractice = this.#read(practiceIds.filter((id) => !viewpoint.isBlind(id)));
    const told = new Set(
      settings.apart === true ? foundPractice.flatMap((row) => exclusiveOf(row, baseline)?.key ?? []) : [],
    );
    const isTold = (row: Row): boolean => told.size > 0 && told.has(exclusiveOf(row, baseline)?.key ?? '');
    const found = this.#read(
      visibleIdsOf(this.#casebook.database, filter, viewpoint).filter((id) => !isPractice.has(id)),
      fields,
    );
    const unusable: StudyPreview['unusable'] = [];
    const hidden = this.#blindAmong(filter, viewpoint);
    if (hidden > 0)
      unusable.push({
        item: `${String(hidden)} ${hidden === 1 ? 'item' : 'items'}`,
        reason: 'You have not answered them yet.',
      });
    const usable = (rows: readonly Row[], whyNot: (row: Row, reason: string) => void): Row[] =>
      rows.filter((row) => {
        const reason = whyUnusable(row, settings.conditions, baseline);
        if (reason !== null) whyNot(row, reason);
        return reason === null;
      });
    const candidates = usable(found, ({ name }, reason) => unusable.push({ item: name, reason })).filter(
      (row) => {
        const asked = !isTold(row);
        if (!asked)
          unusable.push({
            item: row.name,
            reason: 'A practice item is about the same and reveals its answer.',
          });
        return asked;
      },
    );
    const { chosen, strata } = drawSample({
      from: candidates.map((row) => ({
        item: row,
        stratum: stratumOf(row, fields),
      })),
      size: sample,
      seed: settings.seed,
    });
    const problems = settingsProblems(settings, this.#casebook.benchmark);
    if (practiceIds.some((id) => viewpoint.isBlind(id)))
      problems.push('You have not answered some of the practice items yet.');
    if (this.#read(practiceIds).length < practiceIds.length)
      problems.push('Some practice items are no longer in this casebook.');
    const checked = new Map(this.#read(shownByChecks).map((row) => [row.id, row]));
    problems.push(
      ...checkImageProblems(
        settings.attention.checks,
        (id) => checked.get(id),
        (id) => viewpoint.isBlind(id),
      ),
    );
    const practice = usable(foundPractice, ({ name }, reason) =>
      problems.push(`${name} cannot be a practice item. ${reason}`),
    );
    const main = studyOrder(chosen, settings.seed).map((row) => studyItem(row, baseline));
    const most = choicesIn({ apart: settings.apart === true, main }).length;
    problems.push(...shareProblems(settings.itemsEach, { most, chosen: chosen.length }, unusable));
    return {
      practice: practice.map((row) => studyItem(row, baseline)),
      main,
      strata: strata.length === 0 ? [{ value: null, available: 0, chosen: 0 }] : [...strata],
      unusable,
      problems,
    };
  }

  /** These items, in this order; those that are not in the casebook are left out. */
  load(ids: readonly ItemId[]): StudyItem[] {
    const { baseline } = this.#casebook.benchmark;
    return baseline === undefined ? [] : this.#read(ids).map((row) => studyItem(row, baseline));
  }

  #read(ids: readonly string[], facets: readonly string[] = []): Row[] {
    return this.#byIds.all(JSON.stringify(facets), JSON.stringify(ids)).map((raw) => Row.parse(raw));
  }

  /** Items that the filter finds and that say nothing yet to the caller: a study must not tell of them either. */
  #blindAmong(filter: StudySettings['items']['filter'], viewpoint: Viewpoint): number {
    return viewpoint.isBlindAnywhere()
      ? countRows(this.#casebook.database, filter, viewpoint) -
          visibleIdsOf(this.#casebook.database, filter, viewpoint).length
      : 0;
  }
}

/** What an item has of the fields, together; null where it has nothing of the only one. */
function stratumOf({ label, facets }: Row, fields: readonly string[]): string | null {
  const values = fields.map((field) => (field === 'label' ? label : (facets[field] ?? null)));
  if (values.length <= 1) return values[0] ?? null;
  return values.map((value) => value ?? '–').join(' × ');
}

function whyUnusable(
  { payload, status, images, missing }: Row,
  conditions: readonly string[],
  baseline: Baseline,
): string | null {
  if (status === 'rejected') return 'It was rejected.';
  if (missing > 0) return 'Its image is missing.';
  if (images.length === 0) return 'It has no image.';
  const parsed = JsonObject.parse(JSON.parse(payload));
  const usable = baseline.usable(parsed);
  if (!usable.ok) return usable.reason;
  const isAsked = conditions.every((condition) => baseline.steps(parsed, condition).length > 0);
  return isAsked ? null : 'It has no questions.';
}

function exclusiveOf({ payload }: Row, baseline: Baseline): PlannedItem['exclusive'] {
  return baseline.exclusive?.(JsonObject.parse(JSON.parse(payload))) ?? null;
}

function studyItem(row: Row, baseline: Baseline): StudyItem {
  const { id, name, images, payload } = row;
  const known = new Map<string, ReturnType<Baseline['steps']>>();
  return {
    id,
    name,
    images,
    exclusive: exclusiveOf(row, baseline),
    texts: (conditions) => ownTexts(baseline, JsonObject.parse(JSON.parse(payload)), conditions),
    steps(condition) {
      const steps = known.get(condition) ?? baseline.steps(JsonObject.parse(JSON.parse(payload)), condition);
      known.set(condition, steps);
      return steps;
    },
  };
}

/** Settings and items as planning takes them. */
export function plannedStudy(
  settings: StudySettings,
  { practice, main }: { readonly practice: readonly StudyItem[]; readonly main: readonly StudyItem[] },
): PlannedStudy {
  return {
    seed: settings.seed,
    order: settings.order,
    conditions: settings.conditions,
    itemsEach: settings.itemsEach,
    apart: settings.apart === true,
    instructions: settings.texts.instructions.trim() !== '',
    followUps: settings.followUps ?? 'with_item',
    practice,
    main,
    attention: { checks: settings.attention.checks.length, every: settings.attention.every },
    breakEvery: settings.breakEvery,
    questions: settings.questionnaire?.length ?? 0,
  };
}

/** How many items a participant of such a study meets, and whether some are kept apart. */
export function shareOf(
  settings: StudySettings,
  main: readonly StudyItem[],
): Pick<StudyPreview, 'items' | 'itemsEach' | 'apart'> {
  const most = choicesIn({ apart: settings.apart === true, main }).length;
  return {
    items: main.length,
    itemsEach: Math.min(settings.itemsEach ?? most, most),
    apart: most < main.length,
  };
}

/** What a study of these settings would be. */
export function previewOf(settings: StudySettings, drawn: DrawnItems): StudyPreview {
  const { practice, main, strata, unusable, problems } = drawn;
  const { attention, breakEvery, conditions } = settings;
  const share = shareOf(settings, main);
  const each = share.itemsEach;
  const choices = choicesIn({ apart: settings.apart === true, main }).map(({ kinds }) =>
    kinds.flat().flatMap((place) => main[place] ?? []),
  );
  const counts = (item: StudyItem): number[] => conditions.map((id) => item.steps(id).length);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const fewest = choices.map((items) => Math.min(...items.flatMap(counts))).sort((a, b) => a - b);
  const most = choices.map((items) => Math.max(...items.flatMap(counts))).sort((a, b) => b - a);
  // Items that come again, where there is a second pass.
  const again = (numbers: readonly number[]): number =>
    settings.followUps === 'second_pass' ? numbers.slice(0, each).filter((count) => count > 1).length : 0;
  const checksIn = (items: number): number =>
    attention.checks.length === 0 ? 0 : Math.floor(items / attention.every);
  const breaksIn = (items: number): number =>
    breakEvery === null || items === 0 ? 0 : Math.ceil(items / breakEvery) - 1;
  const questions = settings.questionnaire?.length ?? 0;
  const leastChecks = checksIn(each) + checksIn(again(fewest));
  const mostChecks = checksIn(each) + checksIn(again(most));
  return {
    ...share,
    practice: practice.length,
    strata: [...strata],
    steps: {
      least:
        sum(practice.map((item) => Math.min(...counts(item)))) +
        sum(fewest.slice(0, each)) +
        leastChecks +
        questions,
      most:
        sum(practice.map((item) => Math.max(...counts(item)))) +
        sum(most.slice(0, each)) +
        mostChecks +
        questions,
    },
    breaks: breaksIn(each) + breaksIn(again(most)),
    checks: mostChecks,
    unusable: [...unusable],
    problems: [...problems],
  };
}
