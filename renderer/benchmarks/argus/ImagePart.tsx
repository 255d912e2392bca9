import { Button } from '@mantine/core';
import { Columns3, Square } from 'lucide-react';
import type { ImageChoice } from '../../../shared/benchmarks/argus/schema.ts';
import { useImages } from '../../ui/form/context.ts';
import { type Choice, ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { type FormStep, isChoice } from './steps.ts';
import { TrapPart } from './TrapPart.tsx';
import { useAnswerForm } from './useAnswerForm.ts';

/** The second step: the best of the images, or none; then the trap's box on it. */
export function ImagePart({
  asked,
  comparing,
  onCompare,
  onChoose,
}: {
  readonly asked: FormStep;
  readonly comparing: boolean;
  readonly onCompare: () => void;
  readonly onChoose: (image: ImageChoice) => void;
}) {
  const { answer } = useAnswerForm();
  const images = useImages();
  const choices: readonly Choice<string>[] = [
    ...images.map(({ position }) => ({
      value: String(position + 1),
      label: String(position + 1),
    })),
    { value: 'none', label: 'None', hint: 'D' },
  ];
  return (
    <>
      {isChoice(images) && (
        <>
          <div className={classes['criterion']} data-next={asked === 'image' || undefined}>
            <span className={classes['name']} aria-hidden>
              Best image
            </span>
            <ChoiceField
              path="image"
              label="Best image"
              choices={choices}
              value={answer.image === null ? null : String(answer.image)}
              wide
              hideLabel
              onChoose={(value) => onChoose(value === 'none' ? 'none' : Number(value))}
            />
          </div>
          {typeof answer.image === 'number' && (
            <div className={classes['row']}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={
                  comparing ? <Square size={14} aria-hidden /> : <Columns3 size={14} aria-hidden />
                }
                rightSection={<KeyCaps value="C" />}
                onClick={onCompare}
              >
                {comparing ? 'Show the chosen image alone' : 'Compare all images again'}
              </Button>
            </div>
          )}
        </>
      )}
      {answer.image === 'none' ? (
        <p className={classes['quiet']}>All images are discarded: there is nothing to box.</p>
      ) : isChoice(images) && answer.image === null ? (
        <p className={classes['quiet']}>Choose an image, then draw a box around the trap.</p>
      ) : (
        <TrapPart />
      )}
    </>
  );
}
