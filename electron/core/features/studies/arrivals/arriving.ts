import type { JWTVerifyGetKey } from 'jose';
import type { ArrivalPage, ArrivalView, Device } from '../../../../../shared/contract/arrivals.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { ArrivalId, type StudyId, type StudySessionId } from '../../../../../shared/base/ids.ts';
import type { ArrivingConnection, Connection } from '../../../base/connection.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { formerHolders, freePlaces } from '../../../derived/places.ts';
import type { Arrival, RecruitmentRecord } from '../../../records/studies/arrivals.ts';
import { consentVersion } from '../../../records/studies/consentVersion.ts';
import { Enrolment } from '../enrolment.ts';
import type { StudyRow } from '../../../records/studies/studyRows.ts';
import { identify, keptParameters, linkHash, type LinkParameters, prolificKeys } from './links.ts';
import { openingCookie, readOpening } from './openings.ts';
import {
  type ArrivalProgress,
  NO_ANSWERS,
  pageBeforePlace,
  pageWithoutPlace,
  passesScreening,
} from './beforePlace.ts';

/** Says how many seconds somebody with a new id has to wait; 0: they may come. For ids that nothing vouches for. */
export type NewcomerLimit = (places: number) => Promise<number>;

type Preview = Extract<ArrivingConnection, { kind: 'preview' }>;
type OpeningConnection = Extract<ArrivingConnection, { kind: 'opening' }>;

/** A study with how people come to it. */
interface RecruitingStudy {
  readonly study: StudyRow;
  readonly recruitment: RecruitmentRecord;
}

/** What somebody does on the pages before their first step. */
interface ArrivalAction {
  readonly onArrival?: (arrival: Arrival, at: RecruitingStudy) => void;
  readonly onPreview?: (preview: Preview, at: RecruitingStudy) => void;
  /** Whether it makes a browser that only opened the link an arrival. */
  readonly answers?: boolean;
  /** Whether it takes a place, where one is free. */
  readonly begins?: boolean;
}

/** The way from a study link to the first step. */
export class ArrivingService {
  readonly #casebook;
  readonly #rows;
  readonly #enrolment;
  readonly #makeKeys;
  #keys: JWTVerifyGetKey | null = null;

  /** @param keys gives Prolific's public keys; in tests, others */
  constructor(casebook: Casebook, keys: () => JWTVerifyGetKey = prolificKeys) {
    this.#casebook = casebook;
    this.#rows = casebook.records.studies;
    this.#enrolment = new Enrolment(casebook);
    this.#makeKeys = keys;
  }

