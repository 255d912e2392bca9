import { Check } from 'lucide-react';
import type { Phrasebook } from '../../shared/participantTexts/texts.ts';
import styles from './Canvas.module.css';
import type { PaneNotice } from './feedback.ts';
import type { CanvasImage } from './types.ts';

/** The notice where an image should be: loading, failed, missing; and the names of several. */
export function PaneNotices(props: {
  readonly notices: readonly PaneNotice[];
  readonly images: readonly CanvasImage[];
  readonly say: Phrasebook;
  readonly onTitle: ((imageId: string) => void) | undefined;
}): React.JSX.Element {
  // An image that stays where it is can be called otherwise from one question to the next.
  const names = new Map(props.images.map(({ id, name }) => [id, name ?? '']));
  const nameOf = ({ imageId }: PaneNotice): string => names.get(imageId) ?? '';
  if (props.images.length === 0) return <p className={styles.placeholder}>No image yet.</p>;
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
          <Title
            image={props.images.find(({ id }) => id === notice.imageId)}
            say={props.say}
            onTitle={props.onTitle}
          />
          {props.notices.length > 1 && nameOf(notice) !== '' && (
            <span className={styles.name}>{nameOf(notice)}</span>
          )}
          <Message notice={notice} name={nameOf(notice)} say={props.say} />
        </div>
      ))}
    </>
  );
}

/** The controls above an image. For the pointer only: whatever it does is offered elsewhere as well. */
function Title({
  image,
  say,
  onTitle,
}: {
  readonly image: CanvasImage | undefined;
  readonly say: Phrasebook;
  readonly onTitle: ((imageId: string) => void) | undefined;
}): React.JSX.Element | null {
  if (image?.title === undefined) return null;
  const { id, title, chosen } = image;
  const isShort = title.length <= 2;
  if (chosen === undefined || onTitle === undefined)
    return (
      <span className={styles.title} data-short={isShort || undefined}>
        {title}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={styles.title}
      data-short={isShort || undefined}
      data-chosen={chosen || undefined}
      onClick={() => onTitle(id)}
    >
      {title}
      {chosen && (
        <span className={styles.chosen}>
          <Check size={14} aria-hidden />
          {say('canvasChosen')}
        </span>
      )}
    </button>
  );
}

function Message({
  notice,
  name,
  say,
}: {
  readonly notice: PaneNotice;
  readonly name: string;
  readonly say: Phrasebook;
}): React.JSX.Element | null {
  switch (notice.state) {
    case 'loading':
      return <p className={styles.loading}>{say('canvasLoading')}</p>;
    case 'missing':
      return (
        <p className={styles.message}>
          <strong>This image is missing.</strong>
          {name !== '' && <span>{name}</span>}
          <span>Its boxes and texts are safe. Attach the file to see them on it.</span>
        </p>
      );
    case 'failed':
      return (
        <p className={styles.message} role="alert">
          <strong>{say('canvasFailed')}</strong>
          {name !== '' && <span>{name}</span>}
          {/* It comes from the browser or the worker, in English. */}
          {say.language === 'en' && <span>{notice.message}</span>}
        </p>
      );
    case 'ready':
      return notice.message === '' ? null : <span className={styles.warning}>{notice.message}</span>;
  }
}
