import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { StudyPreview as Preview } from '../../../shared/contract/studies.ts';
import { failureOf } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { FactList } from './StudyFacts.tsx';
import { previewFacts } from './studyFacts.ts';
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
          <FactList facts={previewFacts(preview)} />
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
          <Unusable items={preview.unusable} />
        </>
      )}
    </section>
  );
}

/** Items that cannot be asked; the first few with the reason. */
function Unusable({ items }: { readonly items: Preview['unusable'] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <p>{`${counted(items.length, 'item')} cannot be asked and ${items.length === 1 ? 'is' : 'are'} left out:`}</p>
      <ul>
        {items.slice(0, NAMED).map(({ item, reason }) => (
          <li key={item}>{`${item}: ${reason}`}</li>
        ))}
        {items.length > NAMED && <li>{`and ${formatCount(items.length - NAMED)} more`}</li>}
      </ul>
    </div>
  );
}
