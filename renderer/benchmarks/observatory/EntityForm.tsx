import { flushSync } from 'react-dom';
import { proposalOf } from '../../../shared/benchmarks/observatory/proposals.ts';
import { runCommand, useCommands } from '../../ui/commands/commands.ts';
import { useDesk, useRegions } from '../../ui/form/context.ts';
import { focusField } from '../../ui/form/focusField.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { ChecklistPart } from './ChecklistPart.tsx';
import { observatoryCommands } from './commands.ts';
import { ProposePart } from './faceMesh/ProposePart.tsx';
import { useAnswerForm } from './useAnswerForm.ts';
import { useAttributes } from './useAttributes.ts';
import { useVariants } from './useVariants.ts';
import { EXCEPTION_FIELD, VariantsPart } from './VariantsPart.tsx';
import { VerifyPart } from './VerifyPart.tsx';

/**
 * Boxes around the attributes of an original, drawn one after the other without choosing labels, or verified where a
 * detector proposed them; then its variants, which share them.
 */
export function EntityForm() {
  const { readOnly, view } = useDesk();
  const { answer, vocabulary, change } = useAnswerForm();
  const regions = useRegions();
  const variants = useVariants();
  const attributes = useAttributes(() => {
    if (variants.shown !== 0) variants.show(0);
  });
  const { list, missing, current } = attributes;

  const accept = (): void => {
    const hasProposals = answer.rejected.length > 0 || regions.some((region) => proposalOf(region) !== null);
    if (hasProposals && !answer.verified) flushSync(() => change({ verified: true }));
    // Whoever verifies goes from one that is not verified to the next, wherever they began.
    if (hasProposals) view.setState({ onwardTo: 'unverified' });
    runCommand('desk.submit');
  };
  const isException = answer.exceptions[String(variants.shown)] !== undefined;
  const writable = (): boolean => !readOnly;
  const onVariant = (): boolean => !readOnly && variants.shown !== 0;

  useDigits('form', (digit) => {
    const state = list[digit - 1];
    if (state === undefined) return false;
    attributes.go(state.attribute);
    return true;
  });
  useCommands('desk', [
    {
      ...observatoryCommands.drawMissing,
      enabled: () => writable() && missing.length > 0,
      run: () => {
        attributes.draw('corners');
      },
    },
    {
      ...observatoryCommands.pointMissing,
      enabled: () => writable() && missing.length > 0,
      run: () => {
        attributes.draw('points');
      },
    },
    { ...observatoryCommands.mirror, enabled: writable, run: attributes.mirror },
    {
      ...observatoryCommands.notVisible,
      enabled: () => writable() && current !== null,
      run: () => {
        if (current !== null) attributes.toggleNotVisible(current);
      },
    },
    { ...observatoryCommands.accept, enabled: writable, run: accept },
    {
      ...observatoryCommands.nextVariant,
      enabled: () => variants.shown < variants.count,
      run: () => {
        variants.step(1);
      },
    },
    {
      ...observatoryCommands.previousVariant,
      enabled: () => variants.shown > 0,
      run: () => {
        variants.step(-1);
      },
    },
    {
      ...observatoryCommands.original,
      enabled: () => variants.shown > 0,
      run: () => {
        variants.show(0);
      },
    },
    { ...observatoryCommands.beside, enabled: () => variants.shown > 0, run: variants.toggleBeside },
    { ...observatoryCommands.confirm, enabled: onVariant, run: variants.confirm },
    {
      ...observatoryCommands.confirmAll,
      enabled: () => writable() && variants.count > 0,
      run: variants.confirmAll,
    },
    {
      ...observatoryCommands.exception,
      enabled: onVariant,
      run: () => {
        flushSync(() => {
          variants.except(isException ? null : (vocabulary.exceptions[0] ?? ''));
        });
        // Whoever marks one says why, where nothing is offered.
        if (!isException && vocabulary.exceptions.length === 0) focusField(EXCEPTION_FIELD);
      },
    },
  ]);

  return (
    <>
      <ChecklistPart attributes={attributes} />
      <ProposePart />
      <VerifyPart onAccept={accept} />
      <VariantsPart variants={variants} />
    </>
  );
}
