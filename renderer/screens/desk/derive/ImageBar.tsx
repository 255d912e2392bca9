import { Box, Button } from '@mantine/core';
import { ImageOff, Paperclip, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import type { Derivation, ImageDetail } from '../../../../shared/contract/images.ts';
import { squashDiffs } from '../../../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentRecord,
  type ImageRecord,
  imagesOf,
  recordId,
} from '../../../../shared/domain/document.ts';
import { replaceImage } from '../../../../shared/domain/replaceImage.ts';
import { useLatest } from '../../../ui/commands/commands.ts';
import { client } from '../../../client/index.ts';
import { choosePath } from '../../../ui/files/choosePath.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { pathOfDrop } from '../../../ui/files/droppedFiles.ts';
import { useDesk, useDeskState, useImageDetails } from '../../../ui/form/context.ts';
import { fieldsDiff } from '../../../ui/form/fieldsDiff.ts';
import { askToReplace, atStake, saysWithdrawn, showStatus } from '../replacing.ts';
import { useImagesLocked } from '../useImagesLocked.ts';
import { announce } from '../../../ui/form/view.ts';
import classes from './ImageBar.module.css';

/** Notices and actions for the item's image files: missing ones to attach, derived ones to take back. */
export function ImageBar({ drop }: { readonly drop: React.RefObject<HTMLElement | null> }) {
  const records = useDeskState((state) => state.records);
  const details = useImageDetails();
  const locked = useImagesLocked();
  const images = imagesOf(records);
  const missing = images.filter((image) => image.imageId === null);
  const attach = useAttach(missing[0] ?? (images.length === 0 ? NEW_IMAGE : null), drop);
  return (
    <>
      {attach.image !== null && (
        <div className={classes['bar']} data-kind="missing" data-field="images">
          <ImageOff size={15} aria-hidden />
          <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {images.length === 0
              ? 'This item has no image.'
              : `The image ${attach.image.name} is missing${missing.length > 1 ? `, and ${String(missing.length - 1)} more` : ''}.`}{' '}
            {locked ? 'A curator can attach the file.' : 'Attach the file, or drop it here.'}
          </Box>
          {!locked && (
            <Button
              size="compact-sm"
              leftSection={<Paperclip size={14} aria-hidden />}
              loading={attach.busy}
              disabled={attach.disabled}
              onClick={attach.choose}
            >
              Attach image…
            </Button>
          )}
        </div>
      )}
      {images.map((image) => {
        const detail = image.imageId === null ? undefined : details.get(image.imageId);
        return detail?.derivation == null ? null : (
          <Provenance key={image.position} image={image} detail={detail} />
        );
      })}
    </>
  );
}

const NEW_IMAGE: ImageRecord = { type: 'image', position: 0, role: 'photo', name: '', imageId: null };

interface Attach {
  readonly image: ImageRecord | null;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly choose: () => void;
}

/** Puts a file in the place of a missing image: chosen by its path, or dropped onto the image. */
function useAttach(image: ImageRecord | null, drop: React.RefObject<HTMLElement | null>): Attach {
  const { session, editing, view, readOnly } = useDesk();
  const locked = useImagesLocked();
  const [busy, setBusy] = useState(false);

  const attach = async (findPath: () => Promise<string | null>): Promise<void> => {
    if (image === null || readOnly) return;
    setBusy(true);
    try {
      const path = await findPath();
      if (path === null) return;
      const detail = await client.images.add({ path });
      session.learn([detail]);
      const name = image.name === '' ? (detail.origin ?? 'image') : image.name;
      editing.change((records) => {
        const record: DocumentRecord = { ...image, name, imageId: detail.id };
        return { ...records, [recordId(record)]: record };
      });
      announce(view, 'The image is attached.');
    } catch (error) {
      toastFailure('The image was not attached', error);
    } finally {
      setBusy(false);
    }
  };

  const latest = useLatest(attach);
  const wanted = image !== null && !readOnly && !locked;
  useEffect(() => {
    const target = drop.current;
    if (target === null || !wanted) return undefined;
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const dropped = (event: DragEvent): void => {
      const transfer = event.dataTransfer;
      if (transfer === null || transfer.files.length === 0) return;
      // Here a file is this item's image, not an import.
      event.preventDefault();
      event.stopPropagation();
      const files = [...transfer.files].slice(0, 1);
      void latest.current(async () => pathOfDrop([], files, () => undefined, new AbortController().signal));
      // The window's own drop target takes its overlay away when the drag ends.
      window.dispatchEvent(new DragEvent('dragleave'));
    };
    target.addEventListener('dragover', over);
    target.addEventListener('drop', dropped);
    return () => {
      target.removeEventListener('dragover', over);
      target.removeEventListener('drop', dropped);
    };
  }, [drop, latest, wanted]);

  return {
    image,
    busy,
    disabled: readOnly,
    choose: () =>
      void attach(async () =>
        choosePath({
          kind: 'file',
          title: image?.name ? `Choose the file for ${image.name}` : 'Choose an image',
        }),
      ),
  };
}

const WORDS = { crop: 'Cropped', redact: 'Redacted' } as const;

/** Where a cropped or redacted image comes from, and the way back. */
function Provenance({ image, detail }: { readonly image: ImageRecord; readonly detail: ImageDetail }) {
  const { editing, session, task, view, readOnly } = useDesk();
  const locked = useImagesLocked();
  const details = useImageDetails();
  const parent = detail.derivedFrom === null ? undefined : details.get(detail.derivedFrom);
  if (detail.derivation === null) return null;
  const { operation } = detail.derivation;
  const by = detail.createdBy === null ? '' : ` by ${detail.createdBy}`;
  const goBack = async (to: ImageDetail, step: Derivation): Promise<void> => {
    const what = atStake(session, task);
    if (!(await askToReplace(what))) return;
    const box = step.operation === 'crop' ? step.box : { x: 0, y: 0 };
    const offset = { x: -box.x, y: -box.y };
    const { records } = session.store.getState();
    editing.apply(
      squashDiffs<DocumentRecord>(
        replaceImage(records, image, { id: to.id, size: to, offset }),
        fieldsDiff(records, signOffWithdrawn(task, answerOf(records))),
      ),
    );
    announce(view, `The previous image is restored.${saysWithdrawn(what)}`);
    await showStatus(session, what);
  };
  const from =
    parent === undefined
      ? 'the original'
      : `${parent.origin ?? 'the original'} (${String(parent.width)} x ${String(parent.height)})`;
  return (
    <div className={classes['bar']}>
      <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {WORDS[operation]} from {from}
        {by}, {formatDateTime(detail.createdAt)}.
      </Box>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Undo2 size={14} aria-hidden />}
        disabled={readOnly || locked || parent === undefined}
        onClick={() => {
          if (parent === undefined || detail.derivation === null) return;
          void goBack(parent, detail.derivation).catch((error: unknown) => {
            toastFailure('The item’s status could not be read', error);
          });
        }}
      >
        {parent?.derivation == null ? 'Back to the original' : 'Back one step'}
      </Button>
    </div>
  );
}
