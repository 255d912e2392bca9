import { Check } from 'lucide-react';
import type { VerdictCase } from '../../../../shared/contract/verdicts.ts';
import { isList, type Json, sameJson } from '../../../../shared/base/json.ts';
import { Letter } from '../../../ui/images/Letter.tsx';
import { verdictTitle } from '../../../../shared/benchmarks/verdictTitle.ts';
import { textsOf } from '../../../ui/verdicts/verdictWords.ts';
import { judgeDetails } from '../../../../shared/figures/judgeName.ts';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { JudgeIcon, REFUSED } from '../VerdictBadge.tsx';
import classes from './Columns.module.css';

/** What each judge said, by letter; who they are once it is decided. */
export function Columns({
  kase,
  chosen,
}: {
  readonly kase: VerdictCase;
  /** What was, or is being, decided. */
  readonly chosen: Json | undefined;
}) {
  return (
    <section className={classes['columns']} aria-label="Verdicts">
      {kase.columns.map(({ column, value, judge, refusal, rationale, earlier }, place) => {
        const points = textsOf(earlier);
        const own = kase.verdict.kind === 'texts' ? textsOf(value) : [];
        return (
          <div key={column} className={classes['column']} data-chosen={isChosen(value, chosen) || undefined}>
            <div className={classes['said']}>
              <Letter letter={column} place={place} />
              <strong>{verdictTitle(kase.verdict, value)}</strong>
              {refusal === true && <StateBadge look={REFUSED} />}
              {isChosen(value, chosen) && <Check size={14} role="img" aria-label="as decided" />}
            </div>
            {judge !== null && (
              <p className={classes['judge']}>
                <JudgeIcon kind={judge.kind} />
                <span>
                  {judge.name}
                  {judge.kind !== 'human' && (
                    <span className={classes['details']}> {judgeDetails(judge)}</span>
                  )}
                </span>
              </p>
            )}
            {rationale !== null && rationale !== '' && <p className={classes['rationale']}>{rationale}</p>}
            {points.length > 0 && <Points title="Based on these key points" points={points} />}
            {isList(earlier) && points.length === 0 && <h4>Based on no key points: none were marked</h4>}
            {own.length > 0 && <Points title="Key points" points={own} />}
          </div>
        );
      })}
    </section>
  );
}

/** Whether a column says what was, or is being, decided. */
function isChosen(value: Json, chosen: Json | undefined): boolean {
  return chosen !== undefined && sameJson(value, chosen);
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {points.map((point, at) => (
          <li key={`${String(at)} ${point}`}>{point}</li>
        ))}
      </ul>
    </>
  );
}
