import type { JWTVerifyGetKey } from 'jose';
import type { ArrivalPage, ArrivalView, Device } from '../../../../../shared/contract/arrivals.ts';
import { CasebookError } from '../../../../../shared/domain/errors.ts';
import { ArrivalId } from '../../../../../shared/domain/ids.ts';
import type { ArrivingConnection, Connection } from '../../../base/connection.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { formerHolders, freePlaces } from '../../../derived/places.ts';
import type { Arrival, RecruitmentRecord } from '../../../records/arrivals.ts';
import { consentVersion } from '../../../records/consentVersion.ts';
import { createEnrolment } from '../enrolment.ts';
import type { StudyRow } from '../rows.ts';
import { createStudyRows } from '../rows.ts';
import { identify, keptParameters, linkHash, prolificKeys, type LinkParameters } from './links.ts';

/** The way from a study link to the first step. */
export interface ArrivingService {
  /**
   * Who comes by a study link: somebody new, whose parameters are kept at once, somebody who comes again, or a preview.
   * Throws in words: `not_found` where the link leads nowhere, `forbidden` where it is not theirs.
   * @param audience the host of the public address
   */
  arrive(token: string, parameters: LinkParameters, audience: string): Promise<ArrivingConnection>;
  /** The connection of a browser that came by a study link. With a place, it acts as that participant. */
  connection(arriving: ArrivingConnection): Connection;
  look(connection: Connection, device: Device): ArrivalPage;
  consent(connection: Connection, device: Device, agree: boolean): ArrivalPage;
  /** Throws `invalid_input` where not every question has an answer. */
  screen(connection: Connection, device: Device, answers: readonly number[]): ArrivalPage;
}

interface Here {
  readonly study: StudyRow;
  readonly recruitment: RecruitmentRecord;
}

/** What somebody has done so far, as an arrival or in a preview. */
interface Steps {
  readonly agreed: boolean | null;
  readonly screened: boolean;
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
  const rows = createStudyRows(database);
  const enrolment = createEnrolment(casebook);
  let fetched: JWTVerifyGetKey | null = null;
  const keysOnce = (): JWTVerifyGetKey => (fetched ??= keys());

  const here = (studyId: StudyRow['id']): Here => {
    const [study, recruitment] = [rows.find(studyId), arrivals.recruitment(studyId)];
    if (study === undefined || recruitment === undefined) throw leadsNowhere();
    return { study, recruitment };
  };
  const isTakingIn = ({ study, recruitment }: Here): boolean =>
    study.state === 'open' && recruitment.settings.open;

  /** What somebody sees before they get a place, in a preview too; null: nothing is left to do. */
  const before = (at: Here, { agreed, screened }: Steps, device: Device): ArrivalView | null => {
    const { device: needs, screening } = at.recruitment.settings;
    const [short, long] = [Math.min(device.width, device.height), Math.max(device.width, device.height)];
    // A screen may be turned.
    const isSmall = short < Math.min(needs.width, needs.height) || long < Math.max(needs.width, needs.height);
    if (isSmall || (device.touch && !needs.touch)) {
      return {
        view: 'device',
        problem: isSmall ? 'small' : 'touch',
        needs: { width: needs.width, height: needs.height },
      };
    }
    const { texts, onWithdrawal = 'keep' } = at.study.settings;
    const consent = { text: texts.consent, onWithdrawal };
    if (agreed === false) return { view: 'declined', consent };
    if (agreed === null) return { view: 'consent', ...consent };
    if (screening.length === 0 || screened) return null;
    return {
      view: 'screening',
      questions: screening.map(({ prompt, options }) => ({
        prompt,
        options: options.map(({ text }) => text),
      })),
    };
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

  const viewOf = (connection: Connection, at: Here, arrival: Arrival, device: Device): ArrivalView => {
    if (arrival.studySessionId !== null) {
      connection.personId = studySessions.find(arrival.studySessionId)?.personId ?? null;
      return { view: 'admitted', studySessionId: arrival.studySessionId };
    }
    if (arrival.state === 'over') return { view: 'over' };
    if (arrival.state === 'screened_out')
      return { view: 'screenedOut', outcome: at.recruitment.settings.outcomes.screenedOut };
    if (!isTakingIn(at)) return { view: 'closed' };
    const agreed = arrival.state === 'declined' ? false : arrival.consentVersion === null ? null : true;
    const view = before(at, { agreed, screened: arrival.screening !== null }, device);
    if (view?.view === 'device' || view?.view === 'declined') return view;
    participation.bridge(at.study.id);
    if (freePlaces(arrivals.holders(at.study.id), at.recruitment.settings, ports.now()).length === 0)
      return { view: 'full' };
    if (view !== null) return view;
    const studySessionId = admit(at, arrival);
    if (studySessionId === null) return { view: 'full' };
    connection.personId = studySessions.find(studySessionId)?.personId ?? null;
    return { view: 'admitted', studySessionId };
  };

  const previewOf = (
    at: Here,
    preview: Extract<ArrivingConnection, { kind: 'preview' }>,
    device: Device,
  ): ArrivalView =>
    before(at, preview, device) ?? { view: 'preview', instructions: at.study.settings.texts.instructions };

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
      const at = here(found(arriving.id).studyId);
      change.arrival(found(arriving.id), at);
      return describe(at, viewOf(connection, at, found(arriving.id), device));
    })();
  };

  return {
    async arrive(token, parameters, audience) {
      const recruitment = arrivals.recruitmentCalled(token);
      if (recruitment === undefined) throw leadsNowhere();
      const { studyId } = recruitment;
      const who = await identify(recruitment, parameters, audience, keysOnce);
      if (who.kind === 'preview') return { kind: 'preview', studyId, agreed: null, screened: false };
      return database.transaction((): ArrivingConnection => {
        const hash = who.kind === 'somebody' ? linkHash(recruitment, who.own) : null;
        const known = hash === null ? undefined : arrivals.byLink(studyId, hash);
        if (known !== undefined) return { kind: 'arrival', id: known.id };
        if (who.kind === 'somebody' && arrivals.identified(studyId, who.panelId) !== null)
          throw new CasebookError(
            'forbidden',
            'Somebody with this id came by another link before.',
            'Nothing was recorded. Open the same link as the first time, or ask the person who runs the study.',
          );
        participation.bridge(studyId);
        const id = ArrivalId.parse(ports.newId());
        arrivals.insert(id, studyId, hash, ports.now());
        if (who.kind === 'somebody')
          arrivals.keepIdentity(id, studyId, who.panelId, keptParameters(parameters));
        return { kind: 'arrival', id };
      })();
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
          arrivals.setScreening(id, answers, passes(at, answers) ? 'deciding' : 'screened_out');
        },
        preview(preview, at) {
          passes(at, answers);
          preview.screened = true;
        },
      }),
  };
}

/** Whether the options that were chosen let somebody take part. */
function passes({ recruitment }: Here, answers: readonly number[]): boolean {
  const { screening } = recruitment.settings;
  const chosen = screening.map(({ options }, place) => options[answers[place] ?? -1]);
  if (answers.length !== screening.length || chosen.includes(undefined))
    throw new CasebookError(
      'invalid_input',
      'A question has no answer yet.',
      'Nothing was saved. Answer every question.',
    );
  return chosen.every((option) => option?.passes === true);
}

const leadsNowhere = (): CasebookError =>
  new CasebookError(
    'not_found',
    'This link leads to no study.',
    'The study may be over, or the link incomplete. Ask the person who sent it to you.',
  );
