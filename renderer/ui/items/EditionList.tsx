import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Edition } from '../../../shared/contract/validation.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { formatDateTime } from '../text/format.ts';
import { LoadingState } from '../feedback/LoadingState.tsx';
import { StateBadge } from '../feedback/StateBadge.tsx';
import { WordDiff } from '../text/WordDiff.tsx';
import { saidOf } from './saidOf.ts';
import classes from './EditionList.module.css';

/** The wordings that an item has had, the latest first: what changed, why, by whom, and what was said of each. */
export function EditionList({ itemId }: { readonly itemId: ItemId }) {
  const editions = useQuery({
    ...orpc.validation.editions.queryOptions({ input: { itemId } }),
    staleTime: 0,
  });
  if (editions.error !== null)
    return <ErrorState error={editions.error} onRetry={() => void editions.refetch()} />;
  if (editions.data === undefined) return <LoadingState label="Reading the editions" />;
  return (
    <Flex component="ol" direction="column" style={{ listStyle: 'none' }} aria-label="Editions">
      {editions.data.map((edition) => (
        <EditionRow key={edition.number} edition={edition} />
      ))}
    </Flex>
  );
}

function EditionRow({ edition }: { readonly edition: Edition }) {
  const { number, isCurrent, changes, reason, person, createdAt, ratings, responses } = edition;
  const said = saidOf(ratings, responses);
  return (
    <li className={classes['edition']}>
      <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm">
        <strong>Edition {number}</strong>
        <StateBadge
          look={
            isCurrent ? { title: 'Current', state: 'accepted' } : { title: 'Outdated', state: 'incomplete' }
          }
        />
        <span className={classes['when']}>
          {number === 1 ? 'as imported' : person === null ? 'fixed' : `fixed by ${person}`},{' '}
          {formatDateTime(createdAt)}
        </span>
      </Flex>
      {reason !== '' && <p className={classes['reason']}>{reason}</p>}
      {changes.length > 0 && (
        <dl className={classes['changes']}>
          {changes.map(({ field, title, from, to }) => (
            <div key={field}>
              <dt>{title}</dt>
              <dd>
                <WordDiff from={from} to={to} label={`${title}, changed`} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={classes['said']}>
        {said === null ? 'No answers.' : `${said}${isCurrent ? '.' : ', kept and outdated.'}`}
      </p>
    </li>
  );
}
