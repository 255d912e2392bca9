import { Button, Flex, Loader } from '@mantine/core';
import { useCommands } from '../../../ui/commands/commands.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { observatoryCommands } from '../commands.ts';
import { ListPart } from './ListPart.tsx';
import classes from './ProposePart.module.css';
import { useFaceProposals } from './useFaceProposals.ts';

/** Has a detector propose boxes for the face in the original. */
export function ProposePart() {
  const { state, isPossible, propose, cancel } = useFaceProposals();
  const isLooking = state.status === 'looking';
  useCommands('desk', [
    { ...observatoryCommands.propose, enabled: () => isPossible && !isLooking, run: propose },
  ]);
  if (!isPossible) return null;
  return (
    <div className={classes['part']}>
      <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm">
        <Button
          variant="default"
          size="compact-sm"
          disabled={isLooking}
          rightSection={<KeyCaps value="P" />}
          onClick={propose}
        >
          Propose boxes
        </Button>
        {!isLooking && <ListPart />}
        {isLooking && (
          <>
            <Loader size={14} aria-hidden />
            <span role="status">Looking for a face …</span>
            <Button variant="subtle" size="compact-sm" onClick={cancel}>
              Cancel
            </Button>
          </>
        )}
        {state.status === 'done' && (
          <span role="status" className={classes['said']}>
            {state.message}
          </span>
        )}
      </Flex>
      {state.status === 'failed' && (
        <Notice state="disputed" title={state.message}>
          {state.hint}
        </Notice>
      )}
    </div>
  );
}
