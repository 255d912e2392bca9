import type { Call, Feature } from '../access/context.ts';
import type { ImageVariant } from '../../../shared/contract/images.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { ArrivalId, StudySessionId } from '../../../shared/base/ids.ts';
import { isLocked } from '../access/confinement.ts';
import type { Connection } from '../base/connection.ts';
import { openCasebook, writableCasebook } from '../access/procedures.ts';
import { adjudicationsRouter } from '../features/adjudications/router.ts';
import { agreementRouter } from '../features/agreement/router.ts';
import { assignmentsRouter } from '../features/assignments/router.ts';
import { commentsRouter } from '../features/comments/router.ts';
import { guidelinesRouter } from '../features/guidelines/router.ts';
import { judgingRouter } from '../features/judging/router.ts';
import { judgeRunsRouter } from '../features/judgeRuns/router.ts';
import { validationRouter } from '../features/validation/router.ts';
import { verdictsRouter } from '../features/verdicts/router.ts';
import { hubRouter } from '../features/hub/router.ts';
import { mergingRouter } from '../features/merging/router.ts';
import { metricsRouter } from '../features/metrics/router.ts';
import { annotationsRouter } from '../features/annotations/router.ts';
import { applicationRouter } from '../features/application/router.ts';
import { ApplicationStore } from '../files/applicationStore.ts';
import type { ShownFile } from '../records/images/imageDisplay.ts';
import { healthRouter } from '../features/health/router.ts';
import { historyRouter } from '../features/history/router.ts';
import { imagesRouter } from '../features/images/router.ts';
import { itemsRouter } from '../features/items/router.ts';
import { peopleRouter } from '../features/people/router.ts';
import { casebooksRouter } from '../features/casebooks/router.ts';
import { proposalsRouter } from '../features/proposals/router.ts';
import { studySessionsRouter } from '../features/studySessions/router.ts';
import { studiesRouter } from '../features/studies/router.ts';
import type { NewcomerLimit } from '../features/studies/arrivals/arriving.ts';
import { arrivalsRouter, recruitmentRouter } from '../features/studies/arrivals/router.ts';
import { webAccessRouter } from '../features/webAccess/router.ts';
import { benchmarkRouters } from '../benchmarks/registry.ts';
import { responsesRouter } from '../features/responses/router.ts';
import { exportRouter } from '../features/export/router.ts';
import { importRouter } from '../features/import/router.ts';
import type { CasebookKeeper } from '../access/keeper.ts';
import { Keeper } from './keeper.ts';
import type { CorePorts } from '../base/ports.ts';
import type { RunningState, Services } from './services.ts';

/** The router of the contract, for a host's transport. */
export type CoreRouter = ReturnType<typeof createRouter>;

/** The running core behind a host. */
export interface Core {
  readonly router: CoreRouter;
  readonly keeper: CasebookKeeper<Services>;
  /** A window's or browser's own session: its current user. */
  createSession(): Connection;
  /**
   * The session of the person who came by the personal link to a study session: its participant, locked in. Throws
   * `not_found` where there is no such study session.
   */
  participantSession(studySessionId: StudySessionId): Connection;
  /**
   * The connection of a browser that comes by a study link with these parameters: locked in, and nobody until it has a
   * place. Throws `not_found` for a wrong link, `invalid_input` for an incomplete one, `forbidden` for somebody else's,
   * and `busy` while too many new ids come.
   */
  arrive(
    token: string,
    parameters: Readonly<Record<string, string>>,
    newcomers?: NewcomerLimit,
  ): Promise<Connection>;
  /** The connection of a browser that came by a study link before. Throws where no casebook is open. */
  arrivalSession(id: ArrivalId): Connection;
  /** What hosts add to: personal links. */
  readonly state: RunningState;
  /** The context that a transport hands to the router for a session. */
  contextOf(session: Connection): Call;
  /** The open casebook's services; throws where none is open. */
  services(): Services;
  /**
   * The file to show for an image, in a format that every window can draw; without metadata if an item of the image is
   * blind to the caller or there is no current user. Throws `not_found`, and `forbidden` for an image that the caller's
   * study does not show now.
   */
  displayImage(
    imageId: string,
    variant: ImageVariant,
    session: Connection,
  ): Promise<
    ShownFile & {
      /** Whether the window may keep it: every user of the window may see it. */
      readonly keep: boolean;
    }
  >;
  /** Closes what is open. */
  close(): Promise<void>;
}

