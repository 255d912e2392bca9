import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { partAsking } from '../../../../shared/benchmarks/taskParts.ts';
import { orpc } from '../../../client/index.ts';
import { Fold } from '../../../ui/form/Fold.tsx';
import { useCase } from './caseContext.ts';
import classes from './Case.module.css';

/** What raters answered about, to be read before deciding: what they were given, the texts of a generated item. */
export function ItemTexts() {
  const { itemId, benchmark, kase, task, vocabulary } = useCase();
  const read = useQuery({
    ...orpc.items.get.queryOptions({ input: { id: itemId } }),
    enabled: kase.hidden === null,
  });
  const payload = kase.hidden === null ? read.data?.payload : kase.hidden.stimulus;
  const texts = useMemo(
    () =>
      payload === undefined
        ? []
        : [
            ...(partAsking(task, kase.asked, vocabulary)?.texts?.(payload) ?? []),
            ...(benchmark.validation?.texts(payload) ?? []),
          ].filter(({ text }) => text.trim() !== ''),
    [benchmark, task, kase.asked, vocabulary, payload],
  );
  if (texts.length === 0) return null;
  return (
    <div className={classes['item']} role="region" aria-label="The item">
      <Fold id="case.item" title="The item">
        <dl className={classes['texts']}>
          {texts.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Fold>
    </div>
  );
}
