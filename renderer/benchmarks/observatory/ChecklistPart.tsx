import { ActionIcon, Button, Flex, Tooltip } from '@mantine/core';
import {
  CircleCheck,
  CircleDashed,
  Crosshair,
  EyeOff,
  FlipHorizontal2,
  SquareDashedMousePointer,
} from 'lucide-react';
import { attributeName, SIDE_MEANS, sideOf } from '../../../shared/benchmarks/observatory/labels.ts';
import { proposalOf } from '../../../shared/benchmarks/observatory/proposals.ts';
import { paletteColor } from '../../canvas/index.ts';
import { Swatch } from '../../ui/images/Swatch.tsx';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { PartTitle } from './PartTitle.tsx';
import type { Attributes, AttributeState } from './useAttributes.ts';
import { useAnswerForm } from './useAnswerForm.ts';

/** The attributes that the original must have: what is there, what is missing, and what is drawn next. */
export function ChecklistPart({ attributes }: { readonly attributes: Attributes }) {
  const { readOnly } = useDesk();
  const { answer, vocabulary } = useAnswerForm();
  const boxes = useFieldProblems('boxes');
  const hidden = useFieldProblems('notVisible');
  const { list, missing, current } = attributes;
  const hasSides = list.some(({ attribute }) => sideOf(attribute) !== null);
  return (
    <section className={classes['part']} aria-labelledby="observatory-attributes" data-field="boxes">
      <Flex gap="sm" align="baseline" justify="space-between">
        <PartTitle id="observatory-attributes">Attributes</PartTitle>
        <span className={classes['quiet']} data-done={missing.length === 0 || undefined}>
          {missing.length === 0 ? 'complete' : `${String(missing.length)} missing`}
        </span>
      </Flex>
      {hasSides && <p className={classes['side']}>{SIDE_MEANS[vocabulary.side]}</p>}
      <ul className={classes['list']} aria-label="Attributes of the original">
        {list.map((state, index) => (
          <Row
            key={state.attribute}
            state={state}
            index={index}
            readOnly={readOnly}
            isNext={state.armed && state.missing}
            isVerified={answer.verified}
            attributes={attributes}
          />
        ))}
      </ul>
      <Messages id={boxes.messageId} problems={boxes.problems} />
      <Messages id={hidden.messageId} problems={hidden.problems} />
      {!readOnly && (
        <div className={classes['tools']} role="group" aria-label="Drawing">
          <Button
            size="compact-sm"
            variant="default"
            title="Draw the missing attributes by dragging or with two clicks"
            leftSection={<SquareDashedMousePointer size={14} aria-hidden />}
            rightSection={<KeyCaps value="D" />}
            disabled={missing.length === 0}
            onClick={() => attributes.draw('corners')}
          >
            Corners
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            title="Draw the missing attributes by clicking their topmost, bottommost, leftmost and rightmost points"
            leftSection={<Crosshair size={14} aria-hidden />}
            rightSection={<KeyCaps value="E" />}
            disabled={missing.length === 0}
            onClick={() => attributes.draw('points')}
          >
            4 points
          </Button>
          {hasSides && (
            <Button
              size="compact-sm"
              variant="default"
              title="Copy a paired box to the other side"
              leftSection={<FlipHorizontal2 size={14} aria-hidden />}
              rightSection={<KeyCaps value="M" />}
              disabled={!attributes.canMirror}
              onClick={attributes.mirror}
            >
              Mirror
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            title={current === null ? undefined : `${attributeName(current)} is not visible`}
            leftSection={<EyeOff size={14} aria-hidden />}
            rightSection={<KeyCaps value="V" />}
            disabled={current === null}
            onClick={() => {
              if (current !== null) attributes.toggleNotVisible(current);
            }}
          >
            Not visible
          </Button>
        </div>
      )}
    </section>
  );
}

/** How far an attribute is, in words. */
function statusInWords({ boxes, notVisible }: AttributeState, isNext: boolean, isVerified: boolean): string {
  const [box] = boxes;
  if (notVisible) return 'not visible';
  if (box === undefined) return isNext ? 'next' : 'missing';
  if (boxes.length > 1) return `${String(boxes.length)} boxes`;
  const isProposed = !isVerified && proposalOf(box) !== null;
  return `${String(Math.round(box.width))} x ${String(Math.round(box.height))}${isProposed ? ', proposed' : ''}`;
}

function Row({
  state,
  index,
  readOnly,
  isNext,
  isVerified,
  attributes,
}: {
  readonly state: AttributeState;
  readonly index: number;
  readonly readOnly: boolean;
  readonly isNext: boolean;
  readonly isVerified: boolean;
  readonly attributes: Attributes;
}) {
  const { attribute, notVisible, missing, selected } = state;
  const name = attributeName(attribute);
  return (
    <li className={classes['row']} data-next={isNext || undefined} data-chosen={selected || undefined}>
      <button
        type="button"
        className={classes['attribute']}
        aria-pressed={selected || isNext}
        onClick={() => attributes.go(attribute)}
      >
        {missing ? (
          <CircleDashed size={14} aria-hidden />
        ) : notVisible ? (
          <EyeOff size={14} aria-hidden />
        ) : (
          <CircleCheck size={14} aria-hidden className={classes['done']} />
        )}
        <Swatch color={paletteColor(index)} number={index + 1} />
        <span className={classes['name']}>{name}</span>
        <span className={classes['status']}>{statusInWords(state, isNext, isVerified)}</span>
        {index < 9 && (
          <span aria-hidden>
            <KeyCaps value={String(index + 1)} />
          </span>
        )}
      </button>
      {!readOnly && (
        <Tooltip label={notVisible ? 'Mark as visible' : 'Not visible'}>
          <ActionIcon
            size={24}
            variant={notVisible ? 'filled' : 'subtle'}
            color="gray"
            aria-label={`${name} is not visible`}
            aria-pressed={notVisible}
            onClick={() => attributes.toggleNotVisible(attribute)}
          >
            <EyeOff size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
