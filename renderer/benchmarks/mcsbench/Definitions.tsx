import { Modal } from '@mantine/core';
import {
  OPERATOR_RULE,
  OPERATORS,
  RELATION_RULE,
  RELATIONS,
} from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { LENSES } from './chainForm.ts';
import classes from './DeskForm.module.css';

/** What relations, operators and errors of reasoning chains mean. */
export function Definitions({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Relations, operators and errors"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TagList title="Relation primitives" rule={RELATION_RULE} tags={RELATIONS.map(named)} />
      <TagList title="Reasoning operators" rule={OPERATOR_RULE} tags={OPERATORS.map(named)} />
      {LENSES.map(({ lens, errors }) => (
        <TagList key={lens} title={`Errors of chains: ${lens}`} tags={errors} />
      ))}
    </Modal>
  );
}

interface Definition {
  readonly id: string;
  readonly name: string;
  readonly definition: string;
}

const named = ({ id, name, definition }: Definition): Definition => ({
  id,
  name: `${id} ${name}`,
  definition,
});

function TagList({
  title,
  rule,
  tags,
}: {
  readonly title: string;
  readonly rule?: string;
  readonly tags: readonly Definition[];
}) {
  return (
    <section>
      <h3 className={classes['heading']}>{title}</h3>
      {rule !== undefined && <p className={classes['rule']}>{rule}</p>}
      <dl className={classes['definitions']}>
        {tags.map(({ id, name, definition }) => (
          <div key={id} className={classes['definition']}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
