import type { JWTVerifyGetKey } from 'jose';
import type { ArrivalPage, ArrivalView, Device } from '../../../../../shared/contract/arrivals.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { ArrivalId, type StudyId } from '../../../../../shared/base/ids.ts';
import type { ArrivingConnection, Connection } from '../../../base/connection.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { formerHolders, freePlaces } from '../../../derived/places.ts';
import type { Arrival, RecruitmentRecord } from '../../../records/studies/arrivals.ts';
import { consentVersion } from '../../../records/studies/consentVersion.ts';
import { Enrolment } from '../enrolment.ts';
import { type StudyRow, StudyRows } from '../rows.ts';
import { identify, keptParameters, linkHash, prolificKeys, type LinkParameters } from './links.ts';
import { openingCookie, readOpening } from './openings.ts';
import { passesScreening, viewBeforePlace } from './beforePlace.ts';

/** The way from a study link to the first step. */
export interface ArrivingService {
  /**
   * Who comes by a study link: somebody new, whose parameters are kept at once, somebody who comes again, a browser of
   * which nothing is kept until it answers, or a preview. Throws in words: `not_found` where the link leads nowhere,
   * `invalid_input` where it is not complete, `forbidden` where it is not theirs, `busy` where too many new ids come.
   * @param audience the host of the public address
   */
  arrive(
    token: string,
    parameters: LinkParameters,
    audience: string,
    newcomers: Newcomers,
  ): Promise<ArrivingConnection>;
  /** The cookie of a browser that opened the link of a study and has answered nothing yet. */
  openingCookie(opening: Extract<ArrivingConnection, { kind: 'opening' }>): string;
  /** The browser with such a cookie, and a name for it; null where Casebook did not make the cookie. */
  opening(cookie: string): { readonly name: string; readonly arriving: ArrivingConnection } | null;
  /** The study that a browser came to, and how many places it has; null where it has one, or looks at a preview. */
  awaitedPlace(connection: Connection): { readonly studyId: StudyId; readonly places: number } | null;
  /** The connection of a browser that came by a study link. With a place, it acts as that participant. */
  connection(arriving: ArrivingConnection): Connection;
  look(connection: Connection, device: Device): ArrivalPage;
  consent(connection: Connection, device: Device, agree: boolean): ArrivalPage;
  /** Throws `invalid_input` where not every question has an answer. */
  screen(connection: Connection, device: Device, answers: readonly number[]): ArrivalPage;
  /** Takes a place: the first thing that only somebody does who wants to take part now. */
  begin(connection: Connection, device: Device): ArrivalPage;
}

/** Says how many seconds somebody with a new id has to wait; 0: they may come. For ids that nothing vouches for. */
export type Newcomers = (places: number) => Promise<number>;

interface Here {
  readonly study: StudyRow;
  readonly recruitment: RecruitmentRecord;
}

/**
 * Arriving in an open casebook.
 * @param keys gives Prolific's public keys; in tests, others
 */
