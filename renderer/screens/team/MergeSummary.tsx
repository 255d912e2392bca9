import { Button, Group } from '@mantine/core';
import { counted } from '../../../shared/base/counts.ts';
import type { MergeReport } from '../../../shared/contract/merging.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Summary, type SummaryFigure } from '../../ui/layout/Summary.tsx';
import classes from './Team.module.css';

type Source = MergeReport['sources'][number];

const COUNTED: readonly {
  readonly of: keyof Source['taken'];
  readonly name: string;
  readonly many?: string;
}[] = [
  { of: 'annotations', name: 'answer' },
  { of: 'items', name: 'item' },
  { of: 'images', name: 'image' },
  { of: 'assignments', name: 'assignment' },
  { of: 'adjudications', name: 'decision' },
  { of: 'people', name: 'person', many: 'people' },
  { of: 'guidelines', name: 'guideline note' },
  { of: 'comments', name: 'comment' },
  { of: 'responses', name: 'baseline answer' },
  { of: 'judgments', name: 'verdict' },
];

/** What a merge did, or would do, source by source. */
export function MergeSummary({
  report,
  onMerge,
  onIncludeLate,
  onBack,
  onClose,
}: {
  readonly report: MergeReport;
  readonly onMerge: () => void;
  /** Checks once more, with what deactivated people sent afterwards. */
  readonly onIncludeLate: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}) {
  const { sources, conflicts, applied } = report;
  const sound = sources.filter(({ refused }) => refused === null);
  return (
    <>
      {!applied && (
        <Notice state="pending" title="Nothing was changed yet">
          {sound.length > 0
            ? 'The merge would include this.'
            : 'Nothing can be merged; see the reasons below.'}
        </Notice>
      )}
      {applied && conflicts.length > 0 && (
        <Notice state="pending" title={`${counted(conflicts.length, 'conflict')} to resolve`}>
          The Team screen shows both sides. Neither side is lost.
        </Notice>
      )}
      {sources.map((source) => (
        <section key={source.source} className={classes['source']} aria-label={source.source}>
          <SourceReport source={source} applied={applied} onIncludeLate={onIncludeLate} />
        </section>
      ))}
      <Group justify="flex-end" mt="md">
        {applied ? (
          <>
            <Button variant="default" onClick={onBack}>
              Merge more
            </Button>
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
            <Button data-autofocus disabled={sound.length === 0} onClick={onMerge}>
              {`Merge ${counted(sound.length, 'source')}`}
            </Button>
          </>
        )}
      </Group>
    </>
  );
}

function SourceReport({
  source,
  applied,
  onIncludeLate,
}: {
  readonly source: Source;
  readonly applied: boolean;
  readonly onIncludeLate: () => void;
}) {
  const { refused, late, person, taken, known, left, conflicts, brings = [] } = source;
  if (late === true)
    return (
      <Notice state="pending" title={`${source.source}: kept apart`}>
        {refused}
        <Button variant="default" mt="xs" display="block" onClick={onIncludeLate}>
          Include it
        </Button>
      </Notice>
    );
  if (refused !== null)
    return (
      <Notice state="disputed" title={`${source.source}: refused`}>
        {refused} Casebook merged nothing from it.
      </Notice>
    );
  const figuresOf = (counts: Source['taken'], what: string): SummaryFigure[] =>
    COUNTED.filter(({ of }) => counts[of] > 0).map(({ of, name, many = `${name}s` }) => ({
      label: `${counts[of] === 1 ? name : many} ${what}`,
      value: counts[of],
    }));
  const figures = [
    ...figuresOf(taken, applied ? 'merged' : 'to merge'),
    ...figuresOf(known, 'merged before'),
    { label: conflicts === 1 ? 'conflict' : 'conflicts', value: conflicts },
  ];
  const nothingNew = COUNTED.every(({ of }) => taken[of] === 0);
  return (
    <>
      <Notice
        state={conflicts > 0 || left.length > 0 ? 'pending' : 'accepted'}
        title={person === null ? source.source : `${person}: ${source.source}`}
      >
        {nothingNew ? 'Everything in it is merged already.' : applied ? 'Merged.' : 'Can be merged.'}
      </Notice>
      {!applied && brings.length > 0 && (
        <Notice state="pending" title="Is it the casebook of a curator of this team?">
          Casebook cannot tell whose it is. It brings what only curators may bring, such as people with roles
          and answers of others. Merge it only if you know who made it.
        </Notice>
      )}
      <Summary
        figures={figures}
        parts={[
          { title: applied ? 'It brought' : 'It brings', open: true, lines: brings },
          {
            title: 'Not merged',
            open: true,
            lines: left.map(({ item, reason }) => `${item}: ${reason}`),
          },
        ]}
      />
    </>
  );
}
