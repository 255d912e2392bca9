import type { AgreementReport } from '../contract/agreement.ts';
import type { ItemStatistics } from '../contract/itemStatistics.ts';
import type { AnswerAgreement } from '../contract/answerAgreement.ts';
import type {
  ComparisonsReport,
  Figure,
  MetricsReport,
  MetricsRow,
  PairedComparison,
} from '../contract/metrics.ts';
import type { ConsistencyReport } from '../contract/validation.ts';
import type { Judge, VerdictAgreement, VerdictEffect } from '../contract/verdicts.ts';
import type { PersonId } from '../base/ids.ts';
import type { Naming } from './naming.ts';

/*
 * Reports as they leave: the same figures, and everybody is called as a naming says. Tables and plots are made of these
 * reports, so that none of them decides what people are called.
 */

export function renamedMetrics(report: MetricsReport, naming: Naming): MetricsReport {
  return {
    ...report,
    judge: judgeName(report, naming),
    basis: {
      ...report.basis,
      without: report.basis.without.map(({ personId, name }) => ({
        personId,
        name: naming.byId(personId, name),
      })),
      parts: report.basis.parts.map((part) => ({
        ...part,
        shrinks: part.shrinks.map((each) => ({
          ...each,
          called: naming.byHandle(each.key, each.called),
        })),
      })),
    },
    rows: renamedRows(report.rows, report, naming),
    comparisons: report.comparisons.map((comparison) => ({
      ...comparison,
      byRespondent: comparison.byRespondent.map((test) => ({
        ...test,
        name: test.key === null ? test.name : naming.byHandle(test.key, test.name),
      })),
    })),
    people:
      report.people === null
        ? null
        : {
            ...report.people,
            answers: report.people.answers.map((answer) => ({
              ...answer,
              participant: naming.byHandle(answer.participant, answer.participant),
            })),
          },
    notes: naming.notes(report.notes),
  };
}

/** Lines of a report, or some of them. */
export function renamedRows(
  rows: readonly MetricsRow[],
  report: Pick<MetricsReport, 'judge' | 'judgeId'>,
  naming: Naming,
): MetricsRow[] {
  const judge = judgeName(report, naming);
  const renamed = (figures: Readonly<Record<string, Figure>>): Record<string, Figure> =>
    Object.fromEntries(
      Object.entries(figures).map(([id, figure]) => [
        id,
        // Unless one judge was asked for, the judges that are named are LLMs.
        judge === null || judge === report.judge || figure.restsOn === undefined
          ? figure
          : {
              ...figure,
              restsOn: figure.restsOn.map((rests) => ({ ...rests, judges: rests.judges.map(() => judge) })),
            },
      ]),
    );
  return rows.map((row) => ({
    ...row,
    name: naming.byId(row.personId, row.name),
    figures: renamed(row.figures),
    conditions: Object.fromEntries(
      Object.entries(row.conditions).map(([condition, figures]) => [condition, renamed(figures)]),
    ),
  }));
}

const judgeName = (
  { judge, judgeId }: { readonly judge: string | null; readonly judgeId: PersonId | null },
  naming: Naming,
): string | null => (judge === null ? null : naming.byId(judgeId, judge));

export function renamedComparisons(report: ComparisonsReport, naming: Naming): ComparisonsReport {
  return {
    ...report,
    respondents: report.respondents.map(({ key, name }) => ({ key, name: naming.byHandle(key, name) })),
    pairs: renamedPairs(report.pairs, naming),
    majority: renamedPairs(report.majority, naming),
    conditions: renamedPairs(report.conditions, naming),
  };
}

/** Comparisons of respondents, whatever else is known of each. */
export const renamedPairs = <Pair extends PairedComparison>(pairs: readonly Pair[], naming: Naming): Pair[] =>
  pairs.map((pair) => ({
    ...pair,
    firstName: naming.byHandle(pair.first, pair.firstName),
    secondName: naming.byHandle(pair.second, pair.secondName),
  }));

export function renamedItems(statistics: ItemStatistics, naming: Naming): ItemStatistics {
  return {
    ...statistics,
    judge: judgeName(statistics, naming),
    respondents: statistics.respondents.map((respondent) => ({
      ...respondent,
      name: naming.byId(respondent.personId, respondent.name),
    })),
    notes: naming.notes(statistics.notes),
  };
}

export const renamedAnswerAgreement = (agreement: AnswerAgreement, naming: Naming): AnswerAgreement => ({
  ...agreement,
  groups: agreement.groups.map((group) => renamedGroup(group, naming)),
  notes: naming.notes(agreement.notes),
});

/** Those among whom answers are compared. */
export const renamedGroup = (
  group: AnswerAgreement['groups'][number],
  naming: Naming,
): AnswerAgreement['groups'][number] => ({
  ...group,
  respondents: group.respondents.map((respondent) => ({
    ...respondent,
    name: naming.byId(respondent.personId, respondent.name),
  })),
});

export function renamedAgreement(report: AgreementReport, naming: Naming): AgreementReport {
  return {
    ...report,
    raters: report.raters.map((rater) => ({ ...rater, name: naming.byId(rater.personId, rater.name) })),
  };
}

export function renamedVerdicts(figures: VerdictAgreement, naming: Naming): VerdictAgreement {
  const renamed = (judge: Judge): Judge => ({ ...judge, name: naming.byId(judge.personId, judge.name) });
  return {
    ...figures,
    comparisons: figures.comparisons.map((comparison) => ({
      ...comparison,
      judge: renamed(comparison.judge),
    })),
    people: figures.people.map((people) => ({ ...people, judges: people.judges.map(renamed) })),
  };
}

export const renamedEffects = (effects: VerdictEffect[], naming: Naming): VerdictEffect[] =>
  effects.map((effect) => ({ ...effect, respondent: naming.byId(effect.personId, effect.respondent) }));

export function renamedConsistency(report: ConsistencyReport, naming: Naming): ConsistencyReport {
  return {
    ...report,
    people: report.people.map((each) => ({ ...each, person: naming.byHandle(each.person, each.person) })),
  };
}
