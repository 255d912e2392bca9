import { CRITERIA } from '../../../shared/benchmarks/argus/schema.ts';
import { useImages } from '../../ui/form/context.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import { WordDiff } from '../../ui/text/WordDiff.tsx';
import classes from './DeskForm.module.css';
import { FinalPart } from './FinalPart.tsx';
import { ImagePart } from './ImagePart.tsx';
import { PlacePart } from './PlacePart.tsx';
import { QuintuplePart } from './QuintuplePart.tsx';
import { Step } from './Step.tsx';
import { askedNext, isChoice } from './steps.ts';
import { TextsPart } from './TextsPart.tsx';
import { useAnswerForm, useCovered } from './useAnswerForm.ts';
import { useFormKeys } from './useFormKeys.ts';
import { useImageChoice } from './useImageChoice.ts';
import { type ProposedText, useProposed } from './useProposed.ts';
import { VerdictPart } from './VerdictPart.tsx';

/**
 * What is answered of a generated item, in three steps: the texts, the best image with the trap's box, the verdict with
 * sight of what models said. Digits answer what is asked next.
 */
export default function DeskForm() {
  const { answer } = useAnswerForm();
  const images = useImages();
  const { choose, comparing, toggleComparing } = useImageChoice();
  const proposed = useProposed();
  const asked = askedNext(answer, images);
  const isCovered = useCovered();
  const textsDone = CRITERIA.every((name) => answer[name] !== null);

  const { decide, chooseImage, reveal } = useFormKeys({
    asked,
    isCovered,
    isProposal: proposed.length > 0,
    choose,
    toggleComparing,
  });

  return (
    <>
      {isCovered ? (
        <div className={classes['part']}>
          <p className={classes['quiet']}>
            First judge the texts. The image, the trap’s box and the models’ answers follow.
          </p>
          <VerdictPart onChoose={decide} />
        </div>
      ) : (
        <Step number={1} title="Texts" done={textsDone}>
          <QuintuplePart asked={asked} />
        </Step>
      )}
      <Fold id="argus.texts" title="Correct the texts" initiallyOpen={false}>
        <TextsPart />
      </Fold>
      <ProposalPart proposed={proposed} />
      {!isCovered && (
        <>
          <Step number={2} title="Image" done={!isChoice(images) || answer.image !== null}>
            <ImagePart
              asked={asked}
              comparing={comparing}
              onCompare={toggleComparing}
              onChoose={chooseImage}
            />
          </Step>
          <Step number={3} title="Final pass" done={answer.verdict !== null}>
            <FinalPart asked={asked} onReveal={reveal} onChoose={decide} />
          </Step>
        </>
      )}
      <Fold id="argus.place" title="Domain and topic" initiallyOpen={false}>
        <PlacePart />
      </Fold>
    </>
  );
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