/** Puts the core together: ports in, router out. */
export function createCore(given: CorePorts): Core {
  const ports: CorePorts = { ...given, metDamage: () => keeper.lookForDamage() };
  const state: RunningState = {
    ports,
    open: null,
    isRestoring: false,
    participantLinks: null,
    network: null,
  };
  const store = new ApplicationStore(ports);
  const keeper = new Keeper(state, store);
  return {
    router: createRouter(state, store, keeper),
    keeper,
    state,
    createSession: () => ({ personId: null, locked: false }),
    participantSession: (studySessionId) => ({
      personId: openCasebook({ core: state }).studySessions.participantOf(studySessionId),
      locked: true,
    }),
    async arrive(token, parameters, newcomers = async () => Promise.resolve(0)) {
      const { arriving } = writableCasebook({ core: state });
      const audience = state.network === null ? '' : new URL(state.network.url).host;
      return arriving.connection(await arriving.arrive(token, parameters, audience, newcomers));
    },
    arrivalSession: (id) => openCasebook({ core: state }).arriving.connection({ kind: 'arrival', id }),
    contextOf: (session) => ({ session, core: state }),
    services: () => openCasebook({ core: state }),
    async displayImage(imageId, variant, session) {
      const { images, studySessions, people, viewpoint } = openCasebook({ core: state });
      const isConfined = isLocked({ session, core: state }) || variant === 'shown';
      const person = people.currentUser(session);
      if (!isConfined && variant === 'thumbnail')
        return { ...(await images.files.displayFile(imageId, variant)), keep: true };
      if (!isConfined) {
        const isBlind = person === null || images.isBlind(imageId, viewpoint(person));
        if (isBlind) return { ...(await images.files.bareFile(imageId)), keep: true };
        return {
          ...(await images.files.displayFile(imageId, 'full')),
          keep: await images.files.isBare(imageId),
        };
      }
      const shown = person === null ? null : studySessions.shown(imageId, person.id);
      if (shown === null) throw new CasebookError('forbidden', 'This image is hidden now.');
      return { ...(await images.files.participantFile(imageId, shown.side)), keep: false };
    },
    close: () => keeper.close(),
  };
}

function createRouter(state: RunningState, store: ApplicationStore, keeper: CasebookKeeper) {
  const feature = <Name extends keyof Services>(name: Name): Feature<Services[Name]> => ({
    read: () => openCasebook({ core: state })[name],
    write: () => writableCasebook({ core: state })[name],
  });
  return {
    application: applicationRouter(store),
    casebooks: casebooksRouter(keeper, feature('casebook')),
    items: itemsRouter(feature('items'), feature('splits')),
    images: imagesRouter(feature('images')),
    annotations: annotationsRouter(feature('annotations'), feature('casebook')),
    importExport: { ...importRouter(feature('importExport')), ...exportRouter(feature('importExport')) },
    history: historyRouter(feature('history')),
    people: peopleRouter,
    health: healthRouter(feature('health')),
    adjudications: adjudicationsRouter(feature('adjudications'), feature('annotations')),
    agreement: agreementRouter(feature('agreement')),
    proposals: proposalsRouter(feature('proposals')),
    assignments: assignmentsRouter(feature('assignments')),
    comments: commentsRouter(feature('comments')),
    guidelines: guidelinesRouter(feature('guidelines')),
    hub: hubRouter(feature('hub'), keeper),
    merging: mergingRouter(feature('merging')),
    responses: responsesRouter(feature('responses')),
    metrics: metricsRouter(feature('metrics')),
    studySessions: studySessionsRouter(feature('studySessions')),
    studies: studiesRouter(
      feature('studies'),
      feature('participants'),
      feature('metrics'),
      feature('casebook'),
    ),
    arrivals: arrivalsRouter(feature('arriving')),
    recruitment: recruitmentRouter(feature('recruiting')),
    webAccess: webAccessRouter(feature('webAccess')),
    judgeRuns: judgeRunsRouter(store, feature('judgeRuns')),
    judging: judgingRouter(feature('judging')),
    verdicts: verdictsRouter(feature('verdicts')),
    validation: validationRouter(feature('validation')),
    ...benchmarkRouters(feature),
  };
}
