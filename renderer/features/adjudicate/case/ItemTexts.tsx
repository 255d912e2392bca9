import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orpc } from '../../../client/index.ts';
import { Fold } from '../../desk/fields/Fold.tsx';
import { useCase } from './caseContext.ts';
import classes from './Case.module.css';

/** What raters answered about, to be read before deciding: the texts of a generated item. Nothing where items have none. */
export function ItemTexts() {
  const { itemId, benchmark } = useCase();
  const payload = useQuery(orpc.items.get.queryOptions({ input: { id: itemId } })).data?.payload;
  const texts = useMemo(
    () =>
      payload === undefined
        ? []
        : (benchmark.validation?.texts(payload) ?? []).filter(({ text }) => text.trim() !== ''),
    [benchmark, payload],
  );
  if (texts.length === 0) return null;
  return (
    <div className={classes['item']} role="region" aria-label="The item">
      <Fold id="case.item" title="The item">
        <dl className={classes['texts']}>
          {texts.map(({ field, title, text }) => (
            <div key={field}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </div>
  );
}
