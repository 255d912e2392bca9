import { Checkbox } from '@mantine/core';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
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
        description="No face, name, number, address or screen by which somebody could be known."
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
