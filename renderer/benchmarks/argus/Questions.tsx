import { VisuallyHidden } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import classes from './DeskForm.module.css';
import { MarkedText } from './MarkedText.tsx';

/** Both questions side by side: what the deceptive one adds is underlined, what it leaves out of the basic one struck. */
export function Questions({
  basic,
  deceptive,
  trap,
}: {
  readonly basic: string;
  readonly deceptive: string;
  readonly trap: string;
}) {
  const parts = useMemo(() => diffWordsWithSpace(basic, deceptive), [basic, deceptive]);
  return (
    <div className={classes['questions']}>
      <div className={classes['question']}>
        <h4 className={classes['name']}>
          Basic<VisuallyHidden> question</VisuallyHidden>
        </h4>
        <p className={classes['text']}>
          {parts.map(({ added, removed, value }, place) => {
            const key = `${String(place)} ${value}`;
            if (added) return null;
            if (!removed) return <MarkedText key={key} trap={trap} text={value} />;
            return (
              <del key={key} className={classes['dropped']}>
                <VisuallyHidden>[not in the deceptive question: </VisuallyHidden>
                <MarkedText trap={trap} text={value} />
                <VisuallyHidden>]</VisuallyHidden>
              </del>
            );
          })}
        </p>
      </div>
      <div className={classes['question']}>
        <h4 className={classes['name']}>
          Deceptive<VisuallyHidden> question</VisuallyHidden>
        </h4>
        <p className={classes['text']}>
          {parts.map(({ added, removed, value }, place) => {
            const key = `${String(place)} ${value}`;
            if (removed) return null;
            if (!added) return <MarkedText key={key} trap={trap} text={value} />;
            return (
              <ins key={key} className={classes['pressure']}>
                <VisuallyHidden>[added: </VisuallyHidden>
                <MarkedText trap={trap} text={value} />
                <VisuallyHidden>]</VisuallyHidden>
              </ins>
            );
          })}
        </p>
      </div>
    </div>
  );
}
