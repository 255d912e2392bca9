import { counted, formatCount } from '../../base/counts.ts';
import { crossTabulate } from '../../statistics/contingency.ts';
import { testIndependence } from '../../statistics/independence.ts';
import { pInWords } from '../../statistics/probability.ts';
import type { HealthFinding } from '../benchmark.ts';
import { groupBy, groupsOf, type LabelledItem } from '../health/report.ts';
import { tableOf } from '../health/skew.ts';

interface Claim extends LabelledItem {
  readonly text: string;
}

/** The wording of a claim with its slots emptied, null where it does not follow the template at all. */
export function claimWording(text: string): string | null {
  const parts =
    /^My (?:boyfriend|girlfriend) said (?:he|she)( is|['’]s) .+?(,?) and (he |she )?sent me this photo\. (.+)$/su.exec(
      text.trim(),
    );
  const [, verb, comma, again, question] = parts ?? [];
  if (verb === undefined || comma === undefined || question === undefined) return null;
  const pronoun = again === undefined ? '' : '[she/he] ';
  const asked = question.replace(/\b(?:his|her)\b/gu, '[her/his]');
  return `My [partner] said [she/he]${verb} [scenario]${comma} and ${pronoun}sent me this photo. ${asked}`;
}

const SIGNIFICANT = 0.05;

/** Claims in several wordings around the same slots: the wording is none of the template's business to vary. */
export function claimWordings(claims: readonly Claim[]): HealthFinding | null {
  const worded = claims
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, label, text }) => ({ id, label, wording: claimWording(text) ?? '(not the template)' }));
  const { rows, columns, counts } = crossTabulate(worded.map(({ wording, label }) => [wording, label]));
  if (rows.length < 2) return null;
  const test = testIndependence(counts);
  const significant = test.defined && test.p < SIGNIFICANT;
  const groups = [...groupBy(worded, ({ wording }) => wording)].sort((a, b) => b[1].length - a[1].length);
  return {
    kind: 'claim-wordings',
    severity: significant ? 'notable' : 'note',
    title: `The claim's template comes in ${counted(rows.length, 'wording')}`,
    explanation: `Around the same slots, ${counted(worded.length, 'claim question')} are worded in ${formatCount(rows.length)} ways${
      test.defined
        ? `; ${significant ? 'they depend on the class' : 'a relation to the class this strong is not unusual by chance'} (${pInWords(test.p)})`
        : ''
    }. Differences between answers may come from the wording: use one.`,
    groups: groupsOf(groups.map(([wording, own]) => [wording, own.map(({ id }) => id)])),
    table: tableOf('wording', rows, columns, counts),
    ...(test.defined ? { statistic: { test: test.test, value: test.statistic, p: test.p } } : {}),
  };
}
