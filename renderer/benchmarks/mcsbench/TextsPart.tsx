import { LETTERS, type OptionLetter } from '../../../shared/benchmarks/mcsbench/options.ts';
import type { McsBenchAnswer } from '../../../shared/benchmarks/mcsbench/schema.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';
import { type Choice, ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { announce } from '../../ui/form/view.ts';
import { WordDiff } from '../../ui/text/WordDiff.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm, useProposal } from './useAnswerForm.ts';

const GOLD: readonly Choice<OptionLetter>[] = LETTERS.map((letter) => ({ value: letter, label: letter }));

/** Other words for question, options and gold: a proposal, made real by a fix. */
export function TextsPart() {
  const { view } = useDesk();
  const { answer, change } = useAnswerForm();
  const { before } = useProposal();

  /** An item that should read otherwise is not accepted as it is. */
  const propose = (texts: JsonObject & Partial<McsBenchAnswer>, keystroke?: Keystroke): void => {
    const differs = Object.entries(texts).some(([field, text]) => text !== (before[field] ?? ''));
    const isFix = answer.verdict === 'accept' && differs;
    if (isFix) announce(view, 'You propose another text, so the verdict is fix.');
    change({ ...texts, ...(isFix && { verdict: 'fix' }) }, keystroke);
  };

  return (
    <>
      <p className={classes['rule']}>
        Your changes are a proposal. The item stays unchanged until somebody fixes it.
      </p>
      <div>
        <TextField
          path="question"
          label="Question"
          minRows={2}
          value={answer.question}
          onType={(question, keystroke) => propose({ question }, keystroke)}
        />
        <Changed field="question" title="Question" />
      </div>
      {LETTERS.map((letter) => (
        <div key={letter}>
          <TextField
            path={`option${letter}`}
            label={`Option ${letter}`}
            value={answer[`option${letter}`]}
            onType={(text, keystroke) => propose({ [`option${letter}`]: text }, keystroke)}
          />
          <Changed field={`option${letter}`} title={`Option ${letter}`} />
        </div>
      ))}
      <ChoiceField
        path="gold"
        label="Gold option"
        choices={GOLD}
        value={answer.gold}
        wide
        onChoose={(gold) => propose({ gold })}
      />
    </>
  );
}

/** What the proposal changes in a text, word by word. */
function Changed({ field, title }: { readonly field: string; readonly title: string }) {
  const { before, texts } = useProposal();
  const now = texts[field];
  if (now === undefined) return null;
  return (
    <div className={classes['changed']}>
      <WordDiff from={before[field] ?? ''} to={now} label={`Changes of ${title}`} />
    </div>
  );
}
