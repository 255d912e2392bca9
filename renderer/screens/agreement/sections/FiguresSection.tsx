import { renamedAgreement } from '../../../../shared/figures/renamed.ts';
import { formatCount } from '../../../../shared/base/counts.ts';
import {
  boxBasis,
  coefficientTable,
  titleOfCoefficient,
} from '../../../../shared/figures/agreementTables.ts';
import { Box, Tooltip, VisuallyHidden } from '@mantine/core';
import { useCallback } from 'react';
import type { AgreementReport, Coefficient } from '../../../../shared/contract/agreement.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { METHOD_SENTENCES } from '../../../../shared/agreement/intervals/intervalWords.ts';
import { reportedSentence } from '../../../../shared/figures/reportedSentence.ts';
import { LANDIS_KOCH } from '../../../../shared/agreement/coefficients/coefficientSentences.ts';
import { findCoefficient, KAPPAS } from '../../../../shared/agreement/coefficients/coefficients.ts';
import { comparedByBoxes } from '../../../../shared/foreign/comparedByBoxes.ts';
import { skewInWords } from '../../../../shared/agreement/ratings/skew.ts';
import { LEVEL_WORDS } from '../levelWords.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { figureText, intervalText } from '../../../../shared/figures/exportTable.ts';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { sourceOf, useReport } from './reportContext.ts';
import { methodText } from '../../../ui/figures/tables/tableModel.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import layout from '../../../ui/figures/layout.module.css';
import classes from './sections.module.css';

/** The coefficients with their intervals, as a table and as a plot, and what they rest on. */
export function FiguresSection({ onCoefficient }: { readonly onCoefficient: (name: string) => void }) {
  const { report, coefficient } = useReport();
  const names = orderOf(report);
  const given = givenOf(report);
  const draw = useCallback<DrawPlot>(
    (look, width) =>
      intervalPlot(
        { label: `Coefficients of agreement on ${report.title}`, axis: null },
        orderOf(report).flatMap((name) => {
          const figure = report.coefficients[name];
          return figure === undefined ? [] : [{ name: titleOfCoefficient(name), figure }];
        }),
        look,
        width,
      ),
    [report],
  );
  return (
    <Section
      title="Coefficients"
      description={`${report.title}, compared as ${LEVEL_WORDS[report.level]}. ${boxBasis(report)} The tables below show the one that you choose here.`}
      actions={
        <>
          <TableExport
            name="coefficients"
            source={sourceOf(report)}
            people={report.level === 'boxes'}
            table={(naming) => coefficientTable(renamedAgreement(report, naming), names)}
          />
          <PlotExport name="coefficients" source={sourceOf(report)} part="coefficients" draw={() => draw} />
        </>
      }
    >
      <Basis report={report} />
      <ShapesNotice report={report} />
      <SkewNotice report={report} />
      <div className={layout['beside']}>
        <div className={layout['scroll']}>
          <table className={classes['coefficients']} aria-label="Coefficients">
            <thead>
              <tr>
                <th scope="col">Coefficient</th>
                <th scope="col">Value</th>
                {given.ci95 && <th scope="col">95% interval</th>}
                {given.bootstrap && <th scope="col">Bootstrap 95%, BCa</th>}
                {given.se && (
                  <th scope="col">
                    <abbr title="Standard error">SE</abbr>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <CoefficientRow
                  key={name}
                  name={name}
                  figure={report.coefficients[name]}
                  given={given}
                  chosen={name === coefficient}
                  onChoose={() => onCoefficient(name)}
                />
              ))}
            </tbody>
          </table>
        </div>
        <PlotFigure draw={draw} />
      </div>
      {methodsOf(report).map((sentence) => (
        <p key={sentence} className={layout['foot']}>
          {sentence}
        </p>
      ))}
      {report.level !== 'boxes' && <p className={layout['foot']}>{LANDIS_KOCH}</p>}
    </Section>
  );
}

