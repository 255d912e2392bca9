import { Button } from '@mantine/core';
import {
  byPriority,
  OPERATORS,
  RELATIONS,
  type Operator,
} from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { useDesk } from '../../features/desk/context.ts';
import { Messages } from '../../features/desk/fields/Messages.tsx';
import { useFieldProblems } from '../../features/desk/fields/useFieldProblems.ts';
import fields from '../../features/desk/fields/fields.module.css';
import { KeyCaps } from '../../ui/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

/** Relation primitives and reasoning operators, what each means one key away. */
export function TagsPart({ onDefinitions }: { readonly onDefinitions: () => void }) {
  const { answer, change } = useAnswerForm();
  const operators = [answer.operator, answer.secondOperator].filter((each) => each !== null);
  return (
    <>
      <Tags
        path="relations"
        label="Relation primitives"
        tags={RELATIONS}
        chosen={answer.relations}
        onChange={(relations) => {
          change({ relations: [...relations] });
        }}
      />
      <Tags
        path="operator"
        label="Reasoning operators, at most two"
        tags={OPERATORS}
        chosen={operators}
        roles={operators.length > 1 ? ['primary', 'secondary'] : ['primary']}
        most={2}
        onChange={(chosen) => {
          // The primary one follows from the order of priority, whichever was chosen first.
          const [operator = null, secondOperator = null] = byPriority<Operator>(chosen);
          change({ operator, secondOperator });
        }}
      />
      <div>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDefinitions}>
          What do they mean?&nbsp;
          <KeyCaps value="P" />
        </Button>
      </div>
    </>
  );
}

function Tags<T extends string>({
  path,
  label,
  tags,
  chosen,
  roles,
  most,
  onChange,
}: {
  readonly path: string;
  readonly label: string;
  readonly tags: readonly { readonly id: T; readonly name: string; readonly definition: string }[];
  readonly chosen: readonly T[];
  /** What the first, the second chosen one is. */
  readonly roles?: readonly string[];
  readonly most?: number;
  readonly onChange: (chosen: readonly T[]) => void;
}) {
  const { readOnly } = useDesk();
  const { problems, control, messageId } = useFieldProblems(path);
  return (
    <fieldset className={fields['field']} data-field={path} aria-label={label} {...control}>
      <div className={fields['head']}>
        <span className={fields['label']} aria-hidden>
          {label}
        </span>
      </div>
      <div className={fields['choices']}>
        {tags.map(({ id, name, definition }) => {
          const isChosen = chosen.includes(id);
          const role = roles?.[chosen.indexOf(id)];
          return (
            <label key={id} className={fields['choice']} title={definition}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={readOnly || (!isChosen && most !== undefined && chosen.length >= most)}
                onChange={(event) => {
                  const wanted = event.currentTarget.checked;
                  onChange(
                    tags
                      .map((tag) => tag.id)
                      .filter((each) => (each === id ? wanted : chosen.includes(each))),
                  );
                }}
              />
              <span>
                {id} {name}
                {role !== undefined && <span className={classes['role']}> {role}</span>}
              </span>
            </label>
          );
        })}
      </div>
      <Messages id={messageId} problems={problems} />
    </fieldset>
  );
}
