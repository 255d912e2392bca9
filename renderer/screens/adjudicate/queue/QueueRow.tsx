import { GitCompare, LockKeyhole, UserCheck, Users } from 'lucide-react';
import { counted } from '../../../../shared/base/counts.ts';
import type { QueueEntry } from '../../../../shared/contract/adjudications.ts';
import { ItemName } from '../../../ui/items/ItemName.tsx';
import { Thumbnail } from '../../../ui/items/Thumbnail.tsx';
import { claimText, percent } from '../claimText.ts';
import { causeTitle, earlierGoldOf } from '../decision/words.ts';
import { RatingBadge } from '../../../ui/items/RatingBadge.tsx';
import classes from './Queue.module.css';

/** One case of the queue: what is disputed, by how many, and who is at it. */
export function QueueRow({ entry }: { readonly entry: QueueEntry }) {
  const { item, state, fields, ratings, claim, decision, youRated, barred } = entry;
  const differing = fields.filter(({ disagreement }) => disagreement > 0);
  return (
    <>
      <span className={classes['picture']}>
        <Thumbnail imageId={item.imageId} missing={item.missingImages > 0} />
      </span>
      <span className={classes['words']}>
        <span className={classes['line']}>
          <span className={classes['name']}>
            <ItemName id={item.externalId} />
          </span>
          {/* What is open is disputed unless it says otherwise. */}
          {state !== 'disputed' && <RatingBadge state={state} consensus={item.consensus} />}
        </span>
        {differing.length > 0 && (
          <span
            className={classes['fields']}
            title={differing
              .map(({ title, disagreement }) => `${title}: ${percent(disagreement)} disagreement`)
              .join('\n')}
          >
            Differ on: {differing.map(({ title }) => title).join(', ')}
          </span>
        )}
        <span className={classes['line']}>
          <span className={classes['raters']}>
            <Users size={12} aria-hidden />
            {counted(ratings, 'rater')}
          </span>
          {youRated && (
            <span
              className={classes['own']}
              data-barred={barred || undefined}
              title={barred ? 'You rated this item. Another adjudicator has to decide it.' : undefined}
            >
              <UserCheck size={12} aria-hidden />
              You rated this item
            </span>
          )}
          {decision !== null && <span className={classes['raters']}>{causeTitle(decision.cause)}</span>}
          {decision?.earlierGold?.differs != null && decision.earlierGold.differs.length > 0 && (
            <span className={classes['raters']} title={earlierGoldOf(decision.earlierGold) ?? undefined}>
              <GitCompare size={12} aria-hidden />
              Differs from gold
            </span>
          )}
          {claim !== null && (
            <span className={classes['claim']} data-mine={claim.you || undefined} title={claimText(claim)}>
              <LockKeyhole size={12} aria-hidden />
              <span className={classes['claimed']}>{claim.you ? 'Yours' : claimText(claim)}</span>
            </span>
          )}
        </span>
      </span>
    </>
  );
}
