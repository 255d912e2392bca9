import { Button, Group } from '@mantine/core';
import { counted } from '../../../shared/base/counts.ts';
import type { ExportReport } from '../../../shared/contract/importExport.ts';
import {
  disputedInWords,
  exportInWords,
  hasProblems,
  keptInWords,
  leftOutLines,
  lostLines,
} from '../../../shared/domain/leftOut.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Summary } from '../../ui/layout/Summary.tsx';
import { closeImportExport } from './importExportRequest.ts';

interface ExportSummaryProps {
  readonly report: ExportReport;
  /** Whether such an export has images. */
  readonly images: boolean;
  readonly target: string;
  readonly onAgain: () => void;
  /** Writes the export in the place of a former one that holds more. */
  readonly onReplace: () => void;
}

/** What came of an export: what is in it, what is not and why, and whether a former one was kept. */
export function ExportSummary({ report, images, target, onAgain, onReplace }: ExportSummaryProps) {
  const { written, replaces, missing, disputed } = report;
  const lacks = hasProblems(report);
  return (
    <>
      {written ? (
        <Notice state={lacks ? 'pending' : 'accepted'} title={`Written to ${target}`}>
          {lacks &&
            [
              ...exportInWords({ ...report, withheld: 0 }, target).slice(1),
              'See below for what was left out.',
            ].join(' ')}
        </Notice>
      ) : (
        replaces !== null && (
          <Notice state="disputed" title="The existing export has more than the new one">
            {keptInWords(replaces, target).join(' ')}
          </Notice>
        )
      )}
      <Summary
        figures={[
          { label: 'items', value: report.items },
          ...(images ? [{ label: 'images', value: report.images }] : []),
          ...(missing > 0 ? [{ label: 'images missing', value: missing }] : []),
          ...(report.withheld > 0 ? [{ label: 'images by name only', value: report.withheld }] : []),
          { label: 'left out', value: report.left_out.length },
          ...(disputed.length > 0 ? [{ label: 'disputed', value: disputed.length }] : []),
        ]}
        parts={[
          {
            title: 'Left out',
            open: true,
            count: report.left_out.length,
            lines: leftOutLines(report.left_out),
          },
          { title: 'Before you use it', open: true, lines: report.warnings },
          {
            title: 'Not carried over',
            open: true,
            count: report.not_carried.reduce((sum, { count }) => sum + count, 0),
            note: 'The casebook has this, and the export does not.',
            lines: lostLines(report.not_carried),
          },
          ...(disputed.length > 0
            ? [
                {
                  title: 'Disputed',
                  open: true,
                  note: disputedInWords(disputed.length),
                  lines: disputed.map(({ item, fields }) => `${item}: ${fields.join(', ')}`),
                },
              ]
            : []),
          { title: 'Files', lines: report.files },
        ]}
      />
      <Group justify="flex-end" mt="md">
        {!written && replaces !== null && (
          <Button variant="default" onClick={() => void ask(replaces, onReplace)}>
            Replace existing export…
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          Export again
        </Button>
        <Button data-autofocus onClick={closeImportExport}>
          Close
        </Button>
      </Group>
    </>
  );
}

async function ask(
  { former, now }: NonNullable<ExportReport['replaces']>,
  onReplace: () => void,
): Promise<void> {
  const size = ({ entries, images }: typeof former): string =>
    `${counted(entries, 'entry', 'entries')} and ${counted(images, 'image')}`;
  const goAhead = await confirm({
    title: 'Replace the existing export with a smaller one?',
    message: `The existing export has ${size(former)}. The new one has ${size(now)}. Replacing deletes the existing one.`,
    action: 'Replace existing export',
    dangerous: true,
  });
  if (goAhead) onReplace();
}
