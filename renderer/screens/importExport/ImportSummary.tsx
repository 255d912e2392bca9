import { Button, Group } from '@mantine/core';
import { formatCount } from '../../../shared/base/counts.ts';
import type { FieldLevel, ImportReport } from '../../../shared/contract/importExport.ts';
import { lostLines } from '../../../shared/domain/leftOut.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { nextImport, type NextImport } from './nextImport.ts';
import { RatingFields } from './RatingFields.tsx';
import { SourceQuestions } from './SourceQuestions.tsx';
import { asksOfSource, isAnswered, type SourceAnswers } from './sourceAnswers.ts';
import { Summary, type SummaryPart } from '../../ui/layout/Summary.tsx';

/** What an import did, or would have done. */
export function ImportSummary({
  report,
  images,
  levels,
  onLevels,
  answers,
  onAnswers,
  onRun,
  onClose,
  onAgain,
}: {
  readonly report: ImportReport;
  /** Whether such a source brings images. */
  readonly images: boolean;
  /** What was chosen for fields of a source of ratings. */
  readonly levels: Readonly<Record<string, FieldLevel>>;
  readonly onLevels: (levels: Readonly<Record<string, FieldLevel>>) => void;
  /** What was said of a source that does not tell it itself. */
  readonly answers: SourceAnswers;
  readonly onAnswers: (answers: SourceAnswers) => void;
  readonly onRun: (dryRun: boolean, keepGoing?: true) => void;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}) {
  const asks = !report.applied && asksOfSource(report);
  const next = nextImport(report);
  return (
    <>
      <Outcome report={report} />
      {asks && <SourceQuestions report={report} answers={answers} onChange={onAnswers} />}
      {next === 'answered' && report.fields.length > 0 && (
        <RatingFields fields={report.fields} levels={levels} onChange={onLevels} />
      )}
      <Summary
        figures={[
          { label: 'added', value: report.added },
          { label: 'updated', value: report.updated },
          { label: 'unchanged', value: report.unchanged },
          { label: 'skipped', value: report.skipped.length },
          ...(images
            ? [
                { label: 'images added', value: report.images.added },
                { label: 'images missing', value: report.images.missing },
              ]
            : []),
        ]}
        parts={partsOf(report)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onAgain}>
          {report.applied ? 'Import more' : 'Back'}
        </Button>
        {next !== 'answered' && (
          <Button
            {...(report.applied ? { 'data-autofocus': true } : { variant: 'default' })}
            onClick={onClose}
          >
            Close
          </Button>
        )}
        <ImportButtons report={report} next={next} isComplete={isAnswered(report, answers)} onRun={onRun} />
      </Group>
    </>
  );
}

/** The buttons that import what was only looked at. */
function ImportButtons({
  report,
  next,
  isComplete,
  onRun,
}: {
  readonly report: ImportReport;
  readonly next: NextImport;
  readonly isComplete: boolean;
  readonly onRun: (dryRun: boolean, keepGoing?: true) => void;
}) {
  const start = (dryRun: boolean, keepGoing?: true) => () => onRun(dryRun, keepGoing);
  switch (next) {
    case 'none':
      return null;
    case 'answered':
      return (
        <>
          <Button variant="default" disabled={!isComplete} onClick={start(true)}>
            Check again
          </Button>
          <Button data-autofocus disabled={!isComplete} onClick={start(false)}>
            Import
          </Button>
        </>
      );
    case 'all':
      return (
        <Button data-autofocus onClick={start(false)}>
          Import now
        </Button>
      );
    case 'readable':
      return (
        <Button data-autofocus onClick={start(false, true)}>
          Import the readable {formatCount(report.readable ?? 0)}
        </Button>
      );
  }
}

function Outcome({ report }: { readonly report: ImportReport }) {
  if (report.applied)
    return (
      <Notice
        state="accepted"
        title={report.added + report.updated > 0 ? 'Imported' : 'Nothing had changed since the last import'}
      />
    );
  return (
    <Notice state="pending" title="Nothing was written">
      {asksOfSource(report)
        ? 'The file does not say how it is written. Answer below, then check again.'
        : report.readable !== undefined
          ? 'Some items could not be read: they are listed below. Correct them in the source, or import the others.'
          : 'The import would do this.'}
    </Notice>
  );
}

/** What could not be read, without what is asked about. */
const problemsOf = ({ skipped, asks_encoding: encoding, asks_decimals: decimals }: ImportReport) =>
  encoding !== undefined
    ? []
    : skipped.filter(({ field }) => decimals === undefined || field !== decimals.field);

function partsOf(report: ImportReport): readonly SummaryPart[] {
  const named = (item: string | null, field: string | null, what: string) =>
    `${[item, field].filter((part) => part !== null).join(', ') || 'Source'}: ${what}`;
  return [
    {
      title: 'Skipped',
      open: true,
      lines: problemsOf(report).map(({ item, field, reason }) => named(item, field, reason)),
    },
    {
      title: 'Warnings',
      lines: report.warnings.map(({ item, field, message }) => named(item, field, message)),
    },
    {
      title: 'Not carried over',
      open: true,
      count: report.not_carried.reduce((sum, { count }) => sum + count, 0),
      note: 'The source says this, and the casebook has no place for it.',
      lines: lostLines(report.not_carried),
    },
    { title: 'Missing images', lines: report.images.missing_names },
    {
      title: 'Changed',
      lines: report.changes.map(({ item, field, from, to }) => `${item}, ${field}: “${from}” → “${to}”`),
    },
    { title: 'Similar-looking images', lines: report.similar.map((group) => group.join(' = ')) },
  ];
}
