import { join } from 'node:path';
import { z } from 'zod';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { definitionsOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { ItemStatistics, ItemStatisticsRequest } from '../../../../shared/contract/itemStatistics.ts';
import type {
  AnswerAgreement,
  AnswerAgreementRequest,
  ComparisonsReport,
  ComparisonsRequest,
  ItemsBehindRequest,
  MetricsReport,
  MetricsRequest,
} from '../../../../shared/contract/metrics.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { type ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './metricsWorker.ts';
import { visibleConditionOf } from '../../access/itemFilter.ts';
import { everything, type Viewpoint } from '../../access/viewpoint.ts';
import { writeMeta } from '../../db/meta.ts';
import { createParametersReader, PARAMETERS } from './parameters.ts';
import { CONDITION, LABEL } from './strata.ts';

export interface MetricsChoices {
  /** Whether the benchmark has figures of its own. */
  available: boolean;
  strata: { name: string; title: string }[];
  /** Everybody who gave a verdict. */
  judges: { personId: PersonId; name: string }[];
  parameters: JsonObject;
}

export interface MetricsService {
  choices(): MetricsChoices;
  /**
   * The parameters of the figures as they are set in this casebook, with what follows from its items; empty where the
   * benchmark has none.
   */
  parameters(): JsonObject;
  /**
   * The benchmark's figures of people and models, over the items that the caller may know of (left out: all of
   * them). Rejects when the signal aborts; throws `not_found` for somebody or
   * something that is not there, `invalid_input` where the benchmark has no figures.
   */
  report(
    request: z.output<typeof MetricsRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<MetricsReport>;
  /**
   * Respondents, and conditions, compared on the same items by one figure; the rest as of a report. Throws `not_found`
   * for a figure that is not there.
   */
  compare(
    request: z.output<typeof ComparisonsRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<ComparisonsReport>;
  /**
   * The items that a figure rests on, of those that the caller may know of. Rejects when the signal aborts; throws
   * `not_found` for somebody who is not there.
   */
  behind(
    request: z.output<typeof ItemsBehindRequest>,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<{ items: ItemId[] }>;
  /**
   * How far people, and anybody asked for, agree with each other, over the items that the caller may know of (left
   * out: all of them). Rejects when the signal aborts; throws `not_found` for somebody or something that is not there.
   */
  agreement(
    request: z.output<typeof AnswerAgreementRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<AnswerAgreement>;
  /**
   * How hard items are and how well they tell respondents apart, over the items that the caller may know of (left
   * out: all of them). Rejects when the signal aborts; throws `not_found` for a judge or a step that is not there,
   * `invalid_input` where the benchmark has no figures.
   */
  items(
    request: z.output<typeof ItemStatisticsRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<ItemStatistics>;
  /** Throws `invalid_input` where the benchmark does not accept them. */
  saveParameters(parameters: JsonObject, by: PersonId): { parameters: JsonObject };
}

const EVERY_ITEM = visibleConditionOf({}, everything);

const Judge = z.object({ personId: PersonId, name: z.string() });

/** The benchmark's own figures over an open casebook. */
export function createMetricsService(casebook: Casebook, compute: Compute<typeof jobs>): MetricsService {
  const { database, benchmark } = casebook;
  const { log } = casebook.records;
  const file = join(casebook.path, DATABASE);
  const settings = createParametersReader(database, benchmark);
  const judges = database.prepare(
    `SELECT id AS personId, name FROM person p WHERE EXISTS (SELECT 1 FROM judgment WHERE person_id = p.id)
     ORDER BY kind, created_at, id`,
  );
  const labelled = database.prepare('SELECT 1 FROM item WHERE label IS NOT NULL LIMIT 1');

  const metricsOf = (): Metrics => {
    if (benchmark.metrics !== undefined) return benchmark.metrics;
    throw new CasebookError(
      'invalid_input',
      `${benchmark.title} has no figures of its own.`,
      'How far raters agree is on the Agreement screen.',
    );
  };
  const strata = (): MetricsChoices['strata'] => [
    ...benchmark.facets.map(({ name, title }) => ({ name, title })),
    ...(labelled.get() === undefined ? [] : [{ name: LABEL, title: 'Label' }]),
    ...((benchmark.baseline?.conditions.length ?? 0) > 1 ? [{ name: CONDITION, title: 'Version' }] : []),
  ];
  const stratumOf = (name: string | undefined): { name: string; title: string } | null => {
    if (name === undefined) return null;
    const found = strata().find((each) => each.name === name);
    if (found !== undefined) return found;
    throw new CasebookError(
      'not_found',
      `Results cannot be divided by "${name}".`,
      `Choose one of: ${strata()
        .map((each) => each.name)
        .join(', ')}.`,
    );
  };
  const personNamed = database.prepare<[string], string>('SELECT name FROM person WHERE id = ?').pluck();
  const nameOf = (id: PersonId, what: string): string => {
    const name = personNamed.get(id);
    if (name !== undefined) return name;
    throw new CasebookError('not_found', `${what} is not in this casebook.`, 'Choose again.');
  };

  return {
    choices: () => ({
      available: benchmark.metrics !== undefined,
      strata: strata(),
      judges: judges.all().map((row) => Judge.parse(row)),
      parameters: settings.stored(),
    }),
    parameters: () => settings.completed(EVERY_ITEM),
    async report(request, progress, signal, viewpoint) {
      const {
        respondents,
        judge,
        stratum,
        items,
        without,
        undecided,
        unreadable,
        absent,
        unfinished,
        bootstrap,
        seed,
      } = request;
      metricsOf();
      const condition = visibleConditionOf({}, viewpoint);
      const parameters = settings.completed(condition, request.parameters);
      for (const id of [...(respondents ?? []), ...without]) nameOf(id, 'One of the respondents');
      return await compute.run(
        'metricsReport',
        {
          file,
          benchmark: benchmark.id,
          judge: judge === null ? null : { id: judge, name: nameOf(judge, 'The judge') },
          pseudonyms: request.pseudonyms,
          respondents: respondents ?? null,
          without,
          condition,
          options: {
            parameters,
            stratum: stratumOf(stratum),
            items,
            undecided,
            unreadable,
            absent,
            unfinished,
            resamples: bootstrap,
            seed,
          },
        },
        { progress, signal },
      );
    },
    async compare(request, progress, signal, viewpoint) {
      const { respondents, judge, metric, condition, against, items, unreadable, absent, unfinished } =
        request;
      const { without, undecided, bootstrap, seed } = request;
      const visible = visibleConditionOf({}, viewpoint);
      const parameters = settings.completed(visible, request.parameters);
      const known = definitionsOf(metricsOf(), parameters);
      if (!known.some(({ id }) => id === metric)) {
        throw new CasebookError(
          'not_found',
          `There is no figure "${metric}".`,
          `Choose one of: ${known.map(({ id }) => id).join(', ')}.`,
        );
      }
      for (const id of [...(respondents ?? []), ...without]) nameOf(id, 'One of the respondents');
      return await compute.run(
        'metricsComparisons',
        {
          file,
          benchmark: benchmark.id,
          judge: judge === null ? null : { id: judge, name: nameOf(judge, 'The judge') },
          pseudonyms: request.pseudonyms,
          respondents: respondents ?? null,
          without,
          condition: visible,
          options: {
            parameters,
            metric,
            condition: condition ?? null,
            against: against ?? null,
            items,
            undecided,
            unreadable,
            absent,
            unfinished,
            resamples: bootstrap,
            seed,
          },
        },
        { progress, signal },
      );
    },
    async behind({ respondents, judge, without, ...options }, signal, viewpoint) {
      metricsOf();
      const condition = visibleConditionOf({}, viewpoint);
      for (const id of [...(respondents ?? []), ...without]) nameOf(id, 'One of the respondents');
      const items = await compute.run(
        'itemsOfFigure',
        {
          file,
          benchmark: benchmark.id,
          judge: judge === null ? null : { id: judge, name: nameOf(judge, 'The judge') },
          pseudonyms: false,
          respondents: respondents ?? null,
          without,
          condition,
          options: { parameters: settings.completed(condition), ...options },
        },
        { signal },
      );
      return { items };
    },
    async agreement({ respondents, stratum, unfinished, bootstrap, seed }, progress, signal, viewpoint) {
      for (const id of respondents) nameOf(id, 'One of the respondents');
      const condition = visibleConditionOf({}, viewpoint);
      return await compute.run(
        'answerAgreement',
        {
          file,
          benchmark: benchmark.id,
          respondents,
          unfinished,
          condition,
          parameters: settings.completed(condition),
          options: { stratum: stratumOf(stratum), resamples: bootstrap, seed },
        },
        { progress, signal },
      );
    },
    async items(
      { judge, threshold, step, variance, unreadable, absent, unfinished },
      progress,
      signal,
      viewpoint,
    ) {
      metricsOf();
      const condition = visibleConditionOf({}, viewpoint);
      return await compute.run(
        'itemStatistics',
        {
          file,
          benchmark: benchmark.id,
          judge: judge === null ? null : { id: judge, name: nameOf(judge, 'The judge') },
          condition,
          options: {
            parameters: settings.completed(condition),
            threshold,
            step: step ?? null,
            variance,
            unreadable,
            absent,
            unfinished,
          },
        },
        { progress, signal },
      );
    },
    saveParameters: (next, by) =>
      database.transaction(() => {
        const parsed = metricsOf().parameters.parse(next);
        if (!parsed.ok) {
          const problems = parsed.problems.map(({ field, message }) =>
            field === null ? message : `${pathTitle(field)}: ${message}`,
          );
          throw new CasebookError('invalid_input', `The parameters were not saved. ${problems.join('; ')}`);
        }
        const from = settings.stored();
        if (!sameJson(from, parsed.value)) {
          writeMeta(database, PARAMETERS, parsed.value);
          log({
            kind: 'settings',
            personId: by,
            detail: { field: 'the parameters of the figures', from, to: parsed.value },
          });
        }
        return { parameters: parsed.value };
      })(),
  };
}
