import { Button } from '@mantine/core';
import {
  byPriority,
  type Operator,
  OPERATORS,
  RELATIONS,
} from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { formCommands } from './commands.ts';
import classes from './DeskForm.module.css';
import { useFormView } from './formView.ts';
import { Key } from './NextKeys.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

/** Relation primitives and reasoning operators, what each means one key away. */
export function TagsPart({ onDefinitions }: { readonly onDefinitions: () => void }) {
  const { answer, change } = useAnswerForm();
  const [{ at }, setView] = useFormView();
  const operators = [answer.operator, answer.secondOperator].filter((each) => each !== null);
  const names = OPERATORS.filter(({ id }) => operators.includes(id)).map(({ id }) => id);
  return (
    <>
      <Tags
        path="relations"
        label="Relation primitives, one or more"
        command={formCommands.relations}
        isNext={at === 'relations'}
        keyOf={(_, place) => String(place + 1)}
        onGo={() => setView({ at: 'relations' })}
        tags={RELATIONS}
        chosen={answer.relations}
        onChange={(relations) => change({ relations: [...relations] })}
      />
      <Tags
        path="operator"
        label="Reasoning operators, at most two"
        command={formCommands.operators}
        isNext={at === 'operator'}
        keyOf={(id) => id.replace('OP', '')}
        onGo={() => setView({ at: 'operator' })}
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
      <div className={classes['ofTags']}>
        <p className={classes['strategy']}>
          {names.length > 1
            ? `${names[0] ?? ''} is the primary one: it comes before ${names[1] ?? ''} in the order OP6, OP5, OP4, OP2, OP3, OP1.`
            : 'Of two, the primary one is the first in the order OP6, OP5, OP4, OP2, OP3, OP1.'}
        </p>
        <Button size="compact-xs" variant="subtle" color="gray" flex="none" onClick={onDefinitions}>
          <Key command={formCommands.definitions}>definitions</Key>
        </Button>
      </div>
    </>
  );
}

function Tags<T extends string>({
  path,
  label,
  command,
  isNext,
  keyOf,
  onGo,
  tags,
  chosen,
  roles,
  most,
  onChange,
}: {
  readonly path: string;
  readonly label: string;
  /** What makes digits choose here. */
  readonly command: CommandDefinition;
  readonly isNext: boolean;
  /** The digit that chooses a tag while they do. */
  readonly keyOf: (id: T, place: number) => string;
  readonly onGo: () => void;
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
    <fieldset
      className={`${fields['field'] ?? ''} ${classes['tags'] ?? ''}`}
      data-field={path}
      data-next={isNext || undefined}
      aria-label={label}
      {...control}
    >
      <div className={classes['tagsHead']}>
        <span className={fields['label']} aria-hidden>
          {label}
        </span>
        <button type="button" className={classes['go']} onClick={onGo} aria-label={`${label}: by digits`}>
          <Key command={command}>{isNext ? 'digits choose' : ''}</Key>
        </button>
      </div>
      <div className={fields['choices']}>
        {tags.map(({ id, name, definition }, place) => {
          const isChosen = chosen.includes(id);
          const role = roles?.[chosen.indexOf(id)];
          return (
            <label
              key={id}
              className={`${fields['choice'] ?? ''} ${classes['tag'] ?? ''}`}
              title={definition}
            >
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
              {isNext && (
                <span aria-hidden>
                  <KeyCaps value={keyOf(id, place)} />
                </span>
              )}
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
