import { boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import { newId } from '../../../client/newId.ts';
import { announceInCase, useCase } from './caseContext.ts';
import {
  acceptAll,
  acceptBox,
  acceptField,
  acceptMean,
  acceptPart,
  withoutCluster,
} from '../decision/accepting.ts';
import { BOXES } from '../decision/steps.ts';
import type { CaseRow } from './caseRows.ts';

export interface AcceptActions {
  /** Takes a rater's answer for a line of the table; false where they have none. */
  readonly accept: (row: CaseRow, column: string) => boolean;
  /** Takes the mean of a cluster; false where there is nothing to average. */
  readonly mean: (row: CaseRow) => boolean;
  /** Takes a cluster's boxes out of the decision. */
  readonly leaveOut: (row: CaseRow) => void;
  readonly all: (column: string) => void;
}

/** The ways from raters' answers into the draft; null where the case is only looked at. */
export function useAcceptActions(): AcceptActions | null {
  const { kase, subject, change, view } = useCase();
  if (change === null || subject === null) return null;
  const columnOf = (letter: string) => kase.columns.find(({ column }) => column === letter);
  const say = (text: string): void => announceInCase(view, text);
  return {
    accept(row, letter) {
      const column = columnOf(letter);
      if (column === undefined) return false;
      if (row.kind === 'cluster') {
        if (!row.cluster.members.some((member) => member.column === letter)) return false;
        change((records) => acceptBox(records, row.cluster, letter, subject, newId));
      } else if (row.kind === 'part') change((records) => acceptPart(records, row.name, column), [row.name]);
      else change((records) => acceptField(records, row.field, column, newId), [row.field.name]);
      say(`${row.title}: ${letter}’s answer accepted.`);
      return true;
    },
    mean(row) {
      if (row.kind !== 'cluster' || row.cluster.members.length < 2) return false;
      change((records) => acceptMean(records, row.cluster, subject, newId));
      say(`${row.title}: the mean of ${row.cluster.members.map(({ column }) => column).join(', ')} used.`);
      return true;
    },
    leaveOut(row) {
      if (row.kind !== 'cluster') return;
      change((records) => withoutCluster(records, row.cluster, subject));
      say(`${row.title}: left out.`);
    },
    all(letter) {
      const column = columnOf(letter);
      if (column === undefined) return;
      const { task, vocabulary } = subject;
      const fields = task.fields(vocabulary).map(({ name }) => name);
      const boxes = boxesPart(task, vocabulary);
      change((records) => acceptAll(records, column, newId, boxes), [...fields, BOXES]);
      say(`All of ${letter}’s answers accepted.`);
    },
  };
}
