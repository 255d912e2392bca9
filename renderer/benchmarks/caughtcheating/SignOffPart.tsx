import { Checkbox, Flex } from '@mantine/core';
import { useFirstKey } from '../../ui/commands/keymap.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { clueCommands } from './commands.ts';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

/** The word of a person that the photo shows nobody's personal information. */
export function SignOffPart() {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const key = useFirstKey()(clueCommands.signOff);
  const { problems, control, messageId } = useFieldProblems('noPersonalInformation');
  return (
    <div className={classes['part']} data-field="noPersonalInformation">
      <Checkbox
        label={
          <Flex component="span" display="inline-flex" gap={6} align="center">
            The photo shows no personal information
            {key !== undefined && (
              <span aria-hidden>
                <KeyCaps value={key} />
              </span>
            )}
          </Flex>
        }
        description="No face, name, number, address or screen identifies anybody."
        checked={answer.noPersonalInformation}
        disabled={readOnly}
        {...control}
        onChange={(event) => change({ noPersonalInformation: event.currentTarget.checked })}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}
