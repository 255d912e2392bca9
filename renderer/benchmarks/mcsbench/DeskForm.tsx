import { useEffect, useState } from 'react';
import { useDesk, useImages } from '../../ui/form/context.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import { AuditPart } from './AuditPart.tsx';
import { isAnswered, probesOf } from './chainForm.ts';
import { ChainsPart } from './ChainsPart.tsx';
import { Definitions } from './Definitions.tsx';
import classes from './DeskForm.module.css';
import { EvidencePart } from './EvidencePart.tsx';
import { ItemPart } from './ItemPart.tsx';
import { NextKeys } from './NextKeys.tsx';
import { ScoresPart } from './ScoresPart.tsx';
import { TagsPart } from './TagsPart.tsx';
import { TextsPart } from './TextsPart.tsx';
import { useAnswerForm, useCovered, useSource } from './useAnswerForm.ts';
import { useFormKeys } from './useFormKeys.ts';
import { VerdictPart } from './VerdictPart.tsx';

/** What is answered of a generated item, in the order in which it is read. */
export default function DeskForm() {
  const { answer } = useAnswerForm();
  const [defining, setDefining] = useState(false);
  const isCovered = useCovered();
  const probes = probesOf(useSource());
  const define = (): void => {
    setDefining(true);
  };
  const choose = useFormKeys(define);
  useNumberedImages();

  // The form tells which option is the gold one.
  if (isCovered)
    return (
      <>
        <VerdictPart onChoose={choose} />
        <p className={classes['later']}>
          Options, evidence and chains are asked about when you have said whether the question can be answered
          without the image.
        </p>
      </>
    );
  const places = probes.flatMap(({ number, chains }) =>
    chains.map((chain) => isAnswered(answer, { probe: number, letter: chain.letter }, chain)),
  );
  return (
    <>
      <NextKeys />
      <VerdictPart onChoose={choose} />
      <div data-auditors>
        <AuditPart />
      </div>
      <ItemPart />
      <Fold id="mcsbench.evidence" title="Evidence">
        <EvidencePart />
      </Fold>
      <Fold id="mcsbench.tags" title="Relations and operators">
        <TagsPart onDefinitions={define} />
      </Fold>
      <Fold id="mcsbench.scores" title="Scores">
        <ScoresPart />
      </Fold>
      {probes.length > 0 && (
        <Fold
          id="mcsbench.chains"
          title="Reasoning chains"
          note={`${String(places.filter(Boolean).length)} of ${String(places.length)} answered`}
        >
          <ChainsPart />
        </Fold>
      )}
      <Fold id="mcsbench.texts" title="Mend the texts" initiallyOpen={false}>
        <TextsPart />
      </Fold>
      <Definitions
        opened={defining}
        onClose={() => {
          setDefining(false);
        }}
      />
    </>
  );
}

/** Several images are called what options call them, not after their files. */
function useNumberedImages(): void {
  const { view } = useDesk();
  const images = useImages();
  useEffect(() => {
    const panes = images.map(({ position }, at) => ({ position, caption: `Image-${String(at + 1)}` }));
    view.setState({ panes: panes.length > 1 ? panes : null });
    return () => {
      view.setState({ panes: null });
    };
  }, [view, images]);
}
