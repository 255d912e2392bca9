import type { StepAnswer } from '../domain/baseline.ts';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { brokenRule, type ParseResult } from './problems.ts';

/**
 * The benchmark's own figures. Every one of them is a function of sums over items, so that a bootstrap over items is a
 * matter of weights.
 */
export interface Metrics {
  /** What a casebook can set (exponents of a score), its first state, and the check of a changed one. */
  readonly parameters: {
    readonly initial: JsonObject;
    /** What one of them is called and takes, in words for help; left out where it is set as a file. */
    readonly help?: string;
    parse(value: Json): ParseResult<JsonObject>;
  };
  /**
   * Parameters with what follows from a casebook's items (how many there are of each domain); left out: nothing does.
   * @param itemsBy of a facet, how many items have each of its values, rejected items left out
   */
  completed?(
    parameters: JsonObject,
    itemsBy: (facet: string) => Readonly<Record<string, number>>,
  ): JsonObject;
  /** By metric, what its title says of the parameters it follows from (`by own volumes`); left out: nothing. */
  qualifiers?(parameters: JsonObject): Readonly<Record<string, string>>;
  /** What one has to know of the parameters to read the figures, a sentence each; left out: nothing. */
  parameterNotes?(parameters: JsonObject): readonly string[];
  /** Those that are there whatever is set. */
  readonly definitions: readonly MetricDefinition[];
  /** Those that follow from what a casebook set (of transformations that it lists); left out where none do. */
  furtherDefinitions?(parameters: JsonObject): readonly MetricDefinition[];
  /** The names of the columns that {@link contributions} gives (a group may have a column of its own). */
  columns(parameters: JsonObject): readonly string[];
  /**
   * What one respondent's answers on one item add to each column; null where they add nothing yet, with the reason (not
   * answered, not judged) counted by the caller.
   */
  contributions(item: ScoredItem, parameters: JsonObject): Contributions;
  /**
   * Whether the answer to a step says something that can be told to be right or wrong, or waits for a judge. Those that do
   * not count as wrong unless that is asked for otherwise. Left out: every answer that was given does.
   */
  readable?(item: ScoredItem, step: string): boolean;
  /**
   * Whether a file tells how right the answer to a step is that it does not give: it is not absent then. Left out: no file
   * does.
   */
  toldOtherwise?(item: ScoredItem, step: string): boolean;
  /** The figures from the columns' sums, by metric; null where one is not defined (with the words in `undefined`). */
  figures(sums: ArrayLike<number>, parameters: JsonObject): Readonly<Record<string, MetricValue>>;
  /**
   * For the relation of time, order and correctness: how right the answer to a step was, 0 to 1; null where it
   * cannot be told.
   */
  correctness(item: ScoredItem, step: string, parameters: JsonObject): number | null;
  /**
   * The kind of step whose correctness is the item's own in item statistics (`main_ins`; of steps `name/0`, `name/1` the
   * name). Left out: the kind that most items have.
   */
  readonly itemStep?: string;
  /**
   * A stricter way of scoring an item's own step, 0 to 1, null where it cannot be told: item statistics say how it orders
   * respondents, on the same scale. Left out where there is none.
   */
  readonly stricter?: {
    readonly title: string;
    score(item: ScoredItem, parameters: JsonObject): number | null;
  };
  /**
   * The facets that tell apart tasks which no figure combines, so that anybody who did one of them is compared on
   * that one; left out: every item counts in figures of all.
   */
  readonly taskFacets?: readonly string[];
  /**
   * The facet (or `label`) of classes whose sizes the design fixed, clued and unclued: an interval keeps them as they are.
   * Left out: items are one sample.
   */
  readonly classes?: string;
  /** Criteria (and figures of whole answers) whose verdicts one figure combines; left out: each stands alone. */
  readonly together?: readonly (readonly string[])[];
  /** Comparisons between two sets of figures that the benchmark reports (basic against deceptive); empty elsewhere. */
  readonly comparisons: readonly MetricComparison[];
  /**
   * The columns of the papers' tables, by metric, in their order and under their printed names and factor (100: percent);
   * those of metrics that a casebook's parameters leave out are left out too.
   */
  readonly layout: readonly {
    readonly title: string;
    /** What it shows, in words for a paper's caption, without a full stop. */
    readonly caption: string;
    /** The condition whose answers the table is about; left out: all of them. */
    readonly condition?: string;
    readonly columns: readonly {
      readonly metric: string;
      readonly title: string;
      /** In a paper: the heading over several columns, and the title of this one below it. */
      readonly head?: readonly [above: string, title: string];
      readonly factor: number;
      readonly digits: number;
    }[];
    /** The rows that the paper prints; left out where they are not here. */
    readonly published?: PaperTable;
  }[];
}

/** Rows of a paper's table, as printed, in the order of its columns; null where the paper has nothing. */
export interface PaperTable {
  /** Which paper, and on what its figures rest. */
  readonly source: string;
  /** What one has to know to compare with its cells: how they were counted. */
  readonly note?: string;
  readonly rows: readonly (readonly [name: string, ...values: readonly (number | null)[]])[];
}