  /**
   * Who comes by a study link: a new person, whose parameters are kept at once; one who returns; a browser of which
   * nothing is kept until it answers; or a preview. Throws `not_found` for a wrong link, `invalid_input` for an
   * incomplete one, `forbidden` for somebody else's, `busy` while too many new ids come.
   * @param audience the host of the public address
   */
  async arrive(
    token: string,
    parameters: LinkParameters,
    audience: string,
    newcomers: NewcomerLimit,
  ): Promise<ArrivingConnection> {
    const { database, ports, records, derived } = this.#casebook;
    const { arrivals } = records;
    const recruitment = arrivals.recruitmentCalled(token);
    if (recruitment === undefined) throw leadsNowhere();
    const { studyId } = recruitment;
    const keys = (): JWTVerifyGetKey => (this.#keys ??= this.#makeKeys());
    const who = await identify(recruitment, parameters, audience, keys);
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
      derived.participation.bridge(studyId);
      const id = ArrivalId.parse(ports.newId());
      arrivals.insert(id, studyId, hash, ports.now());
      arrivals.keepIdentity(id, studyId, who.panelId, keptParameters(parameters));
      return { kind: 'arrival', id };
    })();
  }

  /** The cookie of a browser that opened the link of a study and has answered nothing yet. */
  openingCookie({ studyId }: OpeningConnection): string {
    return openingCookie(this.#studyCalled(studyId).recruitment, this.#casebook.ports.now());
  }

  /** The browser with such a cookie, and a name for it; null where Casebook did not make the cookie. */
  opening(cookie: string): { readonly name: string; readonly arriving: ArrivingConnection } | null {
    const { ports, records } = this.#casebook;
    const read = readOpening(cookie, (token) => records.arrivals.recruitmentCalled(token), ports.now());
    if (read === null) return null;
    const { studyId } = read.recruitment;
    return { name: read.nonce, arriving: { kind: 'opening', studyId, arrivedAs: null } };
  }

  /** The study that a browser came to, and how many places it has; null where it has one, or looks at a preview. */
  awaitedPlace({
    arrival: arriving,
  }: Connection): { readonly studyId: StudyId; readonly places: number } | null {
    if (arriving === undefined || arriving.kind === 'preview') return null;
    const id = this.#arrivalOf(arriving, false);
    const arrival = id === null ? undefined : this.#casebook.records.arrivals.find(id);
    if (arrival === undefined || arrival.studySessionId !== null) return null;
    const { study, recruitment } = this.#studyCalled(arrival.studyId);
    return { studyId: study.id, places: recruitment.settings.places };
  }

  /** The connection of a browser that came by a study link. With a place, it acts as that participant. */
  connection(arriving: ArrivingConnection): Connection {
    const { arrivals } = this.#casebook.records;
    const session = arriving.kind === 'arrival' ? arrivals.find(arriving.id)?.studySessionId : null;
    const personId = session == null ? null : this.#participantOf(session);
    return { personId, locked: true, arrival: arriving };
  }

  /** The page that somebody is on. */
  look(connection: Connection, device: Device): ArrivalPage {
    return this.#pageAfter(connection, device, {});
  }

  /** Agrees to take part, or not. */
  consent(connection: Connection, device: Device, agree: boolean): ArrivalPage {
    return this.#pageAfter(connection, device, {
      answers: true,
      onArrival: ({ id, state, studySessionId }, at) => {
        if (studySessionId !== null || (state !== 'deciding' && state !== 'declined')) return;
        const version = agree ? consentVersion(at.study.settings.texts.consent) : null;
        this.#casebook.records.arrivals.setConsent(id, agree ? 'deciding' : 'declined', version);
      },
      onPreview(preview) {
        preview.agreed = agree;
      },
    });
  }

  /** Answers the questions of the screening, once. Throws `invalid_input` where not every question has an answer. */
  screen(connection: Connection, device: Device, answers: readonly number[]): ArrivalPage {
    return this.#pageAfter(connection, device, {
      onArrival: ({ id, state, screening, consentVersion: agreed, studySessionId }, at) => {
        if (studySessionId !== null || state !== 'deciding' || agreed === null || screening !== null) return;
        const passes = passesScreening(at.recruitment.settings, answers);
        this.#casebook.records.arrivals.setScreening(id, answers, passes ? 'deciding' : 'screened_out');
      },
      onPreview(preview, at) {
        passesScreening(at.recruitment.settings, answers);
        preview.screened = true;
      },
    });
  }

  /** Takes a place: the first thing that only somebody does who wants to take part now. */
  begin(connection: Connection, device: Device): ArrivalPage {
    return this.#pageAfter(connection, device, { begins: true });
  }

  /** Does what somebody does, then describes the page that follows, all in one transaction. */
  #pageAfter(connection: Connection, device: Device, action: ArrivalAction): ArrivalPage {
    const arriving = connection.arrival;
    if (arriving === undefined)
      throw new CasebookError(
        'forbidden',
        'This browser did not come by a study link.',
        'Nothing was changed.',
      );
    if (arriving.kind === 'preview') {
      const at = this.#studyCalled(arriving.studyId);
      action.onPreview?.(arriving, at);
      return pageOf(at, true, previewOf(at, arriving, device));
    }
    return this.#casebook.database.transaction(() => {
      const id = this.#arrivalOf(arriving, action.answers === true);
      const { studyId } = arriving.kind === 'opening' ? arriving : this.#found(arriving.id);
      const at = this.#studyCalled(studyId);
      if (id === null) return pageOf(at, false, this.#viewOf(at, NO_ANSWERS, device));
      action.onArrival?.(this.#found(id), at);
      return pageOf(at, false, this.#viewAfter(connection, at, this.#found(id), device, action));
    })();
  }

  /** What an arrival sees, once it has its place where it begins and one is free. */
  #viewAfter(
    connection: Connection,
    at: RecruitingStudy,
    arrival: Arrival,
    device: Device,
    { begins = false }: ArrivalAction,
  ): ArrivalView {
    let { studySessionId } = arrival;
    if (studySessionId === null) {
      const view = this.#viewOf(at, arrival, device);
      if (!begins || view.view !== 'ready') return view;
      studySessionId = this.#admit(at, arrival);
    }
    if (studySessionId === null) return { view: 'full' };
    connection.personId = this.#participantOf(studySessionId);
    return { view: 'admitted', studySessionId };
  }

  #viewOf(at: RecruitingStudy, arrival: ArrivalProgress, device: Device): ArrivalView {
    const { ports, records, derived } = this.#casebook;
    return pageWithoutPlace(at, arrival, device, () => {
      derived.participation.bridge(at.study.id);
      const holders = records.arrivals.holders(at.study.id);
      return freePlaces(holders, at.recruitment.settings, ports.now()).length === 0;
    });
  }

  /** Gives somebody the lowest free place; null where there is none. */
  #admit({ study, recruitment }: RecruitingStudy, arrival: Arrival): Arrival['studySessionId'] {
    const { ports, records } = this.#casebook;
    const now = ports.now();
    const holders = records.arrivals.holders(study.id);
    const [place] = freePlaces(holders, recruitment.settings, now);
    if (place === undefined) return null;
    for (const former of formerHolders(holders, place)) records.arrivals.release(former, 'silence', now);
    const { studySessionId } = this.#enrolment.admit(study, place);
    records.arrivals.setAdmitted(arrival.id, studySessionId, place, now);
    records.studySessions.setConsented(
      studySessionId,
      arrival.consentVersion ?? consentVersion(study.settings.texts.consent),
      now,
    );
    return studySessionId;
  }

  /** The arrival of a browser; one that only opened a link becomes one with its first answer, else null. */
  #arrivalOf(arriving: Exclude<ArrivingConnection, Preview>, answers: boolean): ArrivalId | null {
    if (arriving.kind === 'arrival') return arriving.id;
    if (arriving.arrivedAs !== null || !answers) return arriving.arrivedAs;
    const { ports, records } = this.#casebook;
    const id = ArrivalId.parse(ports.newId());
    records.arrivals.insert(id, arriving.studyId, null, ports.now());
    arriving.arrivedAs = id;
    return id;
  }

  #studyCalled(studyId: StudyId): RecruitingStudy {
    const study = this.#rows.find(studyId);
    const recruitment = this.#casebook.records.arrivals.recruitment(studyId);
    if (study === undefined || recruitment === undefined) throw leadsNowhere();
    return { study, recruitment };
  }

  #found(id: ArrivalId): Arrival {
    const arrival = this.#casebook.records.arrivals.find(id);
    if (arrival === undefined) throw leadsNowhere();
    return arrival;
  }

  #participantOf(studySessionId: StudySessionId): Connection['personId'] {
    return this.#casebook.records.studySessions.find(studySessionId)?.personId ?? null;
  }
}

function previewOf(at: RecruitingStudy, preview: Preview, device: Device): ArrivalView {
  const { instructions } = at.study.settings.texts;
  return pageBeforePlace(at, preview, device) ?? { view: 'preview', instructions };
}

const pageOf = ({ study }: RecruitingStudy, preview: boolean, now: ArrivalView): ArrivalPage => ({
  title: study.title,
  language: study.settings.language ?? 'en',
  replacedTexts: study.settings.replacedTexts ?? {},
  preview,
  now,
});

/** Throws `busy` where too many new ids that nothing vouches for came from one network. */
async function requireTurn(newcomers: NewcomerLimit, { settings }: RecruitmentRecord): Promise<void> {
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
