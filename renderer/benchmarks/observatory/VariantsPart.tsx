import { Autocomplete, Button, Flex } from '@mantine/core';
import { Ban, Check, CheckCheck, ChevronLeft, ChevronRight, Columns2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ImageRecord } from '../../../shared/domain/document.ts';
import { imageUrl } from '../../client/images.ts';
import { useDesk, useImages } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { PartTitle } from './PartTitle.tsx';
import { useAnswerForm } from './useAnswerForm.ts';
import type { Variants, VariantState } from './useVariants.ts';

/** The field in which the reason for an exception is typed. */
export const EXCEPTION_FIELD = 'exceptions';

const STATES: Readonly<Record<VariantState, string>> = {
  open: 'not confirmed yet',
  confirmed: 'confirmed',
  exception: 'exception',
};

/** The original and its variants as a strip; on each the original's boxes, to be confirmed or marked as an exception. */
export function VariantsPart({ variants }: { readonly variants: Variants }) {
  const { readOnly } = useDesk();
  const { answer, vocabulary } = useAnswerForm();
  const images = useImages();
  const { problems, messageId, control } = useFieldProblems(EXCEPTION_FIELD);
  const { count, shown, confirmed, exceptions } = variants;

  if (count === 0) return null;
  const reason = answer.exceptions[String(shown)];
  return (
    <section className={classes['part']} aria-labelledby="observatory-variants" data-field={EXCEPTION_FIELD}>
      <Flex gap="sm" align="baseline" justify="space-between">
        <PartTitle id="observatory-variants">Variants</PartTitle>
        <span className={classes['quiet']} data-done={confirmed + exceptions === count || undefined}>
          {confirmed} of {count} confirmed
          {exceptions > 0 && `, ${String(exceptions)} ${exceptions === 1 ? 'exception' : 'exceptions'}`}
        </span>
      </Flex>
      <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm">
        <Button
          size="compact-sm"
          variant="default"
          aria-label="Previous variant"
          disabled={shown === 0}
          rightSection={<KeyCaps value="," />}
          onClick={() => variants.step(-1)}
        >
          <ChevronLeft size={14} aria-hidden />
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label="Next variant"
          disabled={shown === count}
          rightSection={<KeyCaps value="." />}
          onClick={() => variants.step(1)}
        >
          <ChevronRight size={14} aria-hidden />
        </Button>
        <Button
          size="compact-sm"
          variant={variants.beside ? 'light' : 'default'}
          aria-pressed={variants.beside}
          leftSection={<Columns2 size={14} aria-hidden />}
          rightSection={<KeyCaps value="C" />}
          disabled={shown === 0}
          onClick={variants.toggleBeside}
        >
          Beside original
        </Button>
        {!readOnly && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Check size={14} aria-hidden />}
              rightSection={<KeyCaps value="K" />}
              disabled={shown === 0}
              onClick={variants.confirm}
            >
              Boxes fit
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Ban size={14} aria-hidden />}
              rightSection={<KeyCaps value="X" />}
              disabled={shown === 0}
              aria-pressed={reason !== undefined}
              onClick={() => variants.except(reason === undefined ? (vocabulary.exceptions[0] ?? '') : null)}
            >
              {reason === undefined ? 'Exception' : 'No exception'}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<CheckCheck size={14} aria-hidden />}
              rightSection={<KeyCaps value="Shift+K" />}
              disabled={confirmed + exceptions === count}
              onClick={variants.confirmAll}
            >
              Confirm all
            </Button>
          </>
        )}
      </Flex>
      {reason !== undefined && (
        <Autocomplete
          label={`Why the boxes do not fit variant ${String(shown)}`}
          data={[...vocabulary.exceptions]}
          value={reason}
          readOnly={readOnly}
          {...control}
          onChange={variants.except}
        />
      )}
      <div className={classes['strip']} role="group" aria-label="Original and variants">
        {images.map((image) => (
          <Thumbnail
            key={image.position}
            image={image}
            shown={image.position === shown}
            state={image.position === 0 ? null : variants.stateOf(image.position)}
            title={variants.titleOf(image.position)}
            onShow={() => variants.show(image.position)}
          />
        ))}
      </div>
      <Messages id={messageId} problems={problems} />
    </section>
  );
}

function Thumbnail({
  image: { position, imageId },
  shown,
  state,
  title,
  onShow,
}: {
  readonly image: ImageRecord;
  readonly shown: boolean;
  readonly state: VariantState | null;
  readonly title: string | null;
  readonly onShow: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (shown) button.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const numbered = position === 0 ? 'Original' : `Variant ${String(position)}`;
  const name = title === null ? numbered : `${numbered}, ${title}`;
  return (
    <button
      ref={button}
      type="button"
      className={classes['thumbnail']}
      aria-pressed={shown}
      aria-label={state === null ? name : `${name}, ${STATES[state]}`}
      title={name}
      data-state={state ?? undefined}
      onClick={onShow}
    >
      {imageId === null ? (
        <span className={classes['absent']} aria-hidden />
      ) : (
        <img src={imageUrl(imageId, 'thumbnail')} alt="" loading="lazy" decoding="async" draggable={false} />
      )}
      <span className={classes['number']} aria-hidden>
        {position === 0 ? 'O' : position}
      </span>
      {state === 'confirmed' && <Check size={12} aria-hidden className={classes['mark']} />}
      {state === 'exception' && <Ban size={12} aria-hidden className={classes['mark']} />}
    </button>
  );
}