/** The parameters of figures that have none: any object stands for them. */
export const NO_PARAMETERS: Metrics['parameters'] = {
  initial: {},
  parse: (value) =>
    isJsonObject(value)
      ? { ok: true, value: {} }
      : { ok: false, problems: [brokenRule(null, 'is not an object')] },
};

/** All figures there are under some parameters, their titles saying what they follow from. */
export function definitionsOf(metrics: Metrics, parameters: JsonObject): readonly MetricDefinition[] {
  const all = [...metrics.definitions, ...(metrics.furtherDefinitions?.(parameters) ?? [])];
  const qualifiers = metrics.qualifiers?.(parameters) ?? {};
  return all.map((each) => ({ ...each, title: qualified(each.title, qualifiers[each.id]) }));
}

/** The papers' tables under some parameters: the columns of figures that there are, their titles saying the same. */
export function layoutOf(metrics: Metrics, parameters: JsonObject): Metrics['layout'] {
  const defined = new Set(definitionsOf(metrics, parameters).map(({ id }) => id));
  const qualifiers = metrics.qualifiers?.(parameters) ?? {};
  return metrics.layout.map((table) => ({
    ...table,
    columns: table.columns
      .filter(({ metric }) => defined.has(metric))
      .map((column) => ({ ...column, title: qualified(column.title, qualifiers[column.metric]) })),
  }));
}

const qualified = (title: string, qualifier: string | undefined): string =>
  qualifier === undefined ? title : `${title} ${qualifier}`;

export interface MetricDefinition {
  readonly id: string;
  readonly title: string;
  /** The task whose figures have a table of their own, which its title begins with; left out where figures are few. */
  readonly task?: string;
  /** One sentence, with the formula. */
  readonly explanation: string;
  /** What guessing gives, null where there is no such thing. */
  readonly chance: number | null;
  /** A plain share of items: the two columns it is the ratio of; it then gets Wilson's interval. */
  readonly share: { readonly hits: string; readonly of: string } | null;
  /** The shares whose highest less lowest it is; left out by other figures. */
  readonly spreadOf?: readonly string[];
  /** The columns that count the items it rests on, where {@link Contributions} says whose verdicts those are. */
  readonly counts?: readonly string[];
}

export interface MetricValue {
  readonly value: number | null;
  /** Why there is none, in words. */
  readonly undefined: string | null;
  /** The items it rests on; for a share of questions the questions, as an item has several. */
  readonly n: number;
}

/** Whose verdicts a figure rests on; `judges`: LLM judges, or the one judge that was asked for. */
export type VerdictBasis =
  | { readonly kind: 'answer' | 'decisions' | 'people' }
  | { readonly kind: 'judges'; readonly judges: readonly string[] };

export type Contributions =
  | {
      readonly values: readonly number[];
      /** What is still missing for other columns, in words: `cue_match is not judged`. */
      readonly missing: readonly string[];
      /** By the column that counts the items of a figure, whose verdicts the item's part rests on. */
      readonly rests?: Readonly<Record<string, VerdictBasis>>;
    }
  | { readonly values: null; readonly missing: readonly string[] };

/** One respondent's answers on one item, with the verdicts that are to count. */
export interface ScoredItem {
  readonly payload: JsonObject;
  readonly condition: string;
  readonly steps: Readonly<
    Record<
      string,
      {
        readonly answer: StepAnswer;
        /** The verdict that counts, null where there is none. */
        verdict(criterion: string, subject: string): Json | null;
        /** Whose it is; null where there is none. Left out: verdicts that nobody in particular gave (a vote). */
        basis?(criterion: string, subject: string): VerdictBasis | null;
        /** What LLM judges say, one by one, where neither people nor a decision nor the answer itself says it. */
        said?(
          criterion: string,
          subject: string,
        ): readonly { readonly judge: string; readonly value: Json }[];
        /** Whether judges differ on it and nobody has decided. */
        isUndecided?(criterion: string, subject: string): boolean;
      }
    >
  >;
  /** The one judge whose verdicts were asked for; left out: the accepted ones. */
  readonly judge?: string;
  /**
   * The LLM judge whose undecided verdicts the respondent's figures may rest on, by criterion: where several judged
   * different items, one of them is enough for a figure. Null: there is one at most.
   */
  leading?(criterion: string): string | null;
  /**
   * Whether a verdict counts for nobody, as that of another respondent is undecided: the item then leaves the figures that
   * need it for all of them. Left out: every verdict counts.
   */
  readonly undecided?: (step: string, criterion: string, subject: string) => boolean;
  /** Told of every undecided verdict that a figure lacks. */
  onLack?(step: string, criterion: string, subject: string): void;
}

/** Two conditions compared over what both have a figure for: models per group, groups per model. */
export interface MetricComparison {
  readonly id: string;
  readonly title: string;
  readonly metric: string;
  readonly conditions: readonly [string, string];
  /** The facet whose values are the groups (domain). */
  readonly groups: string;
}
