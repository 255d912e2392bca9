import { Box, Button, Checkbox, Loader } from '@mantine/core';
import type { ImageGenerationChoices, VariantsPreview } from '../../../shared/contract/imageGeneration.ts';
import { failureOf } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './ImageGenerationScreen.module.css';

/** The transformations to choose from, each as a picture of one original. */
export function TransformationChoice({
  all,
  chosen,
  preview,
  isLoading,
  error,
  onChange,
}: {
  readonly all: ImageGenerationChoices['transformations'];
  readonly chosen: readonly string[];
  readonly preview: VariantsPreview | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const failure = error === null ? null : failureOf(error);
  const made = new Map(preview?.variants.map((variant) => [variant.transformation, variant]));
  return (
    <section aria-label="Transformations">
      <div className={classes['heading']}>
        <h2>Transformations</h2>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(all.map(({ name }) => name))}>
          All
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
          None
        </Button>
        {isLoading && <Loader size={14} aria-label="Making the preview" />}
      </div>
      {failure !== null && (
        <Notice state="pending" title={`The preview failed: ${failure.message}`}>
          {failure.hint}
        </Notice>
      )}
      <div className={classes['transformations']}>
        <figure className={classes['figure']}>
          <div className={classes['picture']}>
            {preview !== null && <img src={preview.original} alt={`The original of ${preview.title}`} />}
          </div>
          <figcaption>
            Original
            {preview !== null && (
              <Box c="dimmed">
                {preview.title}, {preview.width} x {preview.height}
              </Box>
            )}
          </figcaption>
        </figure>
        {all.map(({ name, title, parameters }) => {
          const variant = made.get(name);
          return (
            <figure key={name} className={classes['figure']}>
              <div className={classes['picture']}>
                {variant !== undefined && <img src={variant.picture} alt="" />}
              </div>
              <figcaption>
                <Checkbox
                  label={title}
                  description={parameters}
                  checked={chosen.includes(name)}
                  onChange={(event) => {
                    const isOn = event.currentTarget.checked;
                    onChange(
                      all.flatMap((each) =>
                        (each.name === name ? isOn : chosen.includes(each.name)) ? [each.name] : [],
                      ),
                    );
                  }}
                />
              </figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  );
}
