import styles from './Canvas.module.css';
import type { PaneNotice } from './feedback.ts';

/** What there is to say where an image should be: loading, failed, missing; and the names of several. */
export function PaneNotices(props: {
  readonly notices: readonly PaneNotice[];
  readonly empty: boolean;
}): React.JSX.Element {
  if (props.empty) return <p className={styles.placeholder}>There is no image here yet.</p>;
  return (
    <>
      {props.notices.map((notice) => (
        <div
          key={notice.imageId}
          className={styles.pane}
          style={{
            left: notice.rect.x,
            top: notice.rect.y,
            width: notice.rect.width,
            height: notice.rect.height,
          }}
        >
          {props.notices.length > 1 && notice.name !== '' && (
            <span className={styles.name}>{notice.name}</span>
          )}
          <Message notice={notice} />
        </div>
      ))}
    </>
  );
}

function Message({ notice }: { readonly notice: PaneNotice }): React.JSX.Element | null {
  switch (notice.state) {
    case 'loading':
      return <p className={styles.loading}>Loading the image…</p>;
    case 'missing':
      return (
        <p className={styles.message}>
          <strong>This image is missing.</strong>
          {notice.name !== '' && <span>{notice.name}</span>}
          <span>Its boxes and texts are kept. Attach the file to see them on it.</span>
        </p>
      );
    case 'failed':
      return (
        <p className={styles.message} role="alert">
          <strong>This image could not be shown.</strong>
          {notice.name !== '' && <span>{notice.name}</span>}
          <span>{notice.message}</span>
        </p>
      );
    case 'ready':
      return notice.message === '' ? null : <span className={styles.warning}>{notice.message}</span>;
  }
}
