import { Checkbox } from '@mantine/core';
import { useDesk } from '../../features/desk/context.ts';
import { Messages } from '../../features/desk/fields/Messages.tsx';
import { useFieldProblems } from '../../features/desk/fields/useFieldProblems.ts';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

/** The word of a person that the photo shows nobody's personal information. */
export function SignOffPart() {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const { problems, control, messageId } = useFieldProblems('noPersonalInformation');
  return (
    <div className={classes['part']} data-field="noPersonalInformation">
      <Checkbox
        label="The photo shows no personal information"
        description="No face, name, number, address or screen identifies anybody."
        checked={answer.noPersonalInformation}
        disabled={readOnly}
        {...control}
        onChange={(event) => {
          change({ noPersonalInformation: event.currentTarget.checked });
        }}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}
