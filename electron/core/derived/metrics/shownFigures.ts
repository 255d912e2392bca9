import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Condition } from '../../access/itemFilter.ts';
import type { CasebookDatabase } from '../../db/database.ts';

/** A figure, null where there is none, and how many items it rests on. */
interface ShownFigure {
  readonly value: number | null;
  readonly n: number;
}

/** Respondents' figures as Results shows them, and which answers these are of. */
export interface ShownFigures {
  /** Which items respondents are compared on, a sentence each. */
  readonly basis: readonly string[];
  /** A respondent's figures, by metric; undefined where they have none. */
  of(respondent: PersonId): Readonly<Record<string, ShownFigure>> | undefined;
  /** Whether the figures are of an item's answers in a condition. */
  keeps(item: ItemId, condition: string): boolean;
}

/** Reads figures as Results shows them, by accepted verdicts (null) or by one judge's. */
export type ReadShownFigures = (
  database: CasebookDatabase,
  question: {
    readonly judge: PersonId | null;
    readonly parameters: JsonObject;
    readonly condition: Condition;
  },
  progress: (done: number, total: number) => void,
) => ShownFigures;
