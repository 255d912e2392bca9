import { Button } from '@mantine/core';
import type { QuintupleVerdict } from '../../../shared/benchmarks/argus/schema.ts';
import { useDesk } from '../../ui/form/context.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import type { FormStep } from './steps.ts';
import { useAnswerForm } from './useAnswerForm.ts';
import { VerdictPart } from './VerdictPart.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { orpc } from '../../client/index.ts';

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
  readonly asked: FormStep;
  readonly onReveal: () => void;
  readonly onChoose: (verdict: QuintupleVerdict) => void;
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
          Answer the questions about the texts and the image to see the models’ answers.
        </p>
      ) : answer.logicCheckSeen ? (
        <p className={classes['quiet']}>No model’s answer to this item was imported.</p>
      ) : (
        <div className={classes['row']}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={readOnly}
            leftSection={<KeyCaps value="K" />}
            onClick={onReveal}
          >
            Show the models’ answers
          </Button>
          <span className={classes['quiet']}>Casebook records that you saw them before your verdict.</span>
        </div>
      )}
      {answer.logicCheckSeen && checks !== null && (
        <p className={classes['quiet']}>Recorded: you saw these before your verdict.</p>
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
    <ul className={classes['checks']} aria-label="The models’ answers">
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

const ShownCheck = z.object({
  model: z.string(),
  verdict: z.enum(['consistent', 'inconsistent', 'unsure']),
  rationale: z.string(),
  /** The number of the image; 0: one that is none of the item's any more; null: the item as a whole. */
  image: z.int().nonnegative().nullable(),
});
type ShownCheck = z.infer<typeof ShownCheck>;

const Machines = z.object({ logic_check: z.array(ShownCheck).min(1) });

/** What models said of the item; null: nothing, or nothing for the current user yet. */
function useLogicChecks(): readonly ShownCheck[] | null {
  const { session } = useDesk();
  const { data } = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } }));
  return useMemo(() => {
    const parsed = Machines.safeParse(data?.machines);
    return parsed.success ? parsed.data.logic_check : null;
  }, [data]);
}
