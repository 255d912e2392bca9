import { decimalText } from '../../../../shared/base/decimals.ts';
import { skewInWords } from '../../../../shared/agreement/ratings/skew.ts';
import type { z } from 'zod';
import { haveCommonParts, isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { type AgreementReport, AgreementRequest } from '../../../../shared/contract/agreement.ts';
import { comparedByBoxes } from '../../../../shared/foreign/comparedByBoxes.ts';
import { ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import {
  consensusStatement,
  type ReliabilityCard,
  type ReliabilityConsensus,
  type ReliabilityField,
} from '../../formats/ratings/reliabilityCard.ts';
import { areIndependent, originStatement, ratingOrigins } from '../../formats/ratings/ratingOrigins.ts';
import { decisionStatement, earlierGoldStatement } from '../../formats/ratings/reliabilityDecisions.ts';
import { consensusOfParts, GoldPartsColumn } from '../../records/answers/goldParts.ts';
import { readFieldTable } from '../../derived/agreement/fieldTable.ts';
import { tableQuestion } from '../../derived/agreement/question.ts';
import { type AgreementFigures, reportOf } from '../../derived/agreement/report.ts';
import { decisionsOn } from './decisionsMade.ts';
import { describeRatingTimes, type RatedRound, roundsOf } from './ratedRounds.ts';
import { openConflictsOf } from '../../records/sharing/openConflicts.ts';
import { everything } from '../../access/viewpoint.ts';
import { readMeta, readMetaText } from '../../db/meta.ts';
import { hasBoxes } from '../../records/answers/regions.ts';
import type { Work } from '../../base/work.ts';

interface Options {
  /** The casebook as it is, and as it was when the export began. */
  readonly casebook: Casebook;
  readonly frozen: Casebook;
  readonly agreement: AgreementFigures;
  /** The items of the export, in their order. */
  readonly ids: readonly string[];
  /** Whether times are given to the millisecond, or days alone. */
  readonly times: boolean;
  readonly work: Work;
}

type Figures = Pick<
  AgreementReport,
  | 'title'
  | 'level'
  | 'items'
  | 'pairable'
  | 'ratings'
  | 'seed'
  | 'resamples'
  | 'coefficients'
  | 'shaped'
  | 'skew'
> & { readonly raters: readonly { readonly personId: PersonId; readonly ratings: number }[] };

/**
 * The reliability card of an export: every field of every task that can be compared, over the items that are in the
 * export, round by round. Computed beside the main thread.
 */
export async function reliabilityOf(options: Options): Promise<ReliabilityCard> {
  const { casebook, frozen, ids } = options;
  const { benchmark } = frozen;
  const vocabulary = JsonObject.parse(readMeta(frozen.database, 'vocabulary'));
  const rounds = roundsOf(frozen.database, new Set(ids));
  const rated = new Set(rounds.flatMap(({ ratings }) => [...ratings.keys()]));
  // Two who were asked for different fields cannot be compared.
  const twice = new Set(
    rounds.flatMap(({ ratings }) =>
      [...ratings].flatMap(([item, given]) =>
        haveCommonParts(given.map(({ asked }) => asked)) ? [item] : [],
      ),
    ),
  ).size;
  const origins = ratingOrigins(
    rounds.flatMap(({ ratings }) =>
      [...ratings.values()].flatMap((given) => given.map(({ origin }) => origin)),
    ),
  );
  const decisions = decisionsOn(frozen, new Set(ids));
  const consensus = consensusOn(frozen, new Set(ids));
  const drawsBoxes = hasBoxes(frozen.database);
  const before = stateOf(frozen.database);
  const asked = rounds.flatMap((round) =>
    benchmark.tasks
      .filter(({ id }) => id === round.task)
      .flatMap((task) =>
        task
          .fields(vocabulary)
          .filter(({ comparison: { level } }) => level !== 'text' && (level !== 'boxes' || drawsBoxes))
          .map(({ name }) => ({ round, task: task.title, field: name })),
      ),
  );
  const compute = async (figures: (request: Request) => Promise<Figures> | Figures) => {
    const fields: ReliabilityField[] = [];
    for (const { round, task, field } of asked) {
      options.work.signal.throwIfAborted();
      const computed = await figures(requestOf(round, field, ids));
      if (computed.ratings > 0) fields.push(fieldOf(round, task, field, computed, options.times));
    }
    return fields;
  };
  const beside = await compute((request) =>
    options.agreement.figures(request, everything, options.work.progress, options.work.signal),
  );
  // Whatever was answered meanwhile is not in the export, so it must not be in its card.
  const fields =
    stateOf(casebook.database) === before ? beside : await compute((request) => figuresHere(frozen, request));
  return {
    casebook: readMetaText(frozen.database, 'title'),
    benchmark: benchmark.id,
    items: ids.length,
    items_rated: rated.size,
    items_rated_twice: twice,
    open_conflicts: openConflictsOf(frozen).length,
    statement: [
      statementOf(ids.length, rated.size, twice, areIndependent(origins)),
      ...[originStatement(origins)].filter((sentence) => sentence !== ''),
      ...(rated.size > 0 || decisions.decisions > 0
        ? [decisionStatement(decisions), earlierGoldStatement(decisions)]
        : []),
      ...(consensus === null ? [] : [consensusStatement(consensus)]),
    ].join(' '),
    origins,
    decisions,
    ...(consensus !== null && { consensus }),
    fields,
  };
}

type Request = z.output<typeof AgreementRequest>;

function requestOf({ task, round, raters }: RatedRound, field: string, ids: readonly string[]): Request {
  // By name, so that the figures are the same to the last digit wherever they are computed.
  const sorted = [...raters].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([id]) => id);
  return AgreementRequest.parse({
    task,
    field,
    round,
    raters: sorted,
    filter: { ids: ids.map((id) => ItemId.parse(id)) },
  });
}

/** In this thread, from the export's own state of the casebook: seldom, so that it may take a moment. */
function figuresHere(frozen: Casebook, request: Request): Figures {
  const { bootstrap, seed, threshold } = request;
  const table = readFieldTable(
    frozen.database,
    tableQuestion(frozen, request, null, everything),
    () => undefined,
  );
  return reportOf(table, { coefficients: null, resamples: bootstrap, seed, threshold }, () => undefined);
}

function fieldOf(
  { task, round, raters, ratings: given }: RatedRound,
  taskTitle: string,
  field: string,
  figures: Figures,
  times: boolean,
): ReliabilityField {
  const { title, level, items, pairable, ratings, seed, resamples, coefficients, shaped, skew } = figures;
  const ac1 = coefficients['gwet_ac1']?.value ?? null;
  const kappa = Object.entries(coefficients).find(([name]) => name.includes('kappa'))?.[1].value ?? null;
  return {
    task,
    task_title: taskTitle,
    field,
    title,
    level,
    round,
    items,
    pairable,
    ratings,
    raters: figures.raters
      .filter((rater) => rater.ratings > 0)
      .map(({ personId }) => raters.get(personId) ?? '')
      .sort(),
    ...describeRatingTimes(
      [...given.values()].flat().filter(({ asked }) => isAnswered(asked, field)),
      times,
    ),
    seed,
    resamples,
    coefficients,
    ...(shaped !== undefined && { shaped: { ...shaped, note: comparedByBoxes(shaped) } }),
    skew:
      skew === null
        ? null
        : {
            ...skew,
            note:
              kappa === null
                ? skewInWords(skew, skew.category, kappa)
                : `${decimalText(skew.share, 1, 100)} % of the ratings are "${skew.category}". With categories so unequal a kappa is low even where raters agree${ac1 === null ? '' : `; AC1 is ${decimalText(ac1, 3)}`}.`,
          },
  };
}

function statementOf(items: number, rated: number, twice: number, independent: boolean): string {
  const were = `were rated${independent ? ' independently' : ''}`;
  const of = (count: number): string =>
    `${String(count)} of the ${String(items)} ${items === 1 ? 'item' : 'items'}`;
  if (rated === 0) {
    return 'The casebook has no ratings of these items: how reliable their labels are cannot be said.';
  }
  if (twice === 0) {
    return `${of(rated)} ${were}, none by two people: how far raters agree cannot be said.`;
  }
  return `${of(rated)} ${were}, ${String(twice)} of them by two raters or more. The figures are of the ratings before any adjudication.`;
}

/** How many of these items have gold boxes that are a consensus of raters, and of how good a one. */
function consensusOn({ database, records }: Casebook, ids: ReadonlySet<string>): ReliabilityConsensus | null {
  const found = database
    .prepare<[], { id: string; parts: string }>(
      'SELECT id, gold_fields AS parts FROM item WHERE gold_boxes IS NOT NULL ORDER BY sequence',
    )
    .all()
    .filter(({ id }) => ids.has(id))
    .flatMap(({ parts }) => consensusOfParts(GoldPartsColumn.parse(parts)) ?? []);
  if (found.length === 0) return null;
  // Summed from the least to the greatest, so that the order of the items does not matter.
  const overlaps = found.map(({ iou }) => iou).sort((a, b) => a - b);
  const mean = overlaps.reduce((sum, iou) => sum + iou, 0) / overlaps.length;
  return {
    items: found.length,
    mean_iou: Math.round(mean * 10_000) / 10_000,
    same_box: records.settings.current().sameBox,
  };
}

/**
 * What figures depend on: ratings never change or go away, and are outdated by editions alone, which are the same; so
 * that their numbers tell whether there are others.
 */
function stateOf(database: CasebookDatabase): string {
  const count = database
    .prepare<[], string>(
      `SELECT (SELECT count(*) FROM annotation WHERE independent = 1 AND state = 'submitted')
         || ' ' || (SELECT count(*) FROM edition)`,
    )
    .pluck()
    .get();
  return `${String(count)} ${JSON.stringify(readMeta(database, 'vocabulary'))}`;
}
