import { Modal } from '@mantine/core';
import { QrCode } from './QrCode.tsx';
import classes from './Recruitment.module.css';

/** The study link for a class: a large code and the address in large letters, for a projector. */
export function QrDialog({
  title,
  link,
  opened,
  onClose,
}: {
  /** The study’s. */
  readonly title: string;
  readonly link: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      fullScreen
      classNames={{
        content: classes['projector'] ?? '',
        header: classes['projectorHeader'] ?? '',
        body: classes['projectorBody'] ?? '',
      }}
      closeButtonProps={{ 'aria-label': 'Close', size: 36 }}
    >
      <QrCode text={link} />
      <p className={classes['address']}>{link}</p>
    </Modal>
  );
}
