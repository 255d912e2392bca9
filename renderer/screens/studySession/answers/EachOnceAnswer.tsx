import { ActionIcon } from '@mantine/core';
import { Check, CircleSlash, SquareDashedMousePointer, Trash2 } from 'lucide-react';
import { inkOn } from '../../../canvas/index.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import type { BoxesKind, BoxesStage } from '../stage/useBoxesStage.ts';
import type { AnswerFieldProps } from './answerParts.ts';
import { useOptionKeys } from './answerParts.ts';
import classes from './answers.module.css';

/** Chooses that what is drawn next is not there. */
const ABSENT_KEY = '0';

/** One box for each label, drawn on the image one after the other; what cannot be found is said not to be there. */
export function EachOnceAnswer({
  kind,
  stage,
  isLocked,
  labelledBy,
}: Pick<AnswerFieldProps, 'isLocked' | 'labelledBy'> & {
  readonly kind: BoxesKind;
  readonly stage: BoxesStage;
}) {
  const keyed = kind.labels.map((label, index) => ({ ...label, key: index < 9 ? String(index + 1) : null }));
  useOptionKeys(keyed, isLocked, stage.onLabel);
  const next = keyed.find(({ id }) => id === stage.activeLabel);
  useOptionKeys(
    next === undefined ? [] : [{ id: next.id, text: `${next.text} is not there`, key: ABSENT_KEY }],
    isLocked,
    stage.onAbsent,
  );
  const states = keyed.map((label, index) => ({
    ...label,
    color: stage.labels[index]?.color ?? '#bbbbbb',
    region: stage.regions.find((region) => region.label === label.id),
    isAbsent: stage.absent.includes(label.id),
  }));
  return (
    <div role="group" aria-labelledby={labelledBy} className={classes['options']}>
      <ol className={classes['boxes']} aria-label="What is asked for">
        {states.map(({ id, text, key, color, region, isAbsent }) => {
          const isSelected = region !== undefined && stage.selection.includes(region.id);
          const isNext = id === next?.id;
          return (
            <li key={id} className={classes['once']} data-selected={isNext || undefined}>
              <button
                type="button"
                className={classes['box']}
                aria-pressed={isSelected || isNext}
                disabled={isLocked}
                onClick={() => {
                  stage.onLabel(id);
                }}
              >
                <span className={classes['number']} style={{ background: color, color: inkOn(color) }}>
                  {key ?? ''}
                </span>
                <span className={classes['onceName']}>{text}</span>
                <span className={classes['onceState']}>
                  {region !== undefined ? (
                    <>
                      <Check size={14} aria-hidden />
                      {isSelected ? 'Selected' : 'Drawn'}
                    </>
                  ) : isAbsent ? (
                    <>
                      <CircleSlash size={14} aria-hidden />
                      Not there
                    </>
                  ) : isNext ? (
                    <>
                      <SquareDashedMousePointer size={14} aria-hidden />
                      Draw now
                    </>
                  ) : (
                    'Open'
                  )}
                </span>
              </button>
              {region !== undefined ? (
                <ActionIcon
                  aria-label={`Delete the box of ${text}`}
                  disabled={isLocked}
                  onClick={() => {
                    stage.onDelete(region.id);
                  }}
                >
                  <Trash2 size={14} aria-hidden />
                </ActionIcon>
              ) : (
                <label className={classes['absent']}>
                  <input
                    type="checkbox"
                    aria-label={`${text} is not there`}
                    checked={isAbsent}
                    disabled={isLocked}
                    onChange={() => {
                      stage.onAbsent(id);
                    }}
                  />
                  Not there
                </label>
              )}
            </li>
          );
        })}
      </ol>
      <p className={classes['chosen']} role="status">
        {stage.said ??
          (next === undefined
            ? 'Everything is answered. Check the boxes, then submit.'
            : `Now draw: ${next.text}.`)}
      </p>
      <p className={classes['hint']}>
        Drag on the image to draw, also within another box; click a box to move it. By keyboard:{' '}
        <KeyCaps value="R" /> and the arrow keys, with <KeyCaps value="Alt" /> for the size;{' '}
        <KeyCaps value="Enter" /> keeps the box. <KeyCaps value={ABSENT_KEY} /> says that it is not there,
        which counts as not found.
      </p>
    </div>
  );
}
