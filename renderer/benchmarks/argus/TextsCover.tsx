import { flushSync } from 'react-dom';
import { CriterionAnswer } from '../../../shared/benchmarks/argus/schema.ts';
import { Cover } from '../../ui/form/Cover.tsx';
import { useDigits } from '../../ui/form/useDigits.ts';
import classes from './DeskForm.module.css';
import { QuintuplePart } from './QuintuplePart.tsx';
import { Step } from './Step.tsx';
import { showNext } from './steps.ts';
import { useAnswerForm, useCovered, useOpenCriterion } from './useAnswerForm.ts';

/** Hides the images until the questions about the texts are answered. */
export default function TextsCover() {
  return useCovered() ? <TextsFirst /> : null;
}

function TextsFirst() {
  const { change } = useAnswerForm();
  const asked = useOpenCriterion();
  useDigits('stage', (digit) => {
    const value = CriterionAnswer.options[digit - 1];
    if (value === undefined || asked === null) return false;
    flushSync(() => change({ [asked]: value }));
    showNext();
    return true;
  });
  return (
    <Cover>
      <h2>Judge the texts before you see the image</h2>
      <Step number={1} title="Texts" done={false}>
        <QuintuplePart asked={asked ?? 'verdict'} />
      </Step>
      <p className={classes['quiet']}>The images appear once you have answered these questions.</p>
    </Cover>
  );
}