export function createArrivingService(
  casebook: Casebook,
  keys: () => JWTVerifyGetKey = prolificKeys,
): ArrivingService {
  const { database, ports } = casebook;
  const { arrivals, studySessions } = casebook.records;
  const { participation } = casebook.derived;
  const rows = new StudyRows(database);
  const enrolment = new Enrolment(casebook);
  let fetched: JWTVerifyGetKey | null = null;
  const keysOnce = (): JWTVerifyGetKey => (fetched ??= keys());

  const here = (studyId: StudyRow['id']): Here => {
    const [study, recruitment] = [rows.find(studyId), arrivals.recruitment(studyId)];
    if (study === undefined || recruitment === undefined) throw leadsNowhere();
    return { study, recruitment };
  };
  const isTakingIn = ({ study, recruitment }: Here): boolean =>
    study.state === 'open' && recruitment.settings.open;

  const isFull = ({ study, recruitment }: Here): boolean => {
    participation.bridge(study.id);
    return freePlaces(arrivals.holders(study.id), recruitment.settings, ports.now()).length === 0;
  };

  /** Gives somebody the lowest free place; null where there is none. */
  const admit = ({ study, recruitment }: Here, arrival: Arrival): Arrival['studySessionId'] => {
    const now = ports.now();
    const holders = arrivals.holders(study.id);
    const [place] = freePlaces(holders, recruitment.settings, now);
    if (place === undefined) return null;
    for (const former of formerHolders(holders, place)) arrivals.release(former, 'silence', now);
    const { studySessionId } = enrolment.admit(study, place);
    arrivals.setAdmitted(arrival.id, studySessionId, place, now);
    studySessions.setConsented(
      studySessionId,
      arrival.consentVersion ?? consentVersion(study.settings.texts.consent),
      now,
    );
    return studySessionId;
  };

  const viewOf = (
    connection: Connection,
    at: Here,
    arrival: Arrival,
    device: Device,
    begins: boolean,
  ): ArrivalView => {
    if (arrival.studySessionId !== null) {
      connection.personId = studySessions.find(arrival.studySessionId)?.personId ?? null;
      return { view: 'admitted', studySessionId: arrival.studySessionId };
    }
    if (arrival.state === 'over') return { view: 'over' };
    if (arrival.state === 'screened_out')
      return { view: 'screenedOut', outcome: at.recruitment.settings.outcomes.screenedOut };
    if (!isTakingIn(at)) return { view: 'closed' };
    const agreed = arrival.state === 'declined' ? false : arrival.consentVersion === null ? null : true;
    const view = viewBeforePlace(at, { agreed, screened: arrival.screening !== null }, device);
    if (view?.view === 'device' || view?.view === 'declined') return view;
    if (isFull(at)) return { view: 'full' };
    if (view !== null) return view;
    if (!begins) return { view: 'ready' };
    const studySessionId = admit(at, arrival);
    if (studySessionId === null) return { view: 'full' };
    connection.personId = studySessions.find(studySessionId)?.personId ?? null;
    return { view: 'admitted', studySessionId };
  };

  /** What a browser sees that has answered nothing yet. */
  const openingOf = (at: Here, device: Device): ArrivalView => {
    if (!isTakingIn(at)) return { view: 'closed' };
    const view = viewBeforePlace(at, { agreed: null, screened: false }, device);
    if (view?.view === 'device') return view;
    return isFull(at) ? { view: 'full' } : (view ?? { view: 'ready' });
  };

  const previewOf = (
    at: Here,
    preview: Extract<ArrivingConnection, { kind: 'preview' }>,
    device: Device,
  ): ArrivalView =>
    viewBeforePlace(at, preview, device) ?? {
      view: 'preview',
      instructions: at.study.settings.texts.instructions,
    };

  const found = (id: ArrivalId): Arrival => {
    const arrival = arrivals.find(id);
    if (arrival === undefined) throw leadsNowhere();
    return arrival;
  };

  /** Makes `change`, then describes the page that follows, all in one transaction. */
  const pageAfter = (
    connection: Connection,
    device: Device,
    change: {
      readonly arrival: (arrival: Arrival, at: Here) => void;
      readonly preview: (preview: Extract<ArrivingConnection, { kind: 'preview' }>, at: Here) => void;
      /** Whether it makes a browser that only opened the link an arrival. */
      readonly answers?: boolean;
      readonly begins?: boolean;
    },
  ): ArrivalPage => {
    const arriving = connection.arrival;
    if (arriving === undefined)
      throw new CasebookError(
        'forbidden',
        'This browser did not come by a study link.',
        'Nothing was changed.',
      );
    const describe = ({ study }: Here, now: ArrivalView): ArrivalPage => ({
      title: study.title,
      language: study.settings.language ?? 'en',
      replacedTexts: study.settings.replacedTexts ?? {},
      preview: arriving.kind === 'preview',
      now,
    });
    if (arriving.kind === 'preview') {
      const at = here(arriving.studyId);
      change.preview(arriving, at);
      return describe(at, previewOf(at, arriving, device));
    }
    return database.transaction(() => {
      const id = arrivalOf(arriving, change.answers === true);
      if (id === null) {
        const at = here(arriving.kind === 'opening' ? arriving.studyId : found(arriving.id).studyId);
        return describe(at, openingOf(at, device));
      }
      const at = here(found(id).studyId);
      change.arrival(found(id), at);
      return describe(at, viewOf(connection, at, found(id), device, change.begins === true));
    })();
  };

  /** The arrival of a browser; one that only opened a link becomes one with its first answer, else null. */
  const arrivalOf = (
    arriving: Exclude<ArrivingConnection, { kind: 'preview' }>,
    answers: boolean,
  ): ArrivalId | null => {
    if (arriving.kind === 'arrival') return arriving.id;
    if (arriving.arrivedAs !== null || !answers) return arriving.arrivedAs;
    const id = ArrivalId.parse(ports.newId());
    arrivals.insert(id, arriving.studyId, null, ports.now());
    arriving.arrivedAs = id;
    return id;
  };

  return {
    async arrive(token, parameters, audience, newcomers) {
      const recruitment = arrivals.recruitmentCalled(token);
      if (recruitment === undefined) throw leadsNowhere();
      const { studyId } = recruitment;
      const who = await identify(recruitment, parameters, audience, keysOnce);
      if (who.kind === 'preview') return { kind: 'preview', studyId, agreed: null, screened: false };
      if (who.kind === 'nobody') return { kind: 'opening', studyId, arrivedAs: null };
      const hash = linkHash(recruitment, who.own);
      const isNew = arrivals.byLink(studyId, hash) === undefined;
      if (isNew && recruitment.settings.check === 'same') await requireTurn(newcomers, recruitment);
      return database.transaction((): ArrivingConnection => {
        const known = arrivals.byLink(studyId, hash);
        if (known !== undefined) return { kind: 'arrival', id: known.id };
        if (arrivals.identified(studyId, who.panelId) !== null)
          throw new CasebookError(
            'forbidden',
            'Somebody with this id came by another link before.',
            'Nothing was recorded. Open the same link as the first time, or ask the person who runs the study.',
          );
        participation.bridge(studyId);
        const id = ArrivalId.parse(ports.newId());
        arrivals.insert(id, studyId, hash, ports.now());
        arrivals.keepIdentity(id, studyId, who.panelId, keptParameters(parameters));
        return { kind: 'arrival', id };
      })();
    },
    openingCookie: ({ studyId }) => openingCookie(here(studyId).recruitment, ports.now()),
    opening(cookie) {
      const read = readOpening(cookie, (token) => arrivals.recruitmentCalled(token), ports.now());
      if (read === null) return null;
      const { studyId } = read.recruitment;
      return { name: read.nonce, arriving: { kind: 'opening', studyId, arrivedAs: null } };
    },
    awaitedPlace({ arrival: arriving }) {
      if (arriving === undefined || arriving.kind === 'preview') return null;
      const id = arrivalOf(arriving, false);
      const arrival = id === null ? undefined : arrivals.find(id);
      if (arrival === undefined || arrival.studySessionId !== null) return null;
      const { study, recruitment } = here(arrival.studyId);
      return { studyId: study.id, places: recruitment.settings.places };
    },
    connection(arriving) {
      const session = arriving.kind === 'arrival' ? arrivals.find(arriving.id)?.studySessionId : null;
      const personId = session == null ? null : (studySessions.find(session)?.personId ?? null);
      return { personId, locked: true, arrival: arriving };
    },
    look: (connection, device) =>
      pageAfter(connection, device, { arrival: () => undefined, preview: () => undefined }),
    consent: (connection, device, agree) =>
      pageAfter(connection, device, {
        answers: true,
        arrival({ id, state, studySessionId }, at) {
          if (studySessionId !== null || (state !== 'deciding' && state !== 'declined')) return;
          const version = agree ? consentVersion(at.study.settings.texts.consent) : null;
          arrivals.setConsent(id, agree ? 'deciding' : 'declined', version);
        },
        preview(preview) {
          preview.agreed = agree;
        },
      }),
    screen: (connection, device, answers) =>
      pageAfter(connection, device, {
        arrival({ id, state, screening, consentVersion: agreed, studySessionId }, at) {
          if (studySessionId !== null || state !== 'deciding' || agreed === null || screening !== null)
            return;
          arrivals.setScreening(
            id,
            answers,
            passesScreening(at.recruitment.settings, answers) ? 'deciding' : 'screened_out',
          );
        },
        preview(preview, at) {
          passesScreening(at.recruitment.settings, answers);
          preview.screened = true;
        },
      }),
    begin: (connection, device) =>
      pageAfter(connection, device, { begins: true, arrival: () => undefined, preview: () => undefined }),
  };
}

/** Throws `busy` where too many new ids that nothing vouches for came from one network. */
async function requireTurn(newcomers: Newcomers, { settings }: RecruitmentRecord): Promise<void> {
  const seconds = await newcomers(settings.places);
  if (seconds === 0) return;
  throw new CasebookError(
    'busy',
    'Too many people came to this study from your network.',
    `Nothing was recorded. Try again in ${String(seconds)} seconds.`,
  );
}

const leadsNowhere = (): CasebookError =>
  new CasebookError(
    'not_found',
    'This link leads to no study.',
    'The study may be over, or the link incomplete. Ask the person who sent it to you.',
  );
