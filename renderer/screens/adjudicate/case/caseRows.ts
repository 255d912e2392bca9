import type { BoxCluster, Case } from '../../../../shared/contract/adjudications.ts';
import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { valueOf } from '../decision/fieldDecisions.ts';
import { partTitle } from '../../../../shared/benchmarks/valueLines.ts';

/** A line of the table of answers. */
export type CaseRow =
  | {
      readonly kind: 'field';
      readonly id: string;
      readonly title: string;
      readonly field: TaskField;
      /** 0 to 1; null where the field is not compared. */
      readonly disagreement: number | null;
    }
  | { readonly kind: 'cluster'; readonly id: string; readonly title: string; readonly cluster: BoxCluster }
  /** A part of the answer that is no field of its own. */
  | { readonly kind: 'part'; readonly id: string; readonly title: string; readonly name: string };

export interface CaseRows {
  /** In which raters differ, most first, each set of boxes with its clusters. */
  readonly disputed: readonly CaseRow[];
  /** Different, but not compared: texts and other parts of the answer. */
  readonly different: readonly CaseRow[];
  readonly agreed: readonly CaseRow[];
}

/** The lines of a case: what raters differ in comes first. */
export function caseRows(kase: Case, task: Task, vocabulary: JsonObject): CaseRows {
  /** Those who were asked for a part and answered it. */
  const asked = (name: string): Case['columns'] =>
    kase.columns.filter((column) => isAnswered(column.asked, name));
  const fields = task.fields(vocabulary).filter(({ name }) => asked(name).length > 0);
  const clusters = kase.clusters.map((cluster, at): CaseRow => ({
    kind: 'cluster',
    id: `cluster:${String(at)}`,
    title: cluster.category,
    cluster,
  }));
  const rowsOf = (field: TaskField): CaseRow[] => {
    const disagreement = kase.fields.find((each) => each.field === field.name)?.disagreement ?? null;
    const row: CaseRow = {
      kind: 'field',
      id: `field:${field.name}`,
      title: field.title,
      field,
      disagreement,
    };
    return field.comparison.level === 'boxes' ? [row, ...clusters] : [row];
  };
  const measured = (field: TaskField): number =>
    kase.fields.find((each) => each.field === field.name)?.disagreement ?? 0;
  const differs = (name: string): boolean =>
    asked(name).some(
      ({ answer }) => !sameJson(valueOf(answer, name), valueOf(asked(name)[0]?.answer ?? {}, name)),
    );
  const known = new Set(task.fields(vocabulary).map(({ name }) => name));
  const parts = [...new Set(kase.columns.flatMap(({ answer }) => Object.keys(answer)))].filter(
    (name) => !known.has(name) && asked(name).length > 0,
  );
  const partRow = (name: string): CaseRow => ({
    kind: 'part',
    id: `part:${name}`,
    title: partTitle(name),
    name,
  });
  const disputed = fields
    .filter((field) => measured(field) > 0)
    .toSorted((a, b) => measured(b) - measured(a));
  const others = fields.filter((field) => measured(field) === 0);
  return {
    disputed: disputed.flatMap(rowsOf),
    different: [
      ...others
        .filter(({ name, comparison }) => comparison.level === 'text' && differs(name))
        .flatMap(rowsOf),
      ...parts.filter(differs).map(partRow),
    ],
    agreed: [
      ...others
        .filter(({ name, comparison }) => comparison.level !== 'text' || !differs(name))
        .flatMap(rowsOf),
      ...parts.filter((name) => !differs(name)).map(partRow),
    ],
  };
}

/** The line to begin with. */
export function firstRow({ disputed, different, agreed }: CaseRows): CaseRow | undefined {
  return disputed[0] ?? different[0] ?? agreed[0];
}
