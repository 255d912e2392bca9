import { Box } from '@mantine/core';
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
import { TagsPart } from './TagsPart.tsx';
import { TextsPart } from './TextsPart.tsx';
import { useAnswerForm, useCovered, useSource } from './useAnswerForm.ts';
import { useFormKeys } from './useFormKeys.ts';
import { VerdictPart } from './VerdictPart.tsx';
import { SCORES } from '../../../shared/benchmarks/mcsbench/task.ts';
import { Criterion } from './Criterion.tsx';

/** What is answered of a generated item, in the order in which it is read. */
export default function DeskForm() {
  const { answer } = useAnswerForm();
  const [defining, setDefining] = useState(false);
  const isCovered = useCovered();
  const probes = probesOf(useSource());
  const define = (): void => setDefining(true);
  const choose = useFormKeys(define);
  useNumberedImages();

  // The form tells which option is the gold one.
  if (isCovered)
    return (
      <>
        <VerdictPart onChoose={choose} />
        <Box component="p" p="md" c="dimmed" lh="18px">
          First say whether you can answer the question without the image. Options, evidence and chains
          follow.
        </Box>
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
      <Fold id="mcsbench.texts" title="Correct the texts" initiallyOpen={false}>
        <TextsPart />
      </Fold>
      <Definitions opened={defining} onClose={() => setDefining(false)} />
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
    return () => view.setState({ panes: null });
  }, [view, images]);
}

/** The auditors' scores, as people give them, and what was said before the image was shown. */
function ScoresPart() {
  const { answer } = useAnswerForm();
  return (
    <div className={classes['columns']}>
      {SCORES.map(({ field, title }) => (
        <Criterion key={field} field={field} label={title} />
      ))}
      {answer.shortcut !== null && <Criterion field="shortcut" label="Answerable without the image" />}
      {answer.shortcut === 'no' && answer.blindOption !== null && (
        <p className={classes['strategy']}>{`You chose option ${answer.blindOption} without the image.`}</p>
      )}
    </div>
  );
}
