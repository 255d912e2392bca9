import { decimalText } from '../../../../shared/base/decimals.ts';
import { Box, Button, Flex, VisuallyHidden } from '@mantine/core';
import { Check, CircleDashed, MessagesSquare, Minus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { BoxCluster, FieldDecision, RaterColumn } from '../../../../shared/contract/adjudications.ts';
import { percent } from '../claimText.ts';
import { ofCluster } from '../decision/accepting.ts';
import { type DecisionWork, fieldDecision, isOpen, valueOf } from '../decision/fieldDecisions.ts';
import { boxField, boxOrigins, type DecisionSubject } from '../decision/origins.ts';
import { textDifferences, type TextPart } from '../decision/textDifferences.ts';
import { howText } from '../decision/words.ts';
import { valueLines } from '../../../../shared/benchmarks/valueLines.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { useCase, useCaseView } from './caseContext.ts';
import type { CaseRow } from './caseRows.ts';
import { useAcceptActions } from './useAcceptActions.ts';
import classes from './AnswerTable.module.css';
import { regionLabels } from '../../../../shared/benchmarks/taskParts.ts';

/** One line of the table: a field, a part of the answer, or boxes about the same thing. */
export function AnswerRow({ row }: { readonly row: CaseRow }) {
  const { kase, view, subject, work, canvas, task, vocabulary } = useCase();
  const focused = useCaseView(({ focus }) => focus === row.id);
  const accepting = useAcceptActions();
  const cells = useCells(row);
  const decision = subject === null ? null : decisionOf(row, subject, work);
  const disputed = row.kind === 'field' && (row.disagreement ?? 0) > 0;
  const name =
    row.kind === 'field' ? row.field.name : row.kind === 'part' ? row.name : boxField(task, vocabulary)?.name;
  const isAsked = (at: number): boolean =>
    name === undefined || isAnswered(kase.columns[at]?.asked ?? null, name);
  return (
    <tr
      className={classes['line']}
      data-row={row.id}
      data-kind={row.kind}
      data-focused={focused || undefined}
      data-disputed={disputed || undefined}
      // One stop for Tab; J and K go on from there.
      tabIndex={focused ? 0 : -1}
      onFocus={() => {
        view.setState({ focus: row.id });
        const member = row.kind === 'cluster' ? row.cluster.members[0] : undefined;
        if (member !== undefined) canvas.current?.reveal(member.regionId);
      }}
      onPointerEnter={() => view.setState({ hovered: row.id })}
      onPointerLeave={() => view.setState({ hovered: null })}
    >
      <th scope="row" className={classes['what']}>
        <Box component="span" display="block" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {row.title}
        </Box>
        <RowNote row={row} disputed={disputed} />
        {accepting !== null && row.kind === 'cluster' && row.cluster.members.length > 1 && (
          <Button size="compact-xs" variant="default" onClick={() => accepting.mean(row)}>
            Use mean
          </Button>
        )}
      </th>
      {kase.columns.map(({ column }, at) => (
        <AnswerCell
          key={column}
          row={row}
          column={column}
          content={cells[at] ?? null}
          isAsked={isAsked(at)}
          isChosen={decision !== null && isChosen(decision, column)}
        />
      ))}
      <td className={classes['decision']}>{decision !== null && <DecisionCell row={row} {...decision} />}</td>
    </tr>
  );
}

/** Whether the decision is marked at a rater's answer. Where all raters agree, nothing is marked. */
const isChosen = ({ decision, open }: RowDecision, column: string): boolean =>
  decision !== null && !open && decision.how !== 'unanimous' && decision.columns.includes(column);

/** What a rater says, with a way to accept it. */
function AnswerCell({
  row,
  column,
  content,
  isAsked,
  isChosen: chosen,
}: {
  readonly row: CaseRow;
  readonly column: string;
  readonly content: ReactNode;
  readonly isAsked: boolean;
  readonly isChosen: boolean;
}) {
  const accepting = useAcceptActions();
  if (!isAsked) return <td className={classes['empty']}>not asked</td>;
  if (content === null)
    return <td className={classes['empty']}>{row.kind === 'cluster' ? 'no box' : null}</td>;
  const inner = (
    <>
      <span className={classes['value']}>{content}</span>
      {chosen && (
        <Box component="span" flex="none" c="var(--casebook-accepted)" lh={0}>
          <Check size={13} role="img" aria-label="in the decision" />
        </Box>
      )}
      {!chosen && accepting !== null && (
        <span className={classes['accept']} aria-hidden>
          Accept
        </span>
      )}
    </>
  );
  return (
    <td>
      {accepting === null ? (
        <span className={classes['cell']} data-chosen={chosen || undefined}>
          {inner}
        </span>
      ) : (
        <button
          type="button"
          className={classes['cell']}
          data-chosen={chosen || undefined}
          onClick={() => accepting.accept(row, column)}
        >
          <VisuallyHidden>
            Accept {column}’s {row.title}:{' '}
          </VisuallyHidden>
          {inner}
        </button>
      )}
    </td>
  );
}

interface RowDecision {
  readonly decision: FieldDecision | null;
  readonly lines: readonly string[];
  /** Nothing is decided on yet, or it was left open. */
  readonly open: boolean;
}

function DecisionCell({ row, decision, lines, open }: RowDecision & { readonly row: CaseRow }) {
  const accepting = useAcceptActions();
  return (
    <Flex component="span" direction="column" gap={2}>
      {lines.length > 0 ? (
        <span className={classes['value']}>{lines.map(line)}</span>
      ) : (
        !open && <span className={classes['value']}>{LEFT_OPEN}</span>
      )}
      {open ? (
        <span className={classes['how']} data-open>
          {row.kind === 'cluster' ? <Minus size={12} aria-hidden /> : <CircleDashed size={12} aria-hidden />}
          {row.kind === 'cluster' ? 'left out' : 'open'}
        </span>
      ) : (
        decision !== null && (
          <span className={classes['how']}>
            {howText(decision)}
            {row.kind === 'cluster' && accepting !== null && (
              <Button
                size="compact-xs"
                px={4}
                variant="subtle"
                color="gray"
                aria-label={`Leave out: ${row.title}`}
                onClick={() => accepting.leaveOut(row)}
              >
                Leave out
              </Button>
            )}
          </span>
        )
      )}
    </Flex>
  );
}

function RowNote({ row, disputed }: { readonly row: CaseRow; readonly disputed: boolean }) {
  if (row.kind === 'cluster') {
    const { members, iou } = row.cluster;
    return (
      <span className={classes['note']}>
        {members.map(({ column }) => column).join(', ')}
        {iou !== null && ` · IoU ${decimalText(iou, 2)}`}
      </span>
    );
  }
  if (!disputed || row.kind !== 'field') return null;
  return (
    <span className={classes['differs']}>
      <MessagesSquare size={12} aria-hidden />
      differ {percent(row.disagreement ?? 0)}
    </span>
  );
}

/** The content of each rater's cell; null where they have nothing. */
function useCells(row: CaseRow): readonly ReactNode[] {
  const { kase, task, vocabulary } = useCase();
  return useMemo(() => {
    if (row.kind === 'cluster') {
      return kase.columns.map((column) => {
        const size = boxText(row.cluster, column);
        return size === null ? null : (
          <>
            <span>{size}</span>
            {boxWords(row.cluster, column, task, vocabulary).map((text) => (
              <Box key={text} component="span" c="dimmed" fz="xs" fw={400} lh="16px">
                {text}
              </Box>
            ))}
          </>
        );
      });
    }
    if (row.kind === 'field' && row.field.comparison.level === 'boxes') {
      return kase.columns.map(({ regions }) => counted(regions.length, 'box', 'boxes'));
    }
    const texts = kase.columns.map((column) => plainText(row, column));
    const compared = row.kind === 'part' || row.field.comparison.level === 'text';
    if (!compared) return texts.map((text) => (text === '' ? LEFT_OPEN : text));
    return textDifferences(texts).map((parts) => (parts.length === 0 ? LEFT_OPEN : parts.map(part)));
  }, [row, kase.columns, task, vocabulary]);
}

const LEFT_OPEN = <em key="open">left open</em>;

function part({ text, differs }: TextPart, at: number): ReactNode {
  return differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
}

function line(text: string, at: number): ReactNode {
  return <span key={at}>{text}</span>;
}

/** A rater's answer in a line as plain text. */
function plainText(row: CaseRow, column: RaterColumn | undefined): string {
  if (column === undefined) return '';
  if (row.kind === 'cluster') return boxText(row.cluster, column) ?? 'no box';
  if (row.kind === 'part') return valueLines(valueOf(column.answer, row.name)).join('\n');
  if (row.field.comparison.level === 'boxes') return counted(column.regions.length, 'box', 'boxes');
  return valueLines(valueOf(column.answer, row.field.name), row.field).join('\n');
}

function boxText(cluster: BoxCluster, { column, regions }: RaterColumn): string | null {
  const member = cluster.members.find((each) => each.column === column);
  const region = regions.find(({ id }) => id === member?.regionId);
  return region === undefined
    ? null
    : `${String(Math.round(region.width))} x ${String(Math.round(region.height))}`;
}

/** What a rater says of a box beside its category: of the label it has, and of the box itself. */
function boxWords(
  cluster: BoxCluster,
  { column, answer, regions }: RaterColumn,
  task: Task,
  vocabulary: JsonObject,
): readonly string[] {
  const member = cluster.members.find((each) => each.column === column);
  const region = regions.find(({ id }) => id === member?.regionId);
  if (region === undefined) return [];
  const label = regionLabels(task, answer, vocabulary).find(({ id }) => id === region.label);
  const said = [
    ...Object.values(label?.attributes ?? {}),
    ...Object.entries(region.attributes).map(([name, value]) => `${name}: ${valueLines(value).join(', ')}`),
    region.note,
  ];
  return [...new Set(said.flatMap((value) => valueLines(value)))];
}

/** What the draft says in a line, and where it has it from. */
function decisionOf(row: CaseRow, subject: DecisionSubject, work: DecisionWork | null): RowDecision {
  const { draft, disagreement } = subject;
  /** Where answers differ in what is not compared, saying nothing is no decision either. */
  const isUntouched = (name: string, lines: readonly string[], from: readonly string[]): boolean =>
    work !== null &&
    lines.length === 0 &&
    !work.chosen.has(name) &&
    from.length < disagreement.columns.length;
  if (row.kind === 'cluster') {
    const regions = ofCluster(row.cluster, subject);
    const [region] = regions;
    const [origin] = boxOrigins({ ...subject, draft: { answer: draft.answer, regions } });
    return {
      decision: origin === undefined ? null : { how: origin.how, columns: [...origin.columns] },
      lines:
        region === undefined
          ? []
          : [`${String(Math.round(region.width))} x ${String(Math.round(region.height))}`],
      open: region === undefined,
    };
  }
  if (row.kind === 'part') {
    const value = valueOf(draft.answer, row.name);
    const columns = disagreement.columns
      .filter(
        ({ answer, asked }) => isAnswered(asked, row.name) && sameJson(valueOf(answer, row.name), value),
      )
      .map(({ column }) => column);
    const how = columns.length === 0 ? 'written' : 'accepted';
    const lines = valueLines(value);
    return { decision: { how, columns }, lines, open: isUntouched(row.name, lines, columns) };
  }
  const decision = fieldDecision(subject, row.field);
  const open = work !== null && isOpen(subject, work, row.field);
  if (open) return { decision, lines: [], open };
  if (row.field.comparison.level === 'boxes')
    return { decision, lines: [counted(draft.regions.length, 'box', 'boxes')], open };
  const lines = valueLines(valueOf(draft.answer, row.field.name), row.field);
  return { decision, lines, open: isUntouched(row.field.name, lines, decision.columns) };
}
