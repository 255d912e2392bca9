import { join } from 'node:path';
import { z } from 'zod';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { definitionsOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { ItemStatistics, ItemStatisticsRequest } from '../../../../shared/contract/itemStatistics.ts';
import type { AnswerAgreement, AnswerAgreementRequest } from '../../../../shared/contract/answerAgreement.ts';
import type {
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
import { PARAMETERS, ParametersReader } from './parameters.ts';
import { CONDITION, LABEL } from './strata.ts';

export interface MetricsChoices {
  /** Whether the benchmark has figures of its own. */
  available: boolean;
  strata: { name: string; title: string }[];
  /** Everybody who gave a verdict. */
  judges: { personId: PersonId; name: string }[];
  parameters: JsonObject;
}

const EVERY_ITEM = visibleConditionOf({}, everything);

const Judge = z.object({ personId: PersonId, name: z.string() });

/** The benchmark's own figures over an open casebook. */
export class MetricsService {
  readonly #casebook: Casebook;
  readonly #compute: Compute<typeof jobs>;
  readonly #file;
  readonly #settings;
  readonly #judges;
  readonly #labelled;
  readonly #personNamed;

  constructor(casebook: Casebook, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    this.#compute = compute;
    const { database, benchmark } = casebook;
    this.#file = join(casebook.path, DATABASE);
    this.#settings = new ParametersReader(database, benchmark);
    this.#judges = database.prepare(
      `SELECT id AS personId, name FROM person p WHERE EXISTS (SELECT 1 FROM judgment WHERE person_id = p.id)
     ORDER BY kind, created_at, id`,
    );
    this.#labelled = database.prepare('SELECT 1 FROM item WHERE label IS NOT NULL LIMIT 1');
    this.#personNamed = database.prepare<[string], string>('SELECT name FROM person WHERE id = ?').pluck();
  }

  choices(): MetricsChoices {
    return {
      available: this.#casebook.benchmark.metrics !== undefined,
      strata: this.#strata(),
      judges: this.#judges.all().map((row) => Judge.parse(row)),
      parameters: this.#settings.stored(),
    };
  }

  /**
   * The parameters of the figures as they are set in this casebook, with what follows from its items; empty where the
   * benchmark has none.
   */
  parameters(): JsonObject {
    return this.#settings.completed(EVERY_ITEM);
  }

  /**
   * The benchmark's figures of people and models, over the items that the caller may see. Rejects when the signal
   * aborts; throws `not_found` for a missing judge or respondent, `invalid_input` if the benchmark has no figures.
   */
  async report(
    request: z.output<typeof MetricsRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<MetricsReport> {
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
    this.#metricsOf();
    const condition = visibleConditionOf({}, viewpoint);
    const parameters = this.#settings.completed(condition, request.parameters);
    for (const id of [...(respondents ?? []), ...without]) this.#nameOf(id, 'One of the respondents');
    return await this.#compute.run(
      'metricsReport',
      {
        file: this.#file,
        benchmark: this.#casebook.benchmark.id,
        judge: judge === null ? null : { id: judge, name: this.#nameOf(judge, 'The judge') },
        pseudonyms: request.pseudonyms,
        respondents: respondents ?? null,
        without,
        condition,
        options: {
          parameters,
          stratum: this.#stratumOf(stratum),
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
  }

  /**
   * Respondents, and conditions, compared on the same items by one figure; the rest as of a report. Throws `not_found`
   * for a figure that is not there.
   */
  async compare(
    request: z.output<typeof ComparisonsRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<ComparisonsReport> {
    const { respondents, judge, metric, condition, against, items, unreadable, absent, unfinished } = request;
    const { without, undecided, bootstrap, seed } = request;
    const visible = visibleConditionOf({}, viewpoint);
    const parameters = this.#settings.completed(visible, request.parameters);
    const known = definitionsOf(this.#metricsOf(), parameters);
    if (!known.some(({ id }) => id === metric)) {
      throw new CasebookError(
        'not_found',
        `There is no figure "${metric}".`,
        `Choose one of: ${known.map(({ id }) => id).join(', ')}.`,
      );
    }
    for (const id of [...(respondents ?? []), ...without]) this.#nameOf(id, 'One of the respondents');
    return await this.#compute.run(
      'metricsComparisons',
      {
        file: this.#file,
        benchmark: this.#casebook.benchmark.id,
        judge: judge === null ? null : { id: judge, name: this.#nameOf(judge, 'The judge') },
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
  }

  /**
   * The items that a figure rests on, of those that the caller may know of. Rejects when the signal aborts; throws
   * `not_found` for somebody who is not there.
   */
  async behind(
    { respondents, judge, without, ...options }: z.output<typeof ItemsBehindRequest>,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<{ items: ItemId[] }> {
    this.#metricsOf();
    const condition = visibleConditionOf({}, viewpoint);
    for (const id of [...(respondents ?? []), ...without]) this.#nameOf(id, 'One of the respondents');
    const items = await this.#compute.run(
      'itemsOfFigure',
      {
        file: this.#file,
        benchmark: this.#casebook.benchmark.id,
        judge: judge === null ? null : { id: judge, name: this.#nameOf(judge, 'The judge') },
        pseudonyms: false,
        respondents: respondents ?? null,
        without,
        condition,
        options: { parameters: this.#settings.completed(condition), ...options },
      },
      { signal },
    );
    return { items };
  }

  /**
   * How far people, and anybody asked for, agree with each other, over the items that the caller may know of (left
   * out: all of them). Rejects when the signal aborts; throws `not_found` for somebody or something that is not there.
   */
  async agreement(
    { respondents, stratum, unfinished, bootstrap, seed }: z.output<typeof AnswerAgreementRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<AnswerAgreement> {
    for (const id of respondents) this.#nameOf(id, 'One of the respondents');
    const condition = visibleConditionOf({}, viewpoint);
    return await this.#compute.run(
      'answerAgreement',
      {
        file: this.#file,
        benchmark: this.#casebook.benchmark.id,
        respondents,
        unfinished,
        condition,
        parameters: this.#settings.completed(condition),
        options: { stratum: this.#stratumOf(stratum), resamples: bootstrap, seed },
      },
      { progress, signal },
    );
  }

  /**
   * How hard items are and how well they separate respondents, over the items that the caller may see. Rejects when the
   * signal aborts; throws `not_found` for a missing judge or step, `invalid_input` if the benchmark has no figures.
   */
  async items(
    {
      judge,
      threshold,
      step,
      variance,
      unreadable,
      absent,
      unfinished,
    }: z.output<typeof ItemStatisticsRequest>,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<ItemStatistics> {
    this.#metricsOf();
    const condition = visibleConditionOf({}, viewpoint);
    return await this.#compute.run(
      'itemStatistics',
      {
        file: this.#file,
        benchmark: this.#casebook.benchmark.id,
        judge: judge === null ? null : { id: judge, name: this.#nameOf(judge, 'The judge') },
        condition,
        options: {
          parameters: this.#settings.completed(condition),
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
  }

  /** Throws `invalid_input` where the benchmark does not accept them. */
  saveParameters(next: JsonObject, by: PersonId): { parameters: JsonObject } {
    return this.#casebook.database.transaction(() => {
      const parsed = this.#metricsOf().parameters.parse(next);
      if (!parsed.ok) {
        const problems = parsed.problems.map(({ field, message }) =>
          field === null ? message : `${pathTitle(field)}: ${message}`,
        );
        throw new CasebookError('invalid_input', `The parameters were not saved. ${problems.join('; ')}`);
      }
      const from = this.#settings.stored();
      if (!sameJson(from, parsed.value)) {
        writeMeta(this.#casebook.database, PARAMETERS, parsed.value);
        this.#casebook.records.log({
          kind: 'settings',
          personId: by,
          detail: { field: 'the parameters of the figures', from, to: parsed.value },
        });
      }
      return { parameters: parsed.value };
    })();
  }

  #metricsOf(): Metrics {
    if (this.#casebook.benchmark.metrics !== undefined) return this.#casebook.benchmark.metrics;
    throw new CasebookError(
      'invalid_input',
      `${this.#casebook.benchmark.title} has no figures of its own.`,
      'How far raters agree is on the Agreement screen.',
    );
  }

  #strata(): MetricsChoices['strata'] {
    return [
      ...this.#casebook.benchmark.facets.map(({ name, title }) => ({ name, title })),
      ...(this.#labelled.get() === undefined ? [] : [{ name: LABEL, title: 'Label' }]),
      ...((this.#casebook.benchmark.baseline?.conditions.length ?? 0) > 1
        ? [{ name: CONDITION, title: 'Version' }]
        : []),
    ];
  }

  #stratumOf(name: string | undefined): { name: string; title: string } | null {
    if (name === undefined) return null;
    const found = this.#strata().find((each) => each.name === name);
    if (found !== undefined) return found;
    throw new CasebookError(
      'not_found',
      `Results cannot be divided by "${name}".`,
      `Choose one of: ${this.#strata()
        .map((each) => each.name)
        .join(', ')}.`,
    );
  }

  #nameOf(id: PersonId, what: string): string {
    const name = this.#personNamed.get(id);
    if (name !== undefined) return name;
    throw new CasebookError('not_found', `${what} is not in this casebook.`, 'Choose again.');
  }
}
