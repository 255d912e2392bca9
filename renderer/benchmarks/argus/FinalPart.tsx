import { Button } from '@mantine/core';
import type { Verdict } from '../../../shared/benchmarks/argus/schema.ts';
import { useDesk } from '../../ui/form/context.ts';
import { KeyCaps } from '../../ui/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import type { Asked } from './steps.ts';
import { useAnswerForm } from './useAnswerForm.ts';
import { useLogicChecks, type ShownCheck } from './useLogicChecks.ts';
import { VerdictPart } from './VerdictPart.tsx';

const VERDICTS: Readonly<Record<ShownCheck['verdict'], string>> = {
  consistent: 'Consistent',
  inconsistent: 'Inconsistent',
  unsure: 'Unsure',
};

/** The third step: what models said of image and texts, once one's own judgement stands; then the verdict. */
export function FinalPart({
  asked,
  onReveal,
  onChoose,
}: {
  readonly asked: Asked;
  readonly onReveal: () => void;
  readonly onChoose: (verdict: Verdict) => void;
}) {
  const { readOnly } = useDesk();
  const { answer } = useAnswerForm();
  const checks = useLogicChecks();
  return (
    <>
      {checks !== null ? (
        <Checks checks={checks} chosen={answer.image} />
      ) : asked !== 'verdict' ? (
        <p className={classes['quiet']}>
          What models said of the images is shown when the questions about texts and image are answered.
        </p>
      ) : answer.logicCheckSeen ? (
        <p className={classes['quiet']}>Nothing that a model said of this item has been imported.</p>
      ) : (
        <div className={classes['row']}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={readOnly}
            leftSection={<KeyCaps value="K" />}
            onClick={onReveal}
          >
            Show what models said
          </Button>
          <span className={classes['quiet']}>It is noted that your verdict was given with sight of it.</span>
        </div>
      )}
      {answer.logicCheckSeen && checks !== null && (
        <p className={classes['quiet']}>Noted: the verdict is given with sight of this.</p>
      )}
      <div data-next={asked === 'verdict' || undefined}>
        <VerdictPart onChoose={onChoose} />
      </div>
    </>
  );
}

function Checks({
  checks,
  chosen,
}: {
  readonly checks: readonly ShownCheck[];
  readonly chosen: number | 'none' | null;
}) {
  return (
    <ul className={classes['checks']} aria-label="What models said">
      {checks.map(({ model, verdict, rationale, image }) => (
        <li key={`${model} ${String(image)}`} className={classes['check']}>
          <div className={classes['checkHead']}>
            <span className={classes['model']}>{model}</span>
            <span className={classes['quiet']}>
              {image === null
                ? 'the item'
                : image === 0
                  ? 'another image'
                  : `image ${String(image)}${image === chosen ? ', chosen' : ''}`}
            </span>
            <span className={classes['verdict']} data-verdict={verdict}>
              {VERDICTS[verdict]}
            </span>
          </div>
          {rationale !== '' && <p className={classes['text']}>{rationale}</p>}
        </li>
      ))}
    </ul>
  );
}
