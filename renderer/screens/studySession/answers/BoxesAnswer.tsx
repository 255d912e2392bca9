import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { inkOn } from '../../../canvas/index.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import type { BoxesKind, BoxesStage } from '../stage/useBoxesStage.ts';
import type { AnswerFieldProps } from './answerParts.ts';
import { EachOnceAnswer } from './EachOnceAnswer.tsx';
import { useOptionKeys } from './answerParts.ts';
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
}: AnswerFieldProps & { readonly kind: BoxesKind; readonly stage: BoxesStage }) {
  const name = useId();
  const keyed = kind.labels.map((label, index) => ({ ...label, key: index < 9 ? String(index + 1) : null }));
  useOptionKeys(kind.labels.length > 1 ? keyed : [], isLocked, stage.onLabel);
  const selected = stage.regions.find(({ id }) => stage.selection.includes(id));
  const chosen = selected?.label ?? stage.activeLabel;
  return (
    <div role="group" aria-labelledby={labelledBy} className={classes['options']}>
      <p className={classes['hint']}>
        Press <KeyCaps value="R" /> and drag on the image. Without a mouse: <KeyCaps value="Enter" /> while
        the image has the focus, then the arrow keys, <KeyCaps value="Alt" /> with them for the size.
        {kind.most !== null && ` No more than ${String(kind.most)}.`}
      </p>
      {kind.labels.length > 1 && (
        <div role="radiogroup" aria-label="Label of the box" className={classes['labels']}>
          {keyed.map(({ id, text, key }) => (
            <label key={id} className={classes['option']} data-chosen={chosen === id || undefined}>
              <input
                type="radio"
                name={name}
                checked={chosen === id}
                disabled={isLocked}
                onChange={() => {
                  stage.onLabel(id);
                }}
              />
              <span className={classes['optionText']}>{text}</span>
              {key !== null && (
                <span aria-hidden>
                  <KeyCaps value={key} />
                </span>
              )}
            </label>
          ))}
        </div>
      )}
      <ol className={classes['boxes']} aria-label="Boxes drawn">
        {stage.regions.map((region, index) => {
          const label = stage.labels.find(({ id }) => id === region.label);
          const color = label?.color ?? '#bbbbbb';
          return (
            <li key={region.id} data-selected={stage.selection.includes(region.id) || undefined}>
              <button
                type="button"
                className={classes['box']}
                aria-pressed={stage.selection.includes(region.id)}
                onClick={() => {
                  stage.onSelectionChange([region.id]);
                }}
              >
                <span className={classes['number']} style={{ background: color, color: inkOn(color) }}>
                  {index + 1}
                </span>
                {label?.name ?? 'Box'}
              </button>
              <ActionIcon
                aria-label={`Delete box ${String(index + 1)}`}
                disabled={isLocked}
                onClick={() => {
                  stage.onDelete(region.id);
                }}
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
            onChange={() => {
              onAnswer(answer === null ? { kind: 'boxes', boxes: [] } : null);
            }}
          />
          <span className={classes['optionText']}>There is nothing to mark</span>
        </label>
      )}
    </div>
  );
}
