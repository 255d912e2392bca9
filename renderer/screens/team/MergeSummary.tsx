import { Button, Group } from '@mantine/core';
import type { MergeReport } from '../../../shared/contract/merging.ts';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Summary, type SummaryFigure } from '../../ui/Summary.tsx';
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
  { of: 'responses', name: 'baseline answer' },
  { of: 'judgments', name: 'verdict' },
];

/** What a merge did, or would do, source by source. */
export function MergeSummary({
  report,
  onMerge,
  onBack,
  onClose,
}: {
  readonly report: MergeReport;
  readonly onMerge: () => void;
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
            ? 'This is what the merge would take over.'
            : 'Nothing of this can be taken over; below is why.'}
        </Notice>
      )}
      {applied && conflicts.length > 0 && (
        <Notice state="pending" title={`${counted(conflicts.length, 'conflict')} to settle`}>
          They stand on the Team screen, with both sides. Nothing of either is lost meanwhile.
        </Notice>
      )}
      {sources.map((source) => (
        <section key={source.source} className={classes['source']} aria-label={source.source}>
          <SourceReport source={source} applied={applied} />
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

function SourceReport({ source, applied }: { readonly source: Source; readonly applied: boolean }) {
  const { refused, person, taken, known, left, conflicts } = source;
  if (refused !== null)
    return (
      <Notice state="disputed" title={`${source.source}: refused`}>
        {refused} Nothing of it was taken.
      </Notice>
    );
  const figuresOf = (counts: Source['taken'], what: string): SummaryFigure[] =>
    COUNTED.filter(({ of }) => counts[of] > 0).map(({ of, name, many = `${name}s` }) => ({
      label: `${counts[of] === 1 ? name : many} ${what}`,
      value: counts[of],
    }));
  const figures = [
    ...figuresOf(taken, 'taken'),
    ...figuresOf(known, 'known'),
    { label: conflicts === 1 ? 'conflict' : 'conflicts', value: conflicts },
  ];
  const nothingNew = COUNTED.every(({ of }) => taken[of] === 0);
  return (
    <>
      <Notice
        state={conflicts > 0 || left.length > 0 ? 'pending' : 'accepted'}
        title={person === null ? source.source : `${person}: ${source.source}`}
      >
        {nothingNew ? 'Everything in it is known already.' : applied ? 'Taken over.' : 'Can be taken over.'}
      </Notice>
      <Summary
        figures={figures}
        parts={[
          {
            title: 'Left where it is',
            open: true,
            lines: left.map(({ item, reason }) => `${item}: ${reason}`),
          },
        ]}
      />
    </>
  );
}