function CoefficientRow({
  name,
  figure,
  given,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly figure: Coefficient | undefined;
  readonly given: IntervalKinds;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { report } = useReport();
  const sentence = figure === undefined ? null : reportedSentence(report, name, figure);
  return (
    <>
      <tr data-chosen={chosen || undefined}>
        <th scope="row">
          <Term name={name} chosen={chosen} onChoose={onChoose} />
        </th>
        {figure === undefined || figure.value === null ? (
          <td colSpan={4} className={classes['reason']}>
            {figure?.undefined ?? 'There is no figure.'}
          </td>
        ) : (
          <>
            <td className={classes['value']}>{figureText(figure.value)}</td>
            {given.ci95 && (
              <td>
                {figure.ci95 === null ? (
                  <None why={figure.no_interval} />
                ) : (
                  methodText(figure.ci95, figure.method)
                )}
              </td>
            )}
            {given.bootstrap && (
              <td>
                {figure.ci95_bootstrap === null ? (
                  <None why={figure.no_interval} />
                ) : (
                  intervalText(figure.ci95_bootstrap)
                )}
              </td>
            )}
            {given.se && <td>{figure.se === null ? <None why={null} /> : figureText(figure.se)}</td>}
          </>
        )}
      </tr>
      {sentence !== null && (
        <tr className={classes['sentence']}>
          <td colSpan={5}>{sentence}</td>
        </tr>
      )}
    </>
  );
}

/** How the intervals in the table were made, each way once. */
function methodsOf(report: AgreementReport): readonly string[] {
  const figures = Object.values(report.coefficients);
  const methods = new Set<keyof typeof METHOD_SENTENCES>(figures.flatMap(({ method }) => method ?? []));
  if (figures.some(({ ci95_bootstrap: bootstrap }) => bootstrap !== null)) methods.add('bca');
  return [...methods].map((method) => METHOD_SENTENCES[method]);
}

/** A coefficient’s name; what it tells, on hover and on focus; pressed, it is the one the tables below show. */
function Term({
  name,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { title, explanation } = findCoefficient(name) ?? { title: name, explanation: '' };
  return (
    <Tooltip label={explanation} multiline w={320} position="bottom-start" events={WHEN}>
      <button type="button" className={classes['term']} aria-pressed={chosen} onClick={onChoose}>
        {title}
      </button>
    </Tooltip>
  );
}

/** What any coefficient of the field has: boxes have no standard errors, and a bootstrap can be left out. */
interface IntervalKinds {
  readonly ci95: boolean;
  readonly bootstrap: boolean;
  readonly se: boolean;
}

function givenOf(report: AgreementReport): IntervalKinds {
  const figures = Object.values(report.coefficients);
  return {
    ci95: figures.some(({ ci95, no_interval }) => ci95 !== null || no_interval !== null),
    bootstrap: figures.some(({ ci95_bootstrap: bootstrap }) => bootstrap !== null),
    se: figures.some(({ se }) => se !== null),
  };
}

const WHEN = { hover: true, focus: true, touch: true } as const;

/** Too few items for an interval, or a standard error that the coefficient's source does not define. */
function None({ why }: { readonly why: string | null }) {
  return (
    <span className={classes['none']} title={why ?? 'Its source defines none'}>
      {why === null ? '–' : 'too few items'}
      <VisuallyHidden>{why ?? 'none'}</VisuallyHidden>
    </span>
  );
}

/** On how much the figures rest. */
function Basis({ report }: { readonly report: AgreementReport }) {
  const leftOut = report.items - report.pairable;
  const figures: readonly (readonly [string, number])[] = [
    ['Items rated at least twice', report.pairable],
    ...(report.groups < report.pairable ? [['Images or entities they show', report.groups] as const] : []),
    ['Left out: rated once', leftOut],
    ['Ratings', report.ratings],
    ['Raters', report.raters.length],
  ];
  return (
    <dl className={layout['basis']}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Polygons, masks and rotated boxes are compared by their boxes, which says nothing of how well their outlines agree. */
function ShapesNotice({ report: { shaped } }: { readonly report: AgreementReport }) {
  if (shaped === undefined) return null;
  return (
    <Box maw="80ch" mb="md">
      <Notice state="neutral" title={comparedByBoxes(shaped)} />
    </Box>
  );
}

/** Where one category has nearly everything, kappa is low although raters agree, or undefined. */
function SkewNotice({ report }: { readonly report: AgreementReport }) {
  if (report.skew === null) return null;
  const said = [...KAPPAS, 'gwet_ac1'].flatMap((name) => {
    const value = report.coefficients[name]?.value;
    return value === null || value === undefined ? [] : [`${titleOfCoefficient(name)} ${figureText(value)}`];
  });
  const kappa = KAPPAS.flatMap((name) => report.coefficients[name] ?? [])[0]?.value ?? null;
  return (
    <Box maw="80ch" mb="md">
      <Notice state="pending" title={kappa === null ? 'Kappa is undefined here.' : 'Kappa misleads here.'}>
        {skewInWords(report.skew, report.skew.category, kappa)} Read Gwet’s AC1 beside it
        {said.length > 0 && `: ${said.join(', ')}`}.
      </Notice>
    </Box>
  );
}

/** The coefficients as reported; AC1 right behind the first kappa where kappa misleads. */
function orderOf(report: AgreementReport): readonly string[] {
  const names = Object.keys(report.coefficients);
  const first = names.findIndex((name) => KAPPAS.includes(name));
  if (report.skew === null || first < 0 || !names.includes('gwet_ac1')) return names;
  const others = names.filter((name) => name !== 'gwet_ac1');
  return [...others.slice(0, first + 1), 'gwet_ac1', ...others.slice(first + 1)];
}
