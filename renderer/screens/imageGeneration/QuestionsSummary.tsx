import { Button, Group } from '@mantine/core';
import { counted } from '../../../shared/base/counts.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Summary } from '../../ui/layout/Summary.tsx';
import type { BuiltKind } from './buildInTurn.ts';
import type { Target } from './fields.tsx';

/** What came of building questions, kind by kind. */
export function QuestionsSummary({
  built,
  target,
  onAgain,
}: {
  readonly built: readonly BuiltKind[];
  readonly target: Target;
  readonly onAgain: () => void;
}) {
  const inCasebook = target.kind === 'casebook';
  const sum = (of: (report: NonNullable<BuiltKind['report']>) => number): number =>
    built.reduce((total, { report }) => total + (report === null ? 0 : of(report)), 0);
  const sets = sum((report) => report.sets);
  const failed = built.filter(({ failure }) => failure !== null);
  const leftOut = built.flatMap(({ title, report }) =>
    (report?.left_out ?? []).map(
      ({ item, reason }) => `${title}: ${item === null ? '' : `${item}: `}${reason}`,
    ),
  );
  return (
    <>
      <Notice
        state={failed.length > 0 ? 'disputed' : sets === 0 ? 'pending' : 'accepted'}
        title={titleOf(sets, failed.length, target)}
      >
        {failed.map(({ title, failure }) => (
          <p key={title}>
            {title}: {failure?.message} {failure?.hint}
          </p>
        ))}
        {sets === 0 && failed.length === 0 && 'See below for what is missing.'}
      </Notice>
      <Summary
        figures={[
          ...built.flatMap(({ title, report }) =>
            report === null ? [] : [{ label: title.toLowerCase(), value: report.sets }],
          ),
          { label: 'collages', value: sum((report) => report.collages) },
          ...(inCasebook
            ? [
                { label: 'new items', value: sum((report) => report.added) },
                { label: 'already there', value: sum((report) => report.unchanged) },
              ]
            : []),
        ]}
        parts={[{ title: 'Left out', open: true, lines: leftOut }]}
      />
      <Group mt="md">
        <Button variant="default" onClick={onAgain}>
          {sets === 0 ? 'Build again' : 'Build more'}
        </Button>
        {inCasebook && sets > 0 && <Button onClick={() => goTo(places.library)}>Show in Library</Button>}
      </Group>
    </>
  );
}

function titleOf(sets: number, failed: number, target: Target): string {
  if (sets === 0) return 'No questions were built';
  const questions = counted(sets, 'question');
  const others = failed === 0 ? '' : `; ${counted(failed, 'kind')} not built`;
  return target.kind === 'casebook'
    ? `${questions} in this casebook${others}`
    : `${questions} written to ${target.folder}${others}`;
}
