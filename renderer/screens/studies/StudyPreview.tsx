import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { StudyPreview as Preview } from '../../../shared/contract/studies.ts';
import { failureOf } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './Studies.module.css';

/** Reasons that are named before the rest is counted. */
const NAMED = 5;

/** What a study of these settings would be. */
export function StudyPreview({
  preview,
  error,
  settled,
  asksChecks,
}: {
  readonly preview: Preview | undefined;
  readonly error: unknown;
  /** Whether it is about what the form says now. */
  readonly settled: boolean;
  /** Whether attention checks are asked for. */
  readonly asksChecks: boolean;
}) {
  return (
    <section className={classes['preview']} aria-label="Preview" aria-busy={!settled}>
      <h2>Preview</h2>
      {error !== null && error !== undefined && (
        <Notice state="disputed" title={failureOf(error).message}>
          {failureOf(error).hint}
        </Notice>
      )}
      {preview === undefined ? (
        (error === null || error === undefined) && <p>Counting…</p>
      ) : (
        <>
          <dl className={classes['figures']}>
            <dt>Items</dt>
            <dd>{formatCount(preview.items)}</dd>
            {preview.itemsEach < preview.items && (
              <>
                <dt>Items per participant</dt>
                <dd>{`${formatCount(preview.itemsEach)} of ${formatCount(preview.items)}`}</dd>
              </>
            )}
            {preview.practice > 0 && (
              <>
                <dt>Practice</dt>
                <dd>{formatCount(preview.practice)}</dd>
              </>
            )}
            <dt>Answers per participant</dt>
            <dd>
              {preview.steps.least === preview.steps.most
                ? formatCount(preview.steps.most)
                : `${formatCount(preview.steps.least)} to ${formatCount(preview.steps.most)}`}
            </dd>
            {preview.checks > 0 && (
              <>
                <dt>Checks</dt>
                <dd>{formatCount(preview.checks)}</dd>
              </>
            )}
            {preview.breaks > 0 && (
              <>
                <dt>Breaks</dt>
                <dd>{formatCount(preview.breaks)}</dd>
              </>
            )}
            {preview.strata
              .filter(({ value }) => value !== null || preview.strata.length > 1)
              .map(({ value, chosen, available }) => (
                <Stratum
                  key={value ?? ''}
                  name={value ?? 'without'}
                  text={`${formatCount(chosen)} of ${formatCount(available)}`}
                />
              ))}
          </dl>
          {preview.apart && (
            <p>
              Some items reveal each other’s answers, such as those about one image. Each participant gets one
              of those; across participants every kind appears equally often.
            </p>
          )}
          {asksChecks && preview.checks === 0 && preview.items > 0 && (
            <Notice state="pending" title="No attention checks will appear">
              The study has fewer items than the distance between two checks.
            </Notice>
          )}
          {preview.problems.map((problem) => (
            <Notice key={problem} state="pending" title={problem} />
          ))}
          {preview.unusable.length > 0 && (
            <div>
              <p>{`${counted(preview.unusable.length, 'item')} cannot be asked and ${preview.unusable.length === 1 ? 'is' : 'are'} left out:`}</p>
              <ul>
                {preview.unusable.slice(0, NAMED).map(({ item, reason }) => (
                  <li key={item}>{`${item}: ${reason}`}</li>
                ))}
                {preview.unusable.length > NAMED && (
                  <li>{`and ${formatCount(preview.unusable.length - NAMED)} more`}</li>
                )}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Stratum({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}
