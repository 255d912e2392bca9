import { Box, UnstyledButton } from '@mantine/core';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import { findCoefficient } from '../../../../shared/agreement/coefficients/coefficients.ts';
import type { Coefficient } from '../../../../shared/contract/agreement.ts';
import type { JudgeComparison } from '../../../../shared/contract/verdicts.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { figureText, intervalText } from '../../../../shared/figures/exportTable.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import { causeTitle } from '../causes.ts';
import { judgeDetails } from '../../../../shared/figures/judgeName.ts';
import { kappaOf } from '../../../../shared/figures/judgeTables.ts';
import { confusionTable, samePassagesText, skewedValue } from './comparing.ts';
import { ErrorDirection } from './ErrorDirection.tsx';
import classes from './Trust.module.css';

/** One judge: criterion by criterion, how far it agrees with people before decisions and with accepted verdicts after. */
export function JudgeSection({ comparisons }: { readonly comparisons: readonly JudgeComparison[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const judge = comparisons[0]?.judge;
  if (judge === undefined) return null;
  return (
    <Section title={judge.name} description={judgeDetails(judge)}>
      <p className={classes['basis']}>
        Before: answers on which the people who judged agree, or one person alone. Answers on which people
        differ count only after a decision.
      </p>
      <div className={classes['scroll']}>
        <table className={classes['table']} aria-label={`Trust in ${judge.name}`}>
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              <th scope="col">n</th>
              <th scope="col">Kappa before</th>
              <th scope="col">n</th>
              <th scope="col">Kappa after</th>
              <th scope="col" className={classes['centre']}>
                Errors
              </th>
              <th scope="col">Unparsed</th>
              <th scope="col">Unknown</th>
            </tr>
          </thead>
          {comparisons.map((each) => {
            const compared = each.before.units > 0 || each.after.units > 0;
            const open = compared && opened === each.criterion;
            return (
              <tbody key={each.criterion}>
                <tr>
                  <th scope="row">
                    {compared ? (
                      <UnstyledButton
                        className={classes['open']}
                        aria-expanded={open}
                        onClick={() => setOpened(open ? null : each.criterion)}
                      >
                        <ChevronRight size={14} aria-hidden className={classes['chevron']} />
                        {each.title}
                      </UnstyledButton>
                    ) : (
                      <span className={classes['closed']}>{each.title}</span>
                    )}
                  </th>
                  {compared ? (
                    <Compared comparison={each} />
                  ) : (
                    <td colSpan={5} className={classes['nobody']}>
                      Nothing to compare yet: people have reached no final verdict on these answers.
                    </td>
                  )}
                  <td>{formatCount(each.unparsed)}</td>
                  <td>{formatCount(each.unknown)}</td>
                </tr>
                {open && (
                  <tr>
                    <td colSpan={8} className={classes['details']}>
                      <Details comparison={each} />
                    </td>
                  </tr>
                )}
              </tbody>
            );
          })}
        </table>
      </div>
    </Section>
  );
}

/** The figures before and after, and which way the judge errs. */
function Compared({ comparison }: { readonly comparison: JudgeComparison }) {
  const { before, after, level, values, confusionBefore, confusionAfter } = comparison;
  const sides = [
    { ...before, key: 'before', confusion: confusionBefore },
    { ...after, key: 'after', confusion: confusionAfter },
  ];
  return (
    <>
      {sides.map(({ units, coefficients, key, confusion }) => {
        const skewed = skewedValue(values, confusion);
        const ac1 = coefficients['gwet_ac1']?.value ?? null;
        const agreement = coefficients['percent_agreement']?.value ?? null;
        const kappa = kappaOf(coefficients, level);
        return (
          <Fragment key={key}>
            <td>{formatCount(units)}</td>
            <td>
              <Kappa figure={units === 0 ? undefined : kappa} />
              {units > 0 && ac1 !== null && (
                <span className={classes['interval']}>
                  AC1 {figureText(ac1)}
                  {agreement !== null && `, ${percentText(agreement)} agree`}
                </span>
              )}
              {units > 0 && (skewed !== null || misleads(kappa?.value, agreement)) && (
                <span className={classes['skewed']}>
                  <TriangleAlert size={12} aria-hidden />
                  {skewed === null ? 'Unequal categories' : `Over 90 % ${skewed}`}: kappa misleads, read AC1.
                </span>
              )}
            </td>
          </Fragment>
        );
      })}
      <td className={classes['errors']}>
        <ErrorDirection comparison={comparison} />
      </td>
    </>
  );
}

/** Whether kappa is low although nearly all verdicts agree, as it is where one verdict is rare (Feinstein and Cicchetti 1990). */
const misleads = (kappa: number | null | undefined, agreement: number | null): boolean =>
  kappa !== null && kappa !== undefined && agreement !== null && agreement >= 0.8 && kappa < 0.4;

const percentText = (share: number): string => `${String(Math.floor(share * 100))} %`;

/** A kappa with its interval or why it has none, or why there is no kappa. */
export function Kappa({ figure }: { readonly figure: Coefficient | undefined }) {
  if (figure === undefined)
    return (
      <Box component="span" c="dimmed" fz="xs">
        –
      </Box>
    );
  if (figure.value === null)
    return (
      <Box component="em" c="dimmed" fz="xs">
        {figure.undefined ?? 'There is no figure.'}
      </Box>
    );
  const { ci95, no_interval: noInterval } = figure;
  return (
    <>
      <strong>{figureText(figure.value)}</strong>
      {ci95 !== null ? (
        <span className={classes['interval']}>{intervalText(ci95)}</span>
      ) : (
        noInterval !== null && (
          <span className={classes['interval']} title={noInterval}>
            too few items for an interval
          </span>
        )
      )}
    </>
  );
}

function Details({ comparison }: { readonly comparison: JudgeComparison }) {
  const { causes, before, after, passages } = comparison;
  return (
    <div className={classes['beside']}>
      <Confusion comparison={comparison} which="before" />
      <Confusion comparison={comparison} which="after" />
      <div>
        <h3>Causes of decided disagreements</h3>
        {causes.length === 0 ? (
          <Box component="p" c="dimmed" fz="xs">
            Nothing is decided yet.
          </Box>
        ) : (
          <ul className={classes['causes']}>
            {causes.map(({ cause, units }) => (
              <li key={cause}>
                <span>{causeTitle(cause)}</span> <span>{formatCount(units)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {passages !== undefined && (
        <div>
          <h3>The same passages</h3>
          <p>
            Before: {samePassagesText(passages.before)}. After: {samePassagesText(passages.after)}. Kappa and
            the tables beside compare the number of key points.
          </p>
        </div>
      )}
      <div>
        <h3>Further coefficients</h3>
        <table className={classes['coefficients']}>
          <thead>
            <tr>
              <th scope="col">Coefficient</th>
              <th scope="col">before</th>
              <th scope="col">after</th>
            </tr>
          </thead>
          <tbody>
            {Object.keys({ ...before.coefficients, ...after.coefficients }).map((name) => (
              <tr key={name}>
                <th scope="row">{coefficientTitle(name)}</th>
                <td>
                  <Kappa figure={before.coefficients[name]} />
                </td>
                <td>
                  <Kappa figure={after.coefficients[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const coefficientTitle = (name: string): string => findCoefficient(name)?.title ?? name;

function Confusion({
  comparison,
  which,
}: {
  readonly comparison: JudgeComparison;
  readonly which: 'before' | 'after';
}) {
  const { values } = comparison;
  const counts = which === 'before' ? comparison.confusionBefore : comparison.confusionAfter;
  const rows = which === 'before' ? 'People' : 'Accepted';
  return (
    <div>
      <h3>
        {which === 'before' ? 'Against people, before' : 'Against accepted verdicts, after'}
        <TableExport
          name={`the confusion of ${comparison.title}, ${which}`}
          source={{ topic: 'judge', of: [comparison.judge.name] }}
          table={() => confusionTable(comparison, which)}
        />
      </h3>
      <table className={classes['confusion']} aria-label={`Confusion ${which}: ${comparison.title}`}>
        <thead>
          <tr>
            <th scope="col">{rows} \ judge</th>
            {values.map((value) => (
              <th key={value} scope="col">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((value, row) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              {values.map((other, column) => (
                <td key={other} data-agreeing={row === column || undefined}>
                  {formatCount(counts[row]?.[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
