import { Box, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { agreementCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EarlierFigures, ReportBody, ReportScreen } from '../../ui/figures/ReportScreen.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { BoxOverlay } from './boxes/BoxOverlay.tsx';
import { type AgreementChoices, choose, type OpenedCell } from './choices.ts';
import { ChoicesPanel } from './ChoicesPanel.tsx';
import { ItemPanel } from './items/ItemPanel.tsx';
import type { AgreementQuery, AnsweredReport, Available } from './question.ts';
import { ProposalsSection } from './proposals/ProposalsSection.tsx';
import { CategoriesSection } from './sections/CategoriesSection.tsx';
import { ConfusionSection } from './sections/ConfusionSection.tsx';
import { DISAGREEMENTS, DisagreementsSection } from './sections/DisagreementsSection.tsx';
import { FiguresSection } from './sections/FiguresSection.tsx';
import { MarginalsSection } from './sections/MarginalsSection.tsx';
import { PairsSection } from './sections/PairsSection.tsx';
import { ReportContext, usualCoefficient } from './sections/reportContext.ts';
import { PlanningSection } from './sections/PlanningSection.tsx';
import { StrataSection } from './sections/StrataSection.tsx';
import type { AgreementReport, AgreementRequest } from '../../../shared/contract/agreement.ts';
import { renamedAgreement } from '../../../shared/figures/renamed.ts';
import { client } from '../../client/index.ts';
import { createReportsHook } from '../../ui/figures/useReports.ts';

/** The choices, the report they lead to, and the items behind what is opened. */
export function AgreementView({
  available,
  question,
  choices,
}: {
  readonly available: Available;
  readonly question: AgreementQuery;
  readonly choices: AgreementChoices;
}) {
  const { path } = useCasebook();
  const enough = question.chosen.length >= 2;
  const figures = useFigures(path, enough ? question.request : null);
  const { answered, old } = figures;
  const [panel, setPanel] = useState(true);
  // Where the focus goes back to when the items are closed.
  const origin = useRef<HTMLElement | null>(null);
  const set = (change: Partial<AgreementChoices>) => choose(path, change);
  // Where there is no room for both, the items replace the choices.
  const narrow = useMediaQuery('(width < 1280px)');
  const panelShown = panel && !(narrow && choices.opened !== null);
  const showPanel = (shown: boolean) => {
    setPanel(shown);
    if (shown && narrow) set({ opened: null });
  };
  const open = (opened: OpenedCell) => {
    if (document.activeElement instanceof HTMLElement && choices.opened === null)
      origin.current = document.activeElement;
    set({ opened });
  };
  const close = () => {
    set({ opened: null });
    origin.current?.focus();
  };

  const overlay = answered !== null && answered.report.level === 'boxes' ? choices.overlay : null;
  const overlayOrigin = useRef<HTMLElement | null>(null);
  const look = (list: OpenedCell, index: number) => {
    if (document.activeElement instanceof HTMLElement) overlayOrigin.current = document.activeElement;
    set({ overlay: { list, index } });
  };
  const covered = overlay !== null;
  useEffect(() => {
    if (!covered) overlayOrigin.current?.focus();
  }, [covered]);

  return (
    <ReportScreen
      title="Agreement"
      description={`${question.field.title} in round ${String(question.round.round)}, ${counted(question.chosen.length, 'rater')} chosen.`}
      reports={figures}
      ready={enough}
      commands={agreementCommands}
      choices={<ChoicesPanel available={available} question={question} choices={choices} />}
      choicesShown={panelShown}
      onChoicesShown={showPanel}
      beside={
        enough &&
        answered !== null &&
        choices.opened !== null && (
          <ItemPanel
            key={choices.opened.title}
            answered={answered}
            opened={choices.opened}
            onOpen={open}
            onClose={close}
            onBoxes={(index) => {
              if (choices.opened !== null) look(choices.opened, index);
            }}
          />
        )
      }
      cover={
        answered !== null && overlay !== null ? (
          <BoxOverlay
            answered={answered}
            list={overlay.list}
            index={overlay.index}
            threshold={choices.threshold}
            onThreshold={(threshold) => set({ threshold })}
            onIndex={(index) => set({ overlay: { ...overlay, index } })}
            onClose={() => set({ overlay: null })}
          />
        ) : null
      }
    >
      {!enough && (
        <EmptyState icon={Users} title="Choose two raters or more">
          Agreement compares people: select at least two raters from this round.
        </EmptyState>
      )}
      {enough && answered !== null && (
        <Report
          answered={answered}
          old={old}
          choices={choices}
          stratumTitle={question.task.strata.find(({ name }) => name === answered.request.stratum)?.title}
          onChange={set}
          onOpen={open}
          onBoxes={look}
        />
      )}
      <ProposalsSection choices={choices} />
    </ReportScreen>
  );
}

function Report({
  answered,
  old,
  choices,
  stratumTitle,
  onChange,
  onOpen,
  onBoxes,
}: {
  readonly answered: AnsweredReport;
  readonly old: boolean;
  readonly choices: AgreementChoices;
  readonly stratumTitle: string | undefined;
  readonly onChange: (change: Partial<AgreementChoices>) => void;
  readonly onOpen: (opened: OpenedCell) => void;
  readonly onBoxes: (list: OpenedCell, index: number) => void;
}) {
  const { report, request } = answered;
  if (report.pairable === 0) return <NothingTwice answered={answered} />;
  return (
    <ReportContext
      value={{
        report,
        request,
        coefficient: usualCoefficient(report, choices.coefficient),
        opened: choices.opened,
        onOpen,
      }}
    >
      <ReportBody old={old}>
        {old && <EarlierFigures />}
        <FiguresSection onCoefficient={(coefficient) => onChange({ coefficient })} />
        <PairsSection />
        <ConfusionSection pair={choices.pair} onPair={(pair) => onChange({ pair })} />
        <CategoriesSection />
        {stratumTitle !== undefined && <StrataSection title={stratumTitle} />}
        <MarginalsSection />
        {report.categories.length === 0 && report.level !== 'boxes' && (
          <Box component="p" mb="lg" c="dimmed">
            This field has more than a hundred values, so there are no tables by value.
          </Box>
        )}
        <DisagreementsSection onBoxes={(index) => onBoxes(DISAGREEMENTS, index)} />
        <PlanningSection />
      </ReportBody>
    </ReportContext>
  );
}

/** Ratings there are, but nothing to compare them with. */
function NothingTwice({ answered: { report, request } }: { readonly answered: AnsweredReport }) {
  const narrowed = Object.keys(request.filter ?? {}).length > 0 || request.raters !== undefined;
  return (
    <EmptyState
      icon={Users}
      title="No item was rated twice"
      actions={<Button onClick={() => goTo(places.team)}>Assign items in Team</Button>}
    >
      {report.items === 0
        ? 'None of these items has a rating in this field.'
        : `${counted(report.items, 'item')} ${report.items === 1 ? 'has' : 'have'} one rating in this field, and nothing to compare it with.`}{' '}
      {narrowed
        ? 'Choose more raters or more items, or assign the items to a second person.'
        : 'Assign the items to a second person in the same round.'}
    </EmptyState>
  );
}

/** Computes the figures that are asked for, anew whenever the question changes; null asks for none. */
const useFigures = createReportsHook<AgreementRequest, AgreementReport>(
  (request, signal) => client.agreement.figures(request, { signal }),
  renamedAgreement,
);
