import { ActionIcon, Stack } from '@mantine/core';
import { Check, CircleSlash, SquareDashedMousePointer, Trash2 } from 'lucide-react';
import { inkOn } from '../../../canvas/index.ts';
import { Filled } from '../../../ui/participant/Filled.tsx';
import { ParticipantKeys } from '../../../ui/participant/ParticipantKeys.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import type { BoxesKind, BoxesStage } from '../stage/useBoxesStage.ts';
import { type AnswerFieldProps, useOptionKeys } from './answerParts.ts';
import classes from './answers.module.css';

/** Chooses that what is drawn next is not there. */
const ABSENT_KEY = '0';

/** One box for each label, drawn on the image one after the other; what cannot be found is said not to be there. */
export function EachOnceAnswer({
  kind,
  stage,
  isLocked,
  labelledBy,
  language,
}: Pick<AnswerFieldProps, 'isLocked' | 'labelledBy' | 'language'> & {
  readonly kind: BoxesKind;
  readonly stage: BoxesStage;
}) {
  const say = useSay();
  const keyed = kind.labels.map((label, index) => ({ ...label, key: index < 9 ? String(index + 1) : null }));
  useOptionKeys(keyed, isLocked, stage.onLabel);
  const next = keyed.find(({ id }) => id === stage.activeLabel);
  useOptionKeys(
    next === undefined
      ? []
      : [{ id: next.id, text: say('onceIsAbsent', { label: next.text }), key: ABSENT_KEY }],
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
    <Stack role="group" aria-labelledby={labelledBy} gap="sm">
      <ol className={classes['boxes']} aria-label={say('onceLabel')}>
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
                onClick={() => stage.onLabel(id)}
              >
                <span className={classes['number']} style={{ background: color, color: inkOn(color) }}>
                  {key ?? ''}
                </span>
                <span className={classes['onceName']} translate="no" lang={language}>
                  {text}
                </span>
                <span className={classes['onceState']}>
                  {region !== undefined ? (
                    <>
                      <Check size={14} aria-hidden />
                      {say(isSelected ? 'onceSelected' : 'onceDrawn')}
                    </>
                  ) : isAbsent ? (
                    <>
                      <CircleSlash size={14} aria-hidden />
                      {say('onceAbsent')}
                    </>
                  ) : isNext ? (
                    <>
                      <SquareDashedMousePointer size={14} aria-hidden />
                      {say('onceNow')}
                    </>
                  ) : (
                    say('onceOpen')
                  )}
                </span>
              </button>
              {region !== undefined ? (
                <ActionIcon
                  aria-label={say('onceDelete', { label: text })}
                  disabled={isLocked}
                  onClick={() => stage.onDelete(region.id)}
                >
                  <Trash2 size={14} aria-hidden />
                </ActionIcon>
              ) : (
                <label className={classes['absent']}>
                  <input
                    type="checkbox"
                    aria-label={say('onceIsAbsent', { label: text })}
                    checked={isAbsent}
                    disabled={isLocked}
                    onChange={() => stage.onAbsent(id)}
                  />
                  {say('onceAbsent')}
                </label>
              )}
            </li>
          );
        })}
      </ol>
      <p className={classes['chosen']} role="status">
        {stage.said ?? (next === undefined ? say('onceDone') : say('onceNext', { label: next.text }))}
      </p>
      <p className={classes['hint']}>
        <Filled
          text="onceHint"
          parts={{
            draw: <ParticipantKeys value="R" />,
            alt: <ParticipantKeys value="Alt" />,
            enter: <ParticipantKeys value="Enter" />,
            absent: <ParticipantKeys value={ABSENT_KEY} />,
          }}
        />
      </p>
    </Stack>
  );
}
