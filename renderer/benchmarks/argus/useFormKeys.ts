import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import {
  CRITERIA,
  CriterionAnswer,
  type ImageChoice,
  type QuintupleVerdict,
} from '../../../shared/benchmarks/argus/schema.ts';
import { orpc } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useDesk, useImages } from '../../ui/form/context.ts';
import { focusField } from '../../ui/form/focusField.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { announce } from '../../ui/form/view.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { argusCommands } from './commands.ts';
import { type FormStep, isChoice, showNext } from './steps.ts';
import { givenVerdict } from './givenVerdict.ts';
import { useAnswerForm } from './useAnswerForm.ts';
import { VERDICTS } from './VerdictPart.tsx';

interface FormKeys {
  readonly decide: (wanted: QuintupleVerdict) => void;
  readonly chooseImage: (choice: ImageChoice) => void;
  readonly reveal: () => void;
}

/** What keys do in the form, and the same for its buttons. Digits answer what is asked next. */
export function useFormKeys({
  asked,
  isCovered,
  isProposal,
  choose,
  toggleComparing,
}: {
  readonly asked: FormStep;
  readonly isCovered: boolean;
  /** Whether the answer has other texts than the item. */
  readonly isProposal: boolean;
  readonly choose: (choice: ImageChoice) => void;
  readonly toggleComparing: () => void;
}): FormKeys {
  const { readOnly, session, view } = useDesk();
  const { answer, vocabulary, change } = useAnswerForm();
  const images = useImages();
  const queries = useQueryClient();

  const decide = (wanted: QuintupleVerdict): void => {
    if (wanted === 'accept' && isCovered) {
      toast('Answer the questions about the texts first: nobody accepts an item without seeing its image.');
      return;
    }
    const { verdict, reason } = givenVerdict(wanted, answer, isProposal, vocabulary.reasons);
    if (verdict !== wanted) announce(view, 'You propose other texts, so the verdict is fix.');
    flushSync(() => change({ verdict, reason }));
    // Anybody who does not accept says why next.
    if (verdict !== 'accept') focusField('reason');
  };
  const chooseImage = (choice: ImageChoice): void => {
    choose(choice);
    showNext();
  };
  const reveal = (): void => {
    change({ logicCheckSeen: true });
    // The core tells it to nobody whose saved answer has not come that far.
    session.store
      .flush()
      .then(async () =>
        queries.invalidateQueries({ queryKey: orpc.items.get.key({ input: { id: session.itemId } }) }),
      )
      .catch((error: unknown) => {
        toastFailure('The models’ answers could not be shown', error);
      });
  };

  useDigits('form', (digit) => {
    if (asked === 'verdict') {
      const chosen = VERDICTS[digit - 1];
      if (chosen !== undefined) decide(chosen.value);
      return chosen !== undefined;
    }
    if (asked === 'image') {
      if (digit > images.length) return false;
      chooseImage(digit);
      return true;
    }
    const value = CriterionAnswer.options[digit - 1];
    if (value === undefined) return false;
    flushSync(() => change({ [asked]: value }));
    showNext();
    return true;
  });
  useCommands('desk', [
    ...(['accept', 'fix', 'reject'] as const).map((verdict) => ({
      ...argusCommands[verdict],
      enabled: () => !readOnly,
      run: () => {
        decide(verdict);
      },
    })),
    {
      ...argusCommands.restYes,
      enabled: () => !readOnly && CRITERIA.some((name) => answer[name] === null),
      run: () => {
        flushSync(() => change(Object.fromEntries(CRITERIA.map((name) => [name, answer[name] ?? 'yes']))));
        showNext();
      },
    },
    {
      ...argusCommands.mend,
      enabled: () => !readOnly,
      run: () => focusField('scenario'),
    },
    {
      ...argusCommands.discardImages,
      enabled: () => !readOnly && !isCovered && isChoice(images),
      run: () => {
        chooseImage('none');
      },
    },
    {
      ...argusCommands.compare,
      enabled: () => !isCovered && typeof answer.image === 'number' && isChoice(images),
      run: toggleComparing,
    },
    {
      ...argusCommands.logicCheck,
      enabled: () => !readOnly && asked === 'verdict' && !answer.logicCheckSeen,
      run: reveal,
    },
  ]);
  return { decide, chooseImage, reveal };
}
