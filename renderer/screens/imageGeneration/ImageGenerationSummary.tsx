import { Button, Group } from '@mantine/core';
import { counted } from '../../../shared/base/counts.ts';
import type { ImageGenerationReport } from '../../../shared/contract/imageGeneration.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Summary } from '../../ui/layout/Summary.tsx';
import type { Target } from './fields.tsx';

/** What came of making images. */
export function ImageGenerationSummary({
  report,
  target,
  onAgain,
}: {
  readonly report: ImageGenerationReport;
  readonly target: Target;
  readonly onAgain: () => void;
}) {
  const inCasebook = target.kind === 'casebook';
  const { made, kept, added, updated, left_out: leftOut, notes } = report;
  return (
    <>
      <Notice state={leftOut.length > 0 ? 'pending' : 'accepted'} title={titleOf(report, target)}>
        {leftOut.length > 0 && 'Some images could not be made: see below.'}
      </Notice>
      <Summary
        figures={[
          { label: 'images made', value: made },
          { label: 'already there', value: kept },
          ...(added > 0 ? [{ label: 'new items', value: added }] : []),
          ...(updated > 0 ? [{ label: 'items with new images', value: updated }] : []),
          { label: 'left out', value: leftOut.length },
        ]}
        parts={[
          { title: 'Left out', open: true, lines: leftOut.map(({ item, reason }) => `${item}: ${reason}`) },
          { title: 'Notes', open: true, lines: notes },
        ]}
      />
      <Group mt="md">
        <Button variant="default" onClick={onAgain}>
          Make more
        </Button>
        {inCasebook && <Button onClick={() => goTo(places.library)}>Show in Library</Button>}
      </Group>
    </>
  );
}

function titleOf({ made }: ImageGenerationReport, target: Target): string {
  if (target.kind === 'folder') return `Written to ${target.folder}`;
  return made === 0 ? 'All these images exist already' : `${counted(made, 'image')} added to this casebook`;
}
