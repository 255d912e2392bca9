import { TextField } from '../../ui/form/TextField.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

const TEXTS = [
  { field: 'prohibition', label: 'Prohibition', rows: 1, placeholder: 'One should not …' },
  { field: 'scenario', label: 'Scenario', rows: 3, placeholder: 'Where somebody is and what they do' },
  { field: 'trap', label: 'Trap', rows: 2, placeholder: 'What only the image shows' },
  { field: 'basicQuestion', label: 'Basic question', rows: 2, placeholder: 'Should somebody do something?' },
  {
    field: 'deceptiveQuestion',
    label: 'Deceptive question',
    rows: 3,
    placeholder: 'The same, with moral or emotional pressure',
  },
  {
    field: 'standardAnswer',
    label: 'Standard answer',
    rows: 3,
    placeholder: 'What to do because of the trap, and what happens otherwise',
  },
] as const;

/** The quintuple and its prohibition, each to be mended: a proposal, made real by a fix. */
export function TextsPart() {
  const { answer, change } = useAnswerForm();
  // An item whose texts have to change is not accepted as it is.
  const fixed = answer.verdict === 'accept' && { verdict: 'fix' as const };
  return TEXTS.map(({ field, label, rows, placeholder }) => (
    <TextField
      key={field}
      path={field}
      label={label}
      minRows={rows}
      placeholder={placeholder}
      value={answer[field]}
      onType={(text, keystroke) => change({ [field]: text, ...fixed }, keystroke)}
    />
  ));
}
