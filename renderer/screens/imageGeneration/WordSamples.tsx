import { Box, Loader, Text } from '@mantine/core';
import type { WordsPreview } from '../../../shared/contract/imageGeneration.ts';
import { failureOf } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './ImageGenerationScreen.module.css';

/** A few words as they will be, with their boxes. */
export function WordSamples({
  preview,
  isLoading,
  error,
}: {
  readonly preview: WordsPreview | null;
  readonly isLoading: boolean;
  readonly error: unknown;
}) {
  const failure = error === null ? null : failureOf(error);
  return (
    <section aria-label="Preview">
      <div className={classes['heading']}>
        <h2>Preview</h2>
        {isLoading && <Loader size={14} aria-label="Drawing the preview" />}
      </div>
      {failure !== null && (
        <Notice state="pending" title={failure.message}>
          {failure.hint}
        </Notice>
      )}
      {preview === null && failure === null && (
        <Text c="dimmed">The seed’s first words appear here once you enter words.</Text>
      )}
      {preview !== null && (
        <div className={classes['samples']}>
          {preview.samples.map(({ text, font, casing, position, rotation, box, picture }, index) => (
            <figure key={`${String(index)} ${text}`} className={classes['figure']}>
              <div className={classes['picture']}>
                <img src={picture} alt={`The word ${text}`} />
                <SampleBox box={box} side={preview.side} />
              </div>
              <figcaption>
                {font}
                <Box c="dimmed">
                  {casing}, {position}, {rotation}°
                </Box>
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      {preview !== null && preview.left_out.length > 0 && (
        <Text mt="sm" c="dimmed">
          Left out: {preview.left_out.map(({ item, reason }) => `${item} (${reason})`).join(', ')}
        </Text>
      )}
    </section>
  );
}

type Corners = WordsPreview['samples'][number]['box'];

/** A box over a picture of a square image; `side` is the image's width in pixels. */
function SampleBox({ box, side }: { readonly box: Corners; readonly side: number }) {
  const percent = (pixels: number): string => `${String((100 * pixels) / side)}%`;
  return (
    <div
      className={classes['box']}
      style={{
        left: percent(box.x1),
        top: percent(box.y1),
        width: percent(box.x2 - box.x1),
        height: percent(box.y2 - box.y1),
      }}
    />
  );
}
