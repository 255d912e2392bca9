import { Button } from '@mantine/core';
import { Bot, RotateCw } from 'lucide-react';
import { formatCount } from '../../../../shared/base/counts.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { useOnPaper } from '../../../ui/figures/onPaper.ts';
import { EarlierFigures, ReportBody } from '../../../ui/figures/ReportScreen.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';
import { peopleTable, trustTable } from '../../../../shared/figures/judgeTables.ts';
import { renamedVerdicts } from '../../../../shared/figures/renamed.ts';
import { byJudge, samePassagesText } from './comparing.ts';
import { JudgeSection, Kappa } from './JudgeSection.tsx';
import { useTrust } from './useTrust.ts';
import classes from './Trust.module.css';

/** How far each LLM judge can be trusted: against people, and against accepted verdicts after decisions. */
export function TrustView() {
  const { path } = useCasebook();
  const { figures: computed, old, state, again, cancel } = useTrust(path);
  const figures = useOnPaper(computed, renamedVerdicts);
  const failed = state.status === 'failed' || state.status === 'cancelled';
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Trust"
        description="Each LLM judge against people’s verdicts before decisions, and against accepted verdicts after them. A different version, instruction or temperature is a different judge."
        actions={
          <>
            {figures !== null && figures.comparisons.length > 0 && (
              <TableExport
                name="all judges"
                source={{ topic: 'verdicts', of: ['trust'] }}
                people
                table={(naming) => trustTable(renamedVerdicts(figures, naming))}
              />
            )}
            <Button
              variant="default"
              leftSection={<RotateCw size={14} aria-hidden />}
              disabled={state.status === 'running'}
              onClick={again}
            >
              Compute again
            </Button>
          </>
        }
      />
      {(failed || state.status === 'running') && (
        <div className={classes['work']} data-status={state.status}>
          <WorkProgress
            state={state}
            onCancel={cancel}
            cancelled={figures === null ? 'No figures were computed.' : 'The earlier figures stay on screen.'}
          />
        </div>
      )}
      {figures === null ? (
        state.status === 'running' && <LoadingState label="Comparing judges" />
      ) : figures.comparisons.length === 0 && figures.people.length === 0 ? (
        <EmptyState icon={Bot} title="Nobody can be compared yet">
          Import an LLM judge’s verdicts or run one, and have people judge the same answers.
        </EmptyState>
      ) : (
        <ReportBody old={old}>
          {old && <EarlierFigures />}
          {byJudge(figures).map((comparisons) => (
            <JudgeSection key={comparisons[0]?.judge.personId} comparisons={comparisons} />
          ))}
          {figures.people.length > 0 && (
            <Section
              title="People among themselves"
              description={AMONG_PEOPLE}
              actions={
                <TableExport
                  name="the agreement of people"
                  source={{ topic: 'verdicts', of: ['trust'] }}
                  people
                  table={(naming) => peopleTable(renamedVerdicts(figures, naming))}
                />
              }
            >
              <div className={classes['scroll']}>
                <table className={classes['table']} aria-label="People among themselves">
                  <thead>
                    <tr>
                      <th scope="col">Criterion</th>
                      <th scope="col">Judges</th>
                      <th scope="col">n</th>
                      <th scope="col">Percent agreement</th>
                      <th scope="col">Kappa</th>
                      <th scope="col">Krippendorff’s alpha</th>
                    </tr>
                  </thead>
                  <tbody>
                    {figures.people.map(({ criterion, title, judges, units, coefficients, passages }) => (
                      <tr key={criterion}>
                        <th scope="row">
                          {title}
                          {passages !== undefined && (
                            <span className={classes['interval']}>
                              by number; same passages {samePassagesText(passages)}
                            </span>
                          )}
                        </th>
                        <td>{judges.map(({ name }) => name).join(', ')}</td>
                        <td>{formatCount(units)}</td>
                        <td>
                          <Kappa figure={coefficients['percent_agreement']} />
                        </td>
                        <td>
                          <Kappa
                            figure={coefficients['cohen_kappa_quadratic'] ?? coefficients['cohen_kappa']}
                          />
                        </td>
                        <td>
                          <Kappa figure={alphaOf(coefficients)} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </Section>
          )}
        </ReportBody>
      )}
    </ScreenPage>
  );
}

/** Said of people’s figures, since those of the judges rest on other answers. */
const AMONG_PEOPLE =
  'On all answers that two people or more judged, also where they differ. The judges above are compared on other answers, those on which people agree or one person is alone, so these figures set no limit for theirs.';

/** Alpha at whatever level it was computed. */
function alphaOf<T>(coefficients: Readonly<Record<string, T>>): T | undefined {
  const name = Object.keys(coefficients).find((each) => each.startsWith('krippendorff_alpha'));
  return name === undefined ? undefined : coefficients[name];
}
