import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { type WordChange, wordChanges } from '../../ui/text/wordChanges.ts';
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
  const changes = useMemo(() => wordChanges(basic, deceptive), [basic, deceptive]);
  return (
    <div className={classes['questions']}>
      <Question name="Basic" own="removed" changes={changes} trap={trap} />
      <Question name="Deceptive" own="inserted" changes={changes} trap={trap} />
    </div>
  );
}

const SAID = { removed: '[not in the deceptive question: ', inserted: '[added: ' } as const;

function Question({
  name,
  own,
  changes,
  trap,
}: {
  readonly name: string;
  /** What of the changes is this question's alone. */
  readonly own: keyof typeof SAID;
  readonly changes: readonly WordChange[];
  readonly trap: string;
}) {
  const Marked = own === 'removed' ? 'del' : 'ins';
  return (
    <div className={classes['question']}>
      <h4 className={classes['name']}>
        {name}
        <VisuallyHidden> question</VisuallyHidden>
      </h4>
      <p className={classes['text']}>
        {changes.map(({ kind, text }, place) => {
          const key = `${String(place)} ${text}`;
          if (kind === 'same') return <MarkedText key={key} trap={trap} text={text} />;
          return kind === own ? (
            <Marked key={key} className={classes[own === 'removed' ? 'dropped' : 'pressure']}>
              <VisuallyHidden>{SAID[own]}</VisuallyHidden>
              <MarkedText trap={trap} text={text} />
              <VisuallyHidden>]</VisuallyHidden>
            </Marked>
          ) : null;
        })}
      </p>
    </div>
  );
}
