import { Button, Group } from '@mantine/core';
import { formatCount } from '../../../shared/base/counts.ts';
import type { FieldLevel, ImportReport } from '../../../shared/contract/importExport.ts';
import { notCarriedLines } from '../../../shared/domain/leftOut.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RatingFields } from './RatingFields.tsx';
import { SourceQuestions, asksOfSource, isAnswered, type SourceAnswers } from './SourceQuestions.tsx';
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
  const isAsked = !report.applied && asksOfSource(report);
  const asks = isAsked || (!report.applied && report.fields.length > 0);
  const isComplete = isAnswered(report, answers);
  return (
    <>
      <Outcome report={report} />
      {isAsked && <SourceQuestions report={report} answers={answers} onChange={onAnswers} />}
      {asks && report.fields.length > 0 && (
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
        {asks && (
          <>
            <Button
              variant="default"
              disabled={!isComplete}
              onClick={() => {
                onRun(true);
              }}
            >
              Check again
            </Button>
            <Button
              data-autofocus
              disabled={!isComplete}
              onClick={() => {
                onRun(false);
              }}
            >
              Import
            </Button>
          </>
        )}
        {!asks && (
          <Button
            {...(report.applied ? { 'data-autofocus': true } : { variant: 'default' })}
            onClick={onClose}
          >
            Close
          </Button>
        )}
        {!asks && !report.applied && report.readable === undefined && (
          <Button
            data-autofocus
            onClick={() => {
              onRun(false);
            }}
          >
            Import now
          </Button>
        )}
        {!asks && !report.applied && report.readable !== undefined && report.readable > 0 && (
          <Button
            data-autofocus
            onClick={() => {
              onRun(false, true);
            }}
          >
            Import the readable {formatCount(report.readable)}
          </Button>
        )}
      </Group>
    </>
  );
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
      lines: notCarriedLines(report.not_carried),
    },
    { title: 'Missing images', lines: report.images.missing_names },
    {
      title: 'Changed',
      lines: report.changes.map(({ item, field, from, to }) => `${item}, ${field}: “${from}” → “${to}”`),
    },
    { title: 'Similar-looking images', lines: report.similar.map((group) => group.join(' = ')) },
  ];
}
