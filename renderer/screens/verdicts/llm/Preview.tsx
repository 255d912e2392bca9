import { CloseButton } from '@mantine/core';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { client } from '../../../client/index.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Verbatim } from './Verbatim.tsx';
import classes from './judgeRuns.module.css';

export type RunPreview = Awaited<ReturnType<typeof client.judgeRuns.preview>>;

/** What a run would send. */
export function Preview({
  preview,
  outdated,
  onClose,
}: {
  readonly preview: RunPreview;
  readonly outdated: boolean;
  readonly onClose: () => void;
}) {
  const { host, calls, answers, byCriterion, known, problems, first, tokens, costAtMost } = preview;
  return (
    <div className={classes['preview']} role="region" aria-label="Dry run">
      <div className={classes['previewHead']}>
        <h2>Dry run</h2>
        <CloseButton aria-label="Close the dry run" onClick={onClose} />
      </div>
      {outdated && <Notice state="neutral" title="The settings have changed since this dry run." />}
      <p className={classes['previewSum']}>
        <strong>{counted(calls, 'request')}</strong> about {counted(answers, 'answer')} would go to{' '}
        <strong>{host}</strong>. {known > 0 && `${counted(known, 'verdict')} of this judge exist already. `}
        Nothing was sent.
      </p>
      <p className={classes['hint']}>
        About {formatCount(tokens.prompt)} tokens of requests (four characters a token; no images are sent)
        and at most {formatCount(tokens.completionAtMost)} of replies
        {costAtMost === null
          ? '. Enter prices to see the cost.'
          : `: at most ${costAtMost.toFixed(2)} at your prices.`}
      </p>
      {problems.map((problem) => (
        <Notice key={problem} state="pending" title={problem} />
      ))}
      {byCriterion.length > 0 && (
        <ul className={classes['byCriterion']}>
          {byCriterion.map(({ criterion, title, calls: each }) => (
            <li key={criterion}>
              <span>{title}</span> <b>{formatCount(each)}</b>
            </li>
          ))}
        </ul>
      )}
      {first !== null && (
        <>
          <h3>The first request, in full</h3>
          <Verbatim label="The first request" text={inWords(first)} />
          <details>
            <summary>The exact request body</summary>
            <Verbatim label="The body of the request" text={first.body} />
          </details>
        </>
      )}
    </div>
  );
}

function inWords({ system, user }: { readonly system: string; readonly user: string }): string {
  return system === '' ? user : `[system]\n${system}\n\n[user]\n${user}`;
}
