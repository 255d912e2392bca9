import { Modal, type ModalProps } from '@mantine/core';
import { useFollowChanges } from '../window/useFollowChanges.ts';

/** A dialog over an open casebook whose numbers follow what others do while it is open. */
export function FollowingModal({
  isFollowing,
  ...props
}: Omit<ModalProps, 'closeButtonProps'> & {
  /** Left out: whenever it is open. */
  readonly isFollowing?: boolean;
}) {
  useFollowChanges(isFollowing ?? props.opened);
  return <Modal {...props} closeButtonProps={{ 'aria-label': 'Close' }} />;
}
