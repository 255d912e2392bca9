import type { FieldDecision } from '../../../../shared/contract/adjudications.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { AdjudicationRow, KeptField } from '../../access/adjudicationRows.ts';
import { askedDifferences, type CaseFile } from './case.ts';

/** Throws `conflict` where there is nothing to decide, or not yet. */
export function requireDecidable({ state }: Pick<CaseFile, 'state'>): void {
  if (state === 'waiting') {
    throw new CasebookError(
      'conflict',
      'Not everybody assigned to this item has answered yet.',
      'Nothing was changed. Wait for the answers, or withdraw the open assignments on the Team screen.',
    );
  }
  if (state === 'single') {
    throw new CasebookError(
      'conflict',
      'Only one person has answered this item: there is nothing to decide between.',
      'Nothing was changed. Correct the answer at the Desk.',
    );
  }
}

/**
 * How each field was decided, by answers instead of columns. Throws `invalid_input` where a field in which raters differ,
 * and that is asked given the rest of the answer, is not accounted for, or the decision names what is not there.
 */
export function keptFields(
  file: Pick<CaseFile, 'task' | 'asked' | 'shown' | 'vocabulary' | 'columns'>,
  fields: Readonly<Record<string, FieldDecision>>,
  answer: JsonObject,
  sameBox: number,
): Record<string, KeptField> {
  const isAsked = (field: string): boolean =>
    file.task.conditions?.isAsked(answer, field, file.vocabulary) !== false;
  const known = new Map(file.columns.map(({ letter, rating }) => [letter, rating.annotationId]));
  const differences = askedDifferences(file, sameBox);
  const open = differences.filter(
    ({ field, disagreement }) =>
      disagreement !== null && disagreement > 0 && isAsked(field) && !Object.hasOwn(fields, field),
  );
  if (open.length > 0) {
    refuseDecision(
      `The decision is missing for ${open.map(({ title }) => `"${title}"`).join(', ')}, where raters differ.`,
    );
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, { how, columns }]) => {
      if (!differences.some((each) => each.field === field)) refuseDecision(`There is no field "${field}".`);
      const annotations = columns.map(
        (letter) => known.get(letter) ?? refuseDecision(`There is no column "${letter}".`),
      );
      if (annotations.length === 0 && (how === 'accepted' || how === 'mean')) {
        refuseDecision(`The decision does not say whose answer "${field}" is.`);
      }
      return [field, { how, annotations }];
    }),
  );
}

/**
 * Which row a new decision replaces, and which decisions are taken back before: a row replaces one other, so of decisions
 * that conflict all but the last are.
 */
export function replacedRows<Row extends Pick<AdjudicationRow, 'kind' | 'isCurrent'>>(
  rows: readonly Row[],
): { readonly replaced: Row | undefined; readonly takenBack: readonly Row[] } {
  const heads = rows.filter(({ isCurrent }) => isCurrent);
  const [decision, ...others] = heads.filter(({ kind }) => kind === 'decision');
  return decision === undefined
    ? { replaced: heads[0], takenBack: [] }
    : { replaced: decision, takenBack: others };
}

/** Throws `invalid_input`; the draft stays as it is. */
export function refuseDecision(what: string): never {
  throw new CasebookError('invalid_input', `Nothing was decided. ${what}`, 'The draft is unchanged.');
}
