import { useState } from 'react';
import { flushSync } from 'react-dom';
import { LETTERS } from '../../../shared/benchmarks/mcsbench/options.ts';
import { criteriaOf } from '../../../shared/benchmarks/mcsbench/rules.ts';
import { Judgement, type Answer, type Verdict } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { useCommands } from '../../app/commands.ts';
import { ChoiceField } from '../../features/desk/fields/ChoiceField.tsx';
import { useDesk } from '../../features/desk/context.ts';
import { Fold } from '../../features/desk/fields/Fold.tsx';
import { focusField } from '../../features/desk/fields/focusField.ts';
import { useDigits } from '../../features/desk/useDigits.ts';
import { ChainsPart } from './ChainsPart.tsx';
import { formCommands, optionCommands } from './commands.ts';
import { nextCriterion, PLAIN, YES_NO } from './criteria.ts';
import { Definitions } from './Definitions.tsx';
import classes from './DeskForm.module.css';
import { EvidencePart } from './EvidencePart.tsx';
import { ItemPart } from './ItemPart.tsx';
import { ScoresPart } from './ScoresPart.tsx';
import { TagsPart } from './TagsPart.tsx';
import { TextsPart } from './TextsPart.tsx';
import { useAnswerForm, useCovered, useSource } from './useAnswerForm.ts';
import { VerdictPart, VERDICTS } from './VerdictPart.tsx';

/**
 * What is answered of a generated item. Digits answer what is asked next, one key each: the criteria in their order,
 * then the verdict.
 */
export default function DeskForm() {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const [defining, setDefining] = useState(false);
  const isCovered = useCovered();
  const chains = useSource().rc_items?.length ?? 0;

  const choose = (verdict: Verdict): void => {
    flushSync(() => change({ verdict }));
    // Whoever does not accept says why next.
    if (verdict !== 'accept') focusField('reason');
  };
  useDigits('form', (digit) => {
    if (isCovered) return false;
    const field = nextCriterion(answer);
    if (field === null) {
      const chosen = VERDICTS[digit - 1];
      if (chosen !== undefined) choose(chosen.value);
      return chosen !== undefined;
    }
    const value = Judgement.options[digit - 1];
    if (value === undefined || (PLAIN.has(field) && value === 'unsure')) return false;
    flushSync(() => change({ [field]: value }));
    document.querySelector('[data-next]')?.scrollIntoView({ block: 'nearest' });
    return true;
  });
  useCommands('desk', [
    ...(['accept', 'fix', 'reject'] as const).map((verdict) => ({
      ...formCommands[verdict],
      enabled: () => !readOnly,
      run: () => {
        choose(verdict);
      },
    })),
    {
      ...formCommands.restYes,
      enabled: () => !readOnly && !isCovered,
      run: () => {
        change(restWithYes(answer));
      },
    },
    {
      ...formCommands.definitions,
      run: () => {
        setDefining(true);
      },
    },
    ...LETTERS.map((letter) => ({
      ...optionCommands[letter],
      run: () => {
        focusField(answer.gold === letter ? 'goldCorrect' : `plausible${letter}`);
      },
    })),
  ]);

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
  return (
    <>
      <VerdictPart onChoose={choose} />
      <ItemPart />
      <Fold id="mcsbench.evidence" title="Evidence">
        <EvidencePart />
      </Fold>
      <Fold id="mcsbench.tags" title="Relations and operators">
        <TagsPart
          onDefinitions={() => {
            setDefining(true);
          }}
        />
      </Fold>
      {chains > 0 && (
        <Fold id="mcsbench.chains" title="Reasoning chains" note={String(chains)}>
          <ChainsPart />
        </Fold>
      )}
      <Fold id="mcsbench.scores" title="Scores">
        <ScoresPart />
        {answer.shortcut !== null && <Shortcut />}
      </Fold>
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

/** What was said before the image was shown. */
function Shortcut() {
  const { answer, change } = useAnswerForm();
  return (
    <div className={classes['criterion']} data-wide>
      <span className={classes['name']} aria-hidden>
        Answerable without the image
      </span>
      <ChoiceField
        path="shortcut"
        label="Answerable without the image"
        choices={YES_NO}
        value={answer.shortcut}
        wide
        hideLabel
        onChoose={(shortcut) => {
          change({ shortcut });
        }}
      />
    </div>
  );
}

function restWithYes(answer: Answer): Readonly<Record<string, 'yes'>> {
  return Object.fromEntries(
    criteriaOf(answer.gold).flatMap(({ field }) => (answer[field] === null ? [[field, 'yes'] as const] : [])),
  );
}
