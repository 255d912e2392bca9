import { flushSync } from 'react-dom';
import { LETTERS } from '../../../shared/benchmarks/mcsbench/options.ts';
import { isInTheWay } from '../../../shared/benchmarks/problems.ts';
import { criteriaOf } from '../../../shared/benchmarks/mcsbench/rules.ts';
import type { ItemVerdict, McsBenchAnswer } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { type Operator, OPERATORS, RELATIONS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { queryClient } from '../../client/queryClient.ts';
import { orpc } from '../../client/index.ts';
import { useDesk } from '../../ui/form/context.ts';
import { focusField } from '../../ui/form/focusField.ts';
import { useGoToProblem } from '../../ui/form/useGoToProblem.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { announce } from '../../ui/form/view.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { openPlace, probesOf } from './chainForm.ts';
import { formCommands, optionCommands } from './commands.ts';
import {
  askedTitle,
  following,
  type FormField,
  isScore,
  nextCriterion,
  POINTS,
  wordsFor,
} from './criteria.ts';
import { useFormView } from './formView.ts';
import { toggledOperators, toggledRelations } from './toggledTags.ts';
import { useAnswerForm, useBlindAnswer, useCovered, useProposal, useSource } from './useAnswerForm.ts';
import { VERDICTS } from './VerdictPart.tsx';

/**
 * What keys do in the form. Digits answer what somebody went to by a key, else what is asked next: the criteria in their
 * order, then the verdict. Gives what chooses a verdict.
 */
export function useFormKeys(onDefinitions: () => void): (verdict: ItemVerdict) => void {
  const { readOnly, view, hasCover } = useDesk();
  const { answer, change } = useAnswerForm();
  const [{ at }, setView] = useFormView();
  const source = useSource();
  const { texts } = useProposal();
  const isCovered = useCovered();
  const answerBlind = useBlindAnswer();
  const submitHere = useSubmitHere();
  const probes = probesOf(source);
  const goTo = useGoTo();
  const asked = at ?? nextCriterion(answer);

  const choose = (verdict: ItemVerdict): void => {
    const isProposal = verdict === 'accept' && Object.keys(texts).length > 0;
    if (isProposal)
      announce(view, 'You propose another text, so the item needs fixing. Withdraw the proposal to accept.');
    const given = isProposal ? 'fix' : verdict;
    setView({ at: null });
    flushSync(() => change({ verdict: given }));
    // Anybody who does not accept says why next.
    if (given !== 'accept') focusField('reason');
  };

  const answerDigit = useAnswerDigit(at, goTo);

  useDigits('form', (digit) => {
    if (isCovered || readOnly) return false;
    if (asked !== null) return answerDigit(asked, digit);
    const chosen = VERDICTS[digit - 1];
    if (chosen !== undefined) choose(chosen.value);
    return chosen !== undefined;
  });

  const writable = (): boolean => !readOnly && !isCovered;
  const goToggle = (field: FormField) => () => goTo(at === field ? null : field);
  useCommands('desk', [
    ...VERDICTS.map(({ value, command }) => ({
      ...command,
      enabled: () => !readOnly,
      run: () => {
        choose(value);
      },
    })),
    {
      ...formCommands.restYes,
      enabled: writable,
      run: () => {
        setView({ at: null });
        change(restWithYes(answer));
      },
    },
    { ...formCommands.relations, enabled: writable, run: goToggle('relations') },
    { ...formCommands.operators, enabled: writable, run: goToggle('operator') },
    { ...formCommands.scores, enabled: writable, run: goToggle('quality') },
    {
      ...formCommands.chains,
      enabled: () => hasCover && !isCovered && probes.length > 0,
      run: () => {
        const first = probes[0]?.chains[0];
        if (first === undefined) return;
        const start = openPlace(answer, probes, null) ?? { probe: 1, letter: first.letter };
        setView({ at: null, chain: start, lens: null });
      },
    },
    {
      ...formCommands.texts,
      enabled: writable,
      run: () => {
        focusField('question');
      },
    },
    { ...formCommands.definitions, run: onDefinitions },
    { ...formCommands.submitHere, enabled: () => !readOnly, run: () => void submitHere() },
    ...LETTERS.map((letter) => ({
      ...optionCommands[letter],
      run: () => {
        if (isCovered) answerBlind('yes', letter);
        else goTo(answer.gold === letter ? 'goldCorrect' : `plausible${letter}`);
      },
    })),
  ]);
  return choose;
}

/** Goes to a field that a key chose, and announces what it asks. */
function useGoTo(): (field: FormField | null) => void {
  const { view } = useDesk();
  const [, setView] = useFormView();
  return (field) => {
    setView({ at: field });
    if (field === null) return;
    announce(view, `${askedTitle(field)}?`);
    requestAnimationFrame(() => {
      const found = document.querySelector(`[data-field="${field}"]`);
      const fold = found?.closest('details');
      if (fold !== null && fold !== undefined) fold.open = true;
      found?.scrollIntoView({ block: 'nearest' });
    });
  };
}

/** Answers a question of the form with a digit; false if the digit means nothing there. */
function useAnswerDigit(
  at: FormField | null,
  goTo: (field: FormField | null) => void,
): (field: FormField, digit: number) => boolean {
  const { view } = useDesk();
  const { answer, change } = useAnswerForm();
  const toggleOperator = (id: Operator): void => {
    const operators = toggledOperators(answer, id);
    if (operators === null) {
      announce(view, 'Two operators are chosen already: remove one first.');
      return;
    }
    change(operators);
    if (operators.secondOperator !== null)
      announce(view, `${operators.operator ?? ''} is the primary operator.`);
  };

  return (field, digit) => {
    if (field === 'relations') {
      const tag = RELATIONS[digit - 1];
      if (tag === undefined) return false;
      change({ relations: toggledRelations(answer.relations, tag.id) });
      return true;
    }
    if (field === 'operator') {
      const operator = OPERATORS.find(({ id }) => id === `OP${String(digit)}`);
      if (operator === undefined) return false;
      toggleOperator(operator.id);
      return true;
    }
    const value = isScore(field) ? POINTS[digit - 1] : wordsFor(field)[digit - 1];
    if (value === undefined) return false;
    flushSync(() => change({ [field]: value }));
    if (at === null) document.querySelector('[data-next]')?.scrollIntoView({ block: 'nearest' });
    else goTo(following(field));
    return true;
  };
}

/** Submits without going on, so that what the auditors said can be looked at. */
function useSubmitHere(): () => Promise<void> {
  const { view, problems, session } = useDesk();
  const goToProblem = useGoToProblem();
  return async () => {
    const first = problems.find(isInTheWay);
    if (first !== undefined) {
      goToProblem(first);
      return;
    }
    try {
      const { state, pending } = session.store.getState();
      if (state !== 'submitted' || pending > 0) await session.store.submit();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: orpc.items.key() }),
        queryClient.invalidateQueries({ queryKey: orpc.assignments.key() }),
      ]);
      announce(view, 'Submitted.');
      requestAnimationFrame(() => {
        document.querySelector('[data-auditors]')?.scrollIntoView({ block: 'nearest' });
      });
    } catch (error) {
      toastFailure('The item was not submitted', error);
    }
  };
}

function restWithYes(answer: McsBenchAnswer): Readonly<Record<string, 'yes'>> {
  return Object.fromEntries(
    criteriaOf(answer.gold).flatMap(({ field }) => (answer[field] === null ? [[field, 'yes'] as const] : [])),
  );
}
