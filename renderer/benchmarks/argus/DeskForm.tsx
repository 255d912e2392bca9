import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import {
  CRITERIA,
  Criterion,
  type ImageChoice,
  type Verdict,
} from '../../../shared/benchmarks/argus/schema.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { orpc } from '../../client/index.ts';
import { useDesk, useImages } from '../../ui/form/context.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import { focusField } from '../../ui/form/focusField.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { announce } from '../../ui/form/view.ts';
import { toastFailure } from '../../ui/toast.tsx';
import { argusCommands } from './commands.ts';
import { FinalPart } from './FinalPart.tsx';
import { ImagePart } from './ImagePart.tsx';
import { PlacePart } from './PlacePart.tsx';
import { QuintuplePart } from './QuintuplePart.tsx';
import { Step } from './Step.tsx';
import { askedNext, isChoice } from './steps.ts';
import { TextsPart } from './TextsPart.tsx';
import { useAnswerForm } from './useAnswerForm.ts';
import { useImageChoice } from './useImageChoice.ts';
import { type ProposedText, useProposed } from './useProposed.ts';
import { VERDICTS } from './VerdictPart.tsx';
import { WordDiff } from '../../ui/WordDiff.tsx';
import classes from './DeskForm.module.css';

/** What a discarded set of images is rejected for, where the casebook has that reason. */
const NO_IMAGE = 'no image is good enough';

/**
 * What is answered of a generated item, in three steps: the texts, the best image with the trap's box, the verdict with
 * sight of what models said. Digits answer what is asked next.
 */
export default function DeskForm() {
  const { readOnly, session, view } = useDesk();
  const { answer, vocabulary, change } = useAnswerForm();
  const images = useImages();
  const queries = useQueryClient();
  const { choose, comparing, toggleComparing } = useImageChoice();
  const proposed = useProposed();
  const asked = askedNext(answer, images);
  const textsDone = CRITERIA.every((name) => answer[name] !== null);

  const decide = (wanted: Verdict): void => {
    // An item whose texts have to change is not accepted as it is.
    const verdict = wanted === 'accept' && proposed.length > 0 ? 'fix' : wanted;
    if (verdict !== wanted) announce(view, 'You propose other texts, so the verdict is fix.');
    const reason =
      verdict === 'reject' &&
      answer.image === 'none' &&
      answer.reason === '' &&
      vocabulary.reasons.includes(NO_IMAGE)
        ? NO_IMAGE
        : answer.reason;
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
    const value = Criterion.options[digit - 1];
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
      enabled: () => !readOnly && !textsDone,
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
      enabled: () => !readOnly && isChoice(images),
      run: () => {
        chooseImage('none');
      },
    },
    {
      ...argusCommands.compare,
      enabled: () => typeof answer.image === 'number' && isChoice(images),
      run: toggleComparing,
    },
    {
      ...argusCommands.logicCheck,
      enabled: () => !readOnly && asked === 'verdict' && !answer.logicCheckSeen,
      run: reveal,
    },
  ]);

  return (
    <>
      <Step number={1} title="Texts" done={textsDone}>
        <QuintuplePart asked={asked} />
      </Step>
      <Fold id="argus.texts" title="Correct the texts" initiallyOpen={false}>
        <TextsPart />
      </Fold>
      <ProposalPart proposed={proposed} />
      <Step number={2} title="Image" done={!isChoice(images) || answer.image !== null}>
        <ImagePart asked={asked} comparing={comparing} onCompare={toggleComparing} onChoose={chooseImage} />
      </Step>
      <Step number={3} title="Final pass" done={answer.verdict !== null}>
        <FinalPart asked={asked} onReveal={reveal} onChoose={decide} />
      </Step>
      <Fold id="argus.place" title="Domain and topic" initiallyOpen={false}>
        <PlacePart />
      </Fold>
    </>
  );
}

/** What digits answer next comes into view. */
function showNext(): void {
  document.querySelector('[data-next]')?.scrollIntoView({ block: 'nearest' });
}

/** What the texts of the answer change in those of the item: a proposal until somebody makes the fix. */
function ProposalPart({ proposed }: { readonly proposed: readonly ProposedText[] }) {
  if (proposed.length === 0) return null;
  return (
    <div className={classes['proposal']} role="group" aria-label="Proposed texts">
      <p className={classes['quiet']}>Proposed. The item keeps its texts until somebody fixes it.</p>
      {proposed.map(({ field, title, from, to }) => (
        <div key={field}>
          <span className={classes['name']}>{title}</span>
          <WordDiff from={from} to={to} label={`${title}, as proposed`} />
        </div>
      ))}
    </div>
  );
}
