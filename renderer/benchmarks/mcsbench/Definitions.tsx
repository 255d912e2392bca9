import { Modal } from '@mantine/core';
import {
  OPERATOR_RULE,
  OPERATORS,
  RELATION_RULE,
  RELATIONS,
  type Tag,
} from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import classes from './DeskForm.module.css';

/** What relations and operators mean, in the words of the paper. */
export function Definitions({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Relations and operators"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TagList title="Relation primitives" rule={RELATION_RULE} tags={RELATIONS} />
      <TagList title="Reasoning operators" rule={OPERATOR_RULE} tags={OPERATORS} />
    </Modal>
  );
}

function TagList({
  title,
  rule,
  tags,
}: {
  readonly title: string;
  readonly rule: string;
  readonly tags: readonly Tag[];
}) {
  return (
    <section>
      <h3 className={classes['heading']}>{title}</h3>
      <p className={classes['rule']}>{rule}</p>
      <dl className={classes['definitions']}>
        {tags.map(({ id, name, definition }) => (
          <div key={id} className={classes['definition']}>
            <dt>
              {id} {name}
            </dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
