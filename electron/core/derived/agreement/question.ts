import type { z } from 'zod';
import {
  COEFFICIENT_NAMES,
  type CoefficientName,
} from '../../../../shared/agreement/coefficients/coefficients.ts';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import type { AgreementQuestion, Level } from '../../../../shared/contract/agreement.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../../records/casebook.ts';
import { visibleConditionOf } from '../../access/itemFilter.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { readMeta } from '../../db/meta.ts';
import { latestRound } from './choices.ts';
import type { TableQuestion } from './fieldTable.ts';
import { coefficientsFor } from './report.ts';

/** What the strata are called that are no facets. */
const STRATA: readonly { readonly name: string; readonly title: string }[] = [
  { name: 'label', title: 'Label' },
  { name: 'split', title: 'Split' },
];

/** By what a casebook's items can be divided: facets, and label and split where any item has one. */
export function strataOf({ database, benchmark }: CasebookFiles): { name: string; title: string }[] {
  const used = STRATA.filter(
    ({ name }) =>
      database.prepare(`SELECT 1 FROM item WHERE ${name} IS NOT NULL LIMIT 1`).get() !== undefined,
  );
  return [...benchmark.facets, ...used].map(({ name, title }) => ({ name, title }));
}

/** A task and its field by their names. Throws `not_found` with the names there are. */
export function findField(
  { database, benchmark }: CasebookFiles,
  taskId: string,
  name: string,
): { task: Task; field: TaskField; vocabulary: JsonObject } {
  const task = benchmark.tasks.find(({ id }) => id === taskId);
  if (task === undefined) {
    throw new CasebookError(
      'not_found',
      `There is no task "${taskId}".`,
      `Choose one of: ${benchmark.tasks.map(({ id }) => id).join(', ')}.`,
    );
  }
  const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
  const fields = task.fields(vocabulary);
  const field = fields.find((each) => each.name === name);
  if (field === undefined) {
    throw new CasebookError(
      'not_found',
      `The task "${taskId}" has no field "${name}".`,
      `Choose one of: ${fields.map((each) => each.name).join(', ')}.`,
    );
  }
  return { task, field, vocabulary };
}

/** The level of a field. Throws `invalid_input` for texts, which are not compared. */
export function levelOf({ title, comparison: { level } }: TaskField): Level {
  if (level !== 'text') return level;
  throw new CasebookError(
    'invalid_input',
    `"${title}" is a text, and Casebook does not compare texts.`,
    'Choose a field with choices, numbers, sets or boxes.',
  );
}

/** A question as the worker reads it, for the caller. Throws `not_found` and `invalid_input`. */
export function tableQuestion(
  casebook: CasebookFiles,
  question: z.output<typeof AgreementQuestion>,
  stratum: string | null,
  viewpoint: Viewpoint,
): TableQuestion {
  const { database, benchmark } = casebook;
  levelOf(findField(casebook, question.task, question.field).field);
  const person = database.prepare<[string]>('SELECT 1 FROM person WHERE id = ?');
  for (const id of question.raters ?? []) {
    if (person.get(id) !== undefined) continue;
    throw new CasebookError('not_found', 'One of the raters is not in this casebook.', 'Choose them again.');
  }
  const strata = [...benchmark.facets, ...STRATA].map(({ name }) => name);
  if (stratum !== null && !strata.includes(stratum)) {
    throw new CasebookError(
      'not_found',
      `Items cannot be divided by "${stratum}".`,
      `Choose one of: ${strata.join(', ')}.`,
    );
  }
  return {
    benchmark: benchmark.id,
    task: question.task,
    field: question.field,
    round: question.round ?? latestRound(database, question.task),
    raters: question.raters === undefined ? null : [...new Set(question.raters)],
    condition: visibleConditionOf(question.filter, viewpoint),
    hidesRaters: viewpoint.person?.roles.includes('adjudicator') === true,
    stratum,
  };
}

/** Coefficients by their names. Throws `not_found` with those that there are for the level. */
export function coefficientNames(level: Level, names: readonly string[]): CoefficientName[] {
  const known = coefficientsFor(level, COEFFICIENT_NAMES);
  return names.map((name) => {
    const found = known.find((each) => each === name);
    if (found !== undefined) return found;
    throw new CasebookError(
      'not_found',
      `There is no coefficient "${name}" for a field that is ${level}.`,
      `Choose from: ${known.join(', ')}.`,
    );
  });
}
