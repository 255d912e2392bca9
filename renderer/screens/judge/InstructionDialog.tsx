import { Box, Modal } from '@mantine/core';
import type { CriterionDescription } from '../../../shared/contract/judging.ts';
import classes from './Judge.module.css';

/** The judge's instruction to the letter of the paper. */
export function InstructionDialog({
  criterion,
  onClose,
}: {
  readonly criterion: CriterionDescription | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={criterion !== null}
      onClose={onClose}
      title={criterion === null ? '' : `Instruction: ${criterion.title}`}
      size="xl"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {criterion !== null && (
        <div className={classes['instruction']}>
          <Box component="p" c="dimmed">
            As printed in the paper. Square brackets name the texts of the answer and its item.
          </Box>
          {criterion.instruction.system !== '' && (
            <>
              <h3>System</h3>
              <pre>{criterion.instruction.system}</pre>
            </>
          )}
          <h3>Request</h3>
          <pre>{criterion.instruction.user}</pre>
        </div>
      )}
    </Modal>
  );
}
