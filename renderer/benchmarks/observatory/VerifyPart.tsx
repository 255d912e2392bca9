import { Button, Checkbox, Flex } from '@mantine/core';
import { CheckCheck } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import {
  isUntouched,
  proposals as kept,
  proposalOf,
} from '../../../shared/benchmarks/observatory/proposals.ts';
import { useDesk, useRegions } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { PartTitle } from './PartTitle.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

/** Boxes that a detector proposed, to be looked at: accepted as they are, or mended first. */
export function VerifyPart({ onAccept }: { readonly onAccept: () => void }) {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const regions = useRegions();
  const { problems, messageId } = useFieldProblems('verified');
  const proposals = regions.flatMap((region) => {
    const proposal = proposalOf(region);
    return proposal === null ? [] : [{ by: proposal.by, untouched: isUntouched(region) }];
  });
  const rejected = kept.rejected(answer);
  if (proposals.length === 0 && rejected.length === 0) return null;
  const untouched = proposals.filter((proposal) => proposal.untouched).length;
  const sources = [...new Set([...proposals, ...rejected].map(({ by }) => by))].join(', ');
  return (
    <section className={classes['part']} aria-labelledby="observatory-verify" data-field="verified">
      <Flex gap="sm" align="baseline" justify="space-between">
        <PartTitle id="observatory-verify">Proposed boxes</PartTitle>
        <span className={classes['quiet']} data-done={answer.verified || undefined}>
          {answer.verified ? 'verified' : 'not verified yet'}
        </span>
      </Flex>
      <p className={classes['quiet']}>
        {counted(proposals.length, 'box', 'boxes')} from {sources}: {String(untouched)} as proposed,{' '}
        {String(proposals.length - untouched)} changed
        {rejected.length > 0 && `, ${String(rejected.length)} rejected`}.
      </p>
      {!readOnly && (
        <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm">
          <Button
            size="compact-sm"
            leftSection={<CheckCheck size={14} aria-hidden />}
            rightSection={<KeyCaps value="Y" />}
            onClick={onAccept}
          >
            Accept boxes, next item
          </Button>
          <Checkbox
            label="Verified"
            checked={answer.verified}
            onChange={(event) => change({ verified: event.currentTarget.checked })}
          />
        </Flex>
      )}
      <Messages id={messageId} problems={problems} />
    </section>
  );
}
