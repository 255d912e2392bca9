import { ActionIcon, Stack } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { inkOn } from '../../../canvas/index.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { Filled } from '../../../ui/participant/Filled.tsx';
import { ParticipantKeys } from '../../../ui/participant/ParticipantKeys.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import type { BoxesKind, BoxesStage } from '../stage/useBoxesStage.ts';
import { type AnswerFieldProps, useOptionKeys } from './answerParts.ts';
import { EachOnceAnswer } from './EachOnceAnswer.tsx';
import classes from './answers.module.css';

/** Boxes that are drawn on the image: any number of them, or one for each label. */
export function BoxesAnswer(
  props: AnswerFieldProps & { readonly kind: BoxesKind; readonly stage: BoxesStage },
) {
  return props.kind.eachOnce === true ? <EachOnceAnswer {...props} /> : <AnyBoxesAnswer {...props} />;
}

/** The labels for boxes and the boxes drawn so far. */
function AnyBoxesAnswer({
  kind,
  stage,
  answer,
  onAnswer,
  isLocked,
  labelledBy,
  language,
}: AnswerFieldProps & { readonly kind: BoxesKind; readonly stage: BoxesStage }) {
  const say = useSay();
  const name = useId();
  const keyed = kind.labels.map((label, index) => ({ ...label, key: index < 9 ? String(index + 1) : null }));
  useOptionKeys(kind.labels.length > 1 ? keyed : [], isLocked, stage.onLabel);
  const selected = stage.regions.find(({ id }) => stage.selection.includes(id));
  const chosen = selected?.label ?? stage.activeLabel;
  return (
    <Stack role="group" aria-labelledby={labelledBy} gap="sm">
      <p className={classes['hint']}>
        <Filled
          text="boxesHint"
          parts={{
            draw: <ParticipantKeys value="R" />,
            enter: <ParticipantKeys value="Enter" />,
            alt: <ParticipantKeys value="Alt" />,
          }}
        />
        {kind.most !== null && ` ${say('boxesMost', { most: kind.most })}`}
      </p>
      {kind.labels.length > 1 && (
        <div role="radiogroup" aria-label={say('boxesLabel')} className={classes['labels']}>
          {keyed.map(({ id, text, key }) => (
            <label key={id} className={classes['option']} data-chosen={chosen === id || undefined}>
              <input
                type="radio"
                name={name}
                checked={chosen === id}
                disabled={isLocked}
                onChange={() => stage.onLabel(id)}
              />
              <span className={classes['optionText']} translate="no" lang={language}>
                {text}
              </span>
              {key !== null && (
                <span aria-hidden data-key-hint>
                  <KeyCaps value={key} />
                </span>
              )}
            </label>
          ))}
        </div>
      )}
      <ol className={classes['boxes']} aria-label={say('boxesDrawn')}>
        {stage.regions.map((region, index) => {
          const label = stage.labels.find(({ id }) => id === region.label);
          const color = label?.color ?? '#bbbbbb';
          return (
            <li key={region.id} data-selected={stage.selection.includes(region.id) || undefined}>
              <button
                type="button"
                className={classes['box']}
                aria-pressed={stage.selection.includes(region.id)}
                onClick={() => stage.onSelectionChange([region.id])}
              >
                <span className={classes['number']} style={{ background: color, color: inkOn(color) }}>
                  {index + 1}
                </span>
                <span translate="no" {...(label !== undefined && { lang: language })}>
                  {label?.name ?? say('boxNameless')}
                </span>
              </button>
              <ActionIcon
                aria-label={say('deleteBox', { number: index + 1 })}
                disabled={isLocked}
                onClick={() => stage.onDelete(region.id)}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      {stage.regions.length === 0 && (
        <label className={classes['option']} data-chosen={answer !== null || undefined}>
          <input
            type="checkbox"
            checked={answer !== null}
            disabled={isLocked}
            onChange={() => onAnswer(answer === null ? { kind: 'boxes', boxes: [] } : null)}
          />
          <span className={classes['optionText']}>{say('nothingToMark')}</span>
        </label>
      )}
    </Stack>
  );
}
