import type { CoefficientName } from './coefficients.ts';

/** Where each coefficient is from, as the note below a table cites it; null where it needs no source. */
const REFERENCES: Readonly<Record<CoefficientName, string | null>> = {
  percent_agreement: null,
  cohen_kappa: 'Cohen 1960; standard error: Fleiss, Cohen and Everitt 1969',
  cohen_kappa_linear: 'Cohen 1968; standard error: Fleiss, Cohen and Everitt 1969',
  cohen_kappa_quadratic: 'Cohen 1968; standard error: Fleiss, Cohen and Everitt 1969',
  scott_pi: 'Scott 1955',
  fleiss_kappa: 'Fleiss 1971',
  krippendorff_alpha: 'Krippendorff 2004',
  krippendorff_alpha_nominal: 'Krippendorff 2004',
  krippendorff_alpha_ordinal: 'Krippendorff 2004',
  krippendorff_alpha_interval: 'Krippendorff 2004',
  krippendorff_alpha_ratio: 'Krippendorff 2004',
  gwet_ac1: 'Gwet 2008',
  gwet_ac2: 'Gwet 2008',
  gwet_ac2_linear: 'Gwet 2008',
  pabak: 'Byrt, Bishop and Carlin 1993',
  alpha_masi: 'Krippendorff 2004, with the distance of Passonneau 2006',
  alpha_jaccard: 'Krippendorff 2004, with the distance of Jaccard 1912',
  box_mean_iou: 'boxes matched one to one by their IoU',
  box_precision: null,
  box_recall: null,
  box_f1: null,
};

/** Sources of the coefficients that a table shows, in a sentence; null where none needs one. */
export function sourcesSentence(
  coefficients: readonly { readonly name: string; readonly title: string }[],
): string | null {
  const cited = coefficients.flatMap(({ name, title }) => {
    const source = isCoefficient(name) ? REFERENCES[name] : null;
    return source === null ? [] : [{ title, source }];
  });
  const bySource = [...Map.groupBy(cited, ({ source }) => source)].map(
    ([source, of]) => `${of.map(({ title }) => title).join(', ')} (${source})`,
  );
  return bySource.length === 0 ? null : `${bySource.join('; ')}.`;
}

const isCoefficient = (name: string): name is CoefficientName => Object.hasOwn(REFERENCES, name);
