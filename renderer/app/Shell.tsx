import { Box } from '@mantine/core';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../ui/feedback/LoadingState.tsx';
import { ParticipantLoading } from '../ui/participant/ParticipantLoading.tsx';
import { claimList } from '../ui/window/listContext.ts';
import { isLockedIn } from '../ui/window/lockedIn.ts';
import {
  CasebookContext,
  useApplicationState,
  useCasebook,
  usePerson,
} from '../ui/window/applicationState.ts';
import { ForeignNames } from '../ui/images/ForeignNames.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useApplicationCommands, useCasebookCommands, useClosing } from './useGlobalCommands.ts';
import { HELP_PATH, isHelp } from '../ui/window/help.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { Palette } from './Palette.tsx';
import { Rail } from './Rail.tsx';
import { HubBanner } from './HubBanner.tsx';
import { ReadOnlyBanner } from './ReadOnlyBanner.tsx';
import { useWindowParts } from '../ui/window/windowParts.ts';
import { homeOf, screensFor } from './railScreens.ts';
import { TopBar } from './TopBar.tsx';
import classes from './Shell.module.css';

/**
 * What the window shows: Welcome while no casebook is open, else the frame with its screens. A participant gets their
 * study session and nothing else: no screens, no commands, nothing to drop files on.
 */
export function Shell() {
  const { Arrival } = useWindowParts();
  const { data, error, refetch } = useApplicationState();
  if (error !== null && data === undefined)
    return <ErrorState title="Casebook is not responding" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState />;
  if (data.arriving === true)
    return (
      <Suspense fallback={<ParticipantLoading />}>
        <Arrival />
      </Suspense>
    );
  return <ForCurrentUser casebook={data.casebook} onRead={() => void refetch()} />;
}

function ForCurrentUser({
  casebook,
  onRead,
}: {
  readonly casebook: OpenCasebook | null;
  readonly onRead: () => void;
}) {
  const { studySession } = useWindowParts();
  const isLocked = casebook !== null && isLockedIn(casebook);
  // For as long as the window stands; a package is the participant's own, and closing it leads out.
  const [stays, setStays] = useState(false);
  if (isLocked && casebook.packageFor === null && !stays) setStays(true);
  if (casebook === null && stays) return <studySession.Away onRead={onRead} />;
  if (isLocked)
    return (
      <CasebookContext value={casebook}>
        <Suspense fallback={<ParticipantLoading />}>
          <studySession.component locked />
        </Suspense>
      </CasebookContext>
    );
  return <Unlocked casebook={casebook} />;
}

function Unlocked({ casebook }: { readonly casebook: OpenCasebook | null }) {
  useApplicationCommands();
  const { Welcome, DropTarget, Dialogs } = useWindowParts();
  return (
    <>
      {casebook === null ? (
        <GuideOr>
          <Welcome />
        </GuideOr>
      ) : (
        <CasebookContext value={casebook}>
          <Opened key={casebook.path} />
        </CasebookContext>
      )}
      {(casebook === null || casebook.person?.roles.includes('curator') === true) && <DropTarget />}
      <Dialogs />
      <Palette />
      <KeyHelp />
    </>
  );
}

/** Everything is somebody's work: where several people could be the one, they say who they are first. */
function Opened() {
  useClosing();
  const { ChooseName } = useWindowParts();
  const { person } = useCasebook();
  if (person !== null)
    return (
      <ForeignNames>
        <Frame key={person.id} />
      </ForeignNames>
    );
  return (
    <GuideOr>
      <ChooseName />
    </GuideOr>
  );
}

/** The guide, where it was opened before there is a frame to show it in; else what the window shows. */
function GuideOr({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation();
  const { Guide } = useWindowParts();
  if (!isHelp(location)) return children;
  return (
    <Box component="main" h="100%">
      <Suspense fallback={<LoadingState />}>
        <Route path={HELP_PATH}>
          <Guide />
        </Route>
      </Suspense>
    </Box>
  );
}

function Frame() {
  useCasebookCommands();
  const [location] = useLocation();
  const { id, roles } = usePerson();
  const { path, benchmark } = useCasebook();
  useLayoutEffect(() => {
    claimList(path, id);
  }, [path, id]);
  const { screens, places, studySession, Guide, CasebookDialogs } = useWindowParts();
  const home = homeOf(screens, roles, benchmark);
  // A study session has the whole window, no matter who takes part.
  if (studySession.isAt(location))
    return (
      <ErrorBoundary place={location}>
        <Suspense fallback={<LoadingState />}>
          <studySession.component locked={false} />
        </Suspense>
      </ErrorBoundary>
    );
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#screen" onClick={skipToScreen}>
        Skip to content
      </a>
      <TopBar />
      <Rail />
      <main id="screen" className={classes['screen']} tabIndex={-1}>
        <ReadOnlyBanner />
        <HubBanner />
        <Box flex={1} mih={0}>
          <ErrorBoundary place={location}>
            <Suspense fallback={<LoadingState />}>
              <Switch>
                {screensFor(screens, roles, benchmark).flatMap(({ id, path, more, component: Screen }) =>
                  [path, ...(more ?? [])].map((each) => (
                    <Route key={`${id} ${each}`} path={each}>
                      <Screen />
                    </Route>
                  )),
                )}
                <Route path={HELP_PATH}>
                  <Guide />
                </Route>
                {places.map(({ path, component: Place }) => (
                  <Route key={path} path={path}>
                    <Place />
                  </Route>
                ))}
                <Route>
                  <Redirect to={home} replace />
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </Box>
      </main>
      <CasebookDialogs />
    </div>
  );
}

/** The address holds the screen's place, so the link moves the focus by itself. */
function skipToScreen(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#screen')?.focus();
}
