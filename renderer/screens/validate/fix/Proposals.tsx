import { Box, Button, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import type { FixCase } from '../../../../shared/contract/validation.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { DECISIONS } from '../../../ui/validation/validationWords.ts';
import { distinctProposals, type FixDraft, hasProposal } from './fixDraft.ts';
import classes from './FixPage.module.css';

/** What reviewers want of the item, without names, each usable as a whole. */
export function Proposals({
  kase,
  draft,
  editable,
  onApply,
}: {
  readonly kase: FixCase;
  readonly draft: FixDraft;
  readonly editable: boolean;
  readonly onApply: (proposal: FixCase['proposals'][number]) => void;
}) {
  const proposals = distinctProposals(kase);
  if (proposals.length === 0) return null;
  const titles = new Map(kase.texts.map(({ field, title }) => [field, title]));
  const firstWithTexts = proposals.findIndex((each) => Object.keys(each.texts).length > 0);
  return (
    <ul className={classes['proposals']} aria-label="Reviewers’ answers">
      {proposals.map((proposal, place) => {
        const fields = Object.keys(proposal.texts);
        const taken = hasProposal(draft, proposal);
        return (
          <li key={proposal.annotationId}>
            <div className={classes['words']}>
              <p>
                <strong>{proposal.decision === null ? 'Undecided' : DECISIONS[proposal.decision]}</strong>
                {proposal.reason !== '' && `: ${proposal.reason}`}
              </p>
              <Box component="p" c="dimmed" fz="xs">
                {fields.length === 0
                  ? 'Proposes no other text.'
                  : `Proposes another text for: ${fields.map((field) => titles.get(field) ?? field).join(', ')}`}
              </Box>
            </div>
            {fields.length > 0 && editable && (
              <Button
                size="compact-sm"
                variant="default"
                aria-pressed={taken}
                leftSection={taken && <Check size={14} aria-hidden />}
                rightSection={place === firstWithTexts && <KeyCaps value="Alt+P" />}
                onClick={() => onApply(proposal)}
              >
                {taken ? 'In use' : 'Use proposal'}
                <VisuallyHidden>: all of proposal {place + 1}</VisuallyHidden>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
