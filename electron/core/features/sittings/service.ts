import type { OwnSitting, SittingPage } from '../../../../shared/contract/sittings.ts';
import { whyNotAnAnswer } from '../../../../shared/domain/answerCheck.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId, SittingId } from '../../../../shared/domain/ids.ts';
import { sameJson } from '../../../../shared/domain/json.ts';
import type { StepPlace } from '../../../../shared/domain/sittingPlace.ts';
import type { StepTiming } from '../../../../shared/domain/study.ts';
import type { Casebook } from '../../records/casebook.ts';
import { untellingResponseId } from '../../records/responseIds.ts';
import { createResponseWriter } from '../../derived/responseWriter.ts';
import type { Standing } from './page.ts';
import { answersOf, isAt, isOpen, ownSitting, pageOf, shownImages, standingOf } from './page.ts';
import type { Sitting, SittingDraft } from '../../records/studySessions.ts';
import { createSittingRows } from '../../records/studySessions.ts';
import type { AskedStep } from '../../records/studySteps.ts';
import { countedBy, isLate, limitOf, longer, settled, usedTime, whileAway } from './stepTime.ts';
import { createSittingSteps } from '../../records/studySteps.ts';

export interface StepReply {
  readonly entry: number;
  readonly step: string;
  readonly answer: StepAnswer;
  readonly timing: StepTiming;
  readonly timedOut: boolean;
}

export interface BegunStep {
  readonly entry: number;
  readonly step: string;
  readonly answer: StepAnswer | null;
  readonly timing: StepTiming;
  /** Nothing of the step is on the screen now. */
  readonly hidden: boolean;
}

/**
 * Participants' own side. Every call is about a sitting of `by`: throws `not_found` where there is none of this id,
 * `forbidden` where it is somebody else's, `conflict` where it is over or stands elsewhere.
 */
export interface SittingsService {
  mine(by: PersonId): OwnSitting[];
  /** Where the sitting stands; counts that a step that was begun was interrupted, where it `counts`. */
  look(id: SittingId, by: PersonId, counts: boolean): SittingPage;
  consent(id: SittingId, by: PersonId): SittingPage;
  proceed(id: SittingId, entry: number, by: PersonId): SittingPage;
  /** Its time counts up to `arrivedAt`: what arrives while an import is written waits, and is not late for that. */
  answer(id: SittingId, reply: StepReply, by: PersonId, arrivedAt: number): SittingPage;
  /** The same, of what is not answered yet. */
  keep(id: SittingId, begun: BegunStep, by: PersonId, arrivedAt: number): void;
  back(id: SittingId, by: PersonId): SittingPage;
  withdraw(id: SittingId, by: PersonId): SittingPage;
  /** Whether an image is shown to somebody now, and how long its longer side is to be (null: as it is). */
  shown(imageId: string, to: PersonId): { readonly side: number | null } | null;
  /** Whose sitting it is. Throws `not_found` where there is no such one. */
  participantOf(id: SittingId): PersonId;
}

/** The sittings of an open casebook. */
export function createSittingsService(casebook: Casebook): SittingsService {
  const { database, ports } = casebook;
  const rows = createSittingRows(database);
  const steps = createSittingSteps(casebook, rows);
  const write = createResponseWriter(casebook);

  // A page that asks twice before it has kept anything was opened once.
  const counted = new Set<string>();
  const keyOf = (id: SittingId, { entry, step }: StepPlace): string => `${id} ${String(entry)} ${step}`;

  // How many answers there were when somebody went on by themselves. Forgotten with the core: who comes back after that
  // is asked once more whether they are there.
  const attendedAt = new Map<SittingId, number>();
  // When a step left the core. Of a page that never says that it shows it, the time runs from here.
  const handed = new Map<SittingId, { readonly step: string; readonly at: number }>();
  const standing = (sitting: Sitting): Standing =>
    standingOf(sitting, rows, steps, attendedAt.get(sitting.id) ?? 0);

  const own = (id: SittingId, by: PersonId): Standing => {
    const sitting = rows.find(id);
    if (sitting === undefined) throw new CasebookError('not_found', 'There is no such sitting.');
    if (sitting.personId !== by) {
      throw new CasebookError('forbidden', 'This sitting is somebody else’s.', 'Nothing was changed.');
    }
    return standing(sitting);
  };
  /** The same, to go on with. */
  const running = (id: SittingId, by: PersonId): Standing => {
    const now = own(id, by);
    if (!isOpen(now.sitting)) {
      throw new CasebookError(
        'conflict',
        'The study is closed.',
        'What was answered before is kept. Nothing more can be answered.',
      );
    }
    return now;
  };

  const page = (of: Standing): SittingPage => {
    const { place, sitting } = of;
    const given = pageOf(of, steps, ports.now());
    if (given.now.view !== 'step' || place.at !== 'step') handed.delete(sitting.id);
    else if (handed.get(sitting.id)?.step !== keyOf(sitting.id, place))
      handed.set(sitting.id, { step: keyOf(sitting.id, place), at: ports.now() });
    return given;
  };

  /** The page after a change; a sitting that came to its end is marked so, and a try-out leaves nothing. */
  const after = (id: SittingId, by: PersonId): SittingPage => {
    const now = own(id, by);
    const given = page(now);
    const isOver = now.place.at === 'end' || now.place.at === 'withdrawn';
    if (isOver && now.sitting.number === 0) rows.remove(id);
    else if (now.place.at === 'end' && now.sitting.endedAt === null) rows.setEnded(id, ports.now());
    return given;
  };

  /** What is used of a step's time at some moment, by the core's clock or by the page's, whichever says more. */
  const used = (
    sitting: Sitting,
    at: StepPlace,
    draft: SittingDraft | undefined,
    timing: StepTiming,
    now: number,
  ) => {
    const mode = whileAway(sitting);
    const first = handed.get(sitting.id);
    const unseen = mode === 'run' && first?.step === keyOf(sitting.id, at) ? now - first.at : 0;
    const before = countedBy(rows.spent(sitting.id, at.entry, at.step), mode);
    return Math.max(
      draft === undefined ? unseen : usedTime(draft, mode, now),
      before + countedBy(timing, mode),
    );
  };

  const answer = (id: SittingId, reply: StepReply, by: PersonId, arrivedAt: number): SittingPage => {
    const now = running(id, by);
    const { sitting, answers, drafts } = now;
    const { entry, step } = reply;
    const before = answers.find((given) => given.entry === entry && given.step === step);
    if (!isAsked(now, entry, step)) {
      // The reply to the first sending was lost: the answer counts once.
      if (before !== undefined && isSame(before.answer(), reply.answer)) return after(id, by);
      throw elsewhere();
    }
    const asked = steps.step(sitting, entry, step);
    const given = whole(asked, reply.answer);
    const limit = limitOf(sitting, asked);
    const draft = drafts.find((each) => each.entry === entry && each.step === step);
    const isOver = reply.timedOut || isLate(used(sitting, reply, draft, reply.timing, arrivedAt), limit);
    const timedOut = limit !== null && isOver;
    const reason = whyNotAnAnswer(given, asked, timedOut);
    if (reason !== null)
      throw new CasebookError('invalid_input', reason, 'Nothing was saved of it. Answer again.');
    const timing = longer(draft, reply.timing);
    write({
      id: untellingResponseId(ports),
      sittingId: id,
      personId: by,
      purpose: asked.purpose,
      item: asked.item,
      condition: asked.condition,
      step,
      entry,
      position: before?.position ?? answers.length,
      question: asked.prompt,
      answer: given,
      correct: steps.isExpected(sitting, asked, { ...answersOf(answers, entry), [step]: given }),
      ...timing,
      answeredAt: arrivedAt,
      timedOut,
      resumed: draft?.resumed ?? 0,
      replaces: before?.id ?? null,
      origin: null,
    });
    rows.dropDraft(id, entry, step);
    counted.delete(keyOf(id, reply));
    return after(id, by);
  };

  const keep = (id: SittingId, begun: BegunStep, by: PersonId, arrivedAt: number): void => {
    const now = running(id, by);
    const { sitting, answers, drafts } = now;
    const { entry, step } = begun;
    if (!isAsked(now, entry, step)) {
      // It was on its way when the answer overtook it: there is nothing to keep any more.
      if (answers.some((given) => given.entry === entry && given.step === step)) return;
      throw elsewhere();
    }
    counted.delete(keyOf(id, begun));
    const asked = steps.step(sitting, entry, step);
    const reason = begun.answer === null ? null : whyNotAnAnswer(begun.answer, asked, true);
    if (reason !== null) throw new CasebookError('invalid_input', reason, 'Nothing was saved of it.');
    const known = drafts.find((each) => each.entry === entry && each.step === step);
    const elapsed = (timing: Pick<StepTiming, 'activeMilliseconds' | 'awayMilliseconds'>): number =>
      timing.activeMilliseconds + timing.awayMilliseconds;
    // Two on their way at once can arrive in the other order.
    const isOlder = known !== undefined && elapsed(begun.timing) < elapsed(known);
    const runsOn = whileAway(sitting) === 'run' && known?.isRunning === true;
    rows.putDraft(id, {
      entry,
      step,
      answer: isOlder ? known.answer : begun.answer,
      ...longer(known, begun.timing),
      resumed: known?.resumed ?? 0,
      usedMilliseconds: used(sitting, begun, known, begun.timing, arrivedAt),
      isRunning: runsOn || !begun.hidden,
      updatedAt: arrivedAt,
    });
  };

  const back = (id: SittingId, by: PersonId): SittingPage => {
    const { sitting, answers, drafts, place, isUnattended, wayBack } = running(id, by);
    const target = isUnattended ? null : wayBack();
    const given = answers.find(({ entry, step }) => entry === target?.entry && step === target.step);
    if (target === null || given === undefined) {
      throw new CasebookError(
        'conflict',
        sitting.settings.allowBack
          ? 'There is no step to go back to from here.'
          : 'In this study answers stand once they are given.',
        'Nothing was changed.',
      );
    }
    const updatedAt = ports.now();
    const left = drafts.find(({ entry, step }) => isAt(place, entry, step));
    // The step that they leave waits for them with what is left of its time.
    if (left !== undefined) rows.putDraft(id, { ...settled(left, sitting, updatedAt), isRunning: false });
    rows.putDraft(id, {
      ...target,
      answer: given.answer(),
      shownAt: null,
      activeMilliseconds: 0,
      awayMilliseconds: 0,
      focusLosses: 0,
      resumed: 0,
      isRunning: false,
      updatedAt,
    });
    return after(id, by);
  };

  return {
    mine: (by) => rows.of(by).map((sitting) => ownSitting(standing(sitting))),
    look: (id, by, counts) =>
      database.transaction(() => {
        const now = own(id, by);
        const { place, sitting } = now;
        const draft = now.drafts.find(({ entry, step }) => isAt(place, entry, step));
        if (!counts || !isOpen(sitting) || draft === undefined) return page(now);
        const isCounted = draft.shownAt === null || counted.has(keyOf(id, draft));
        if (!isCounted) counted.add(keyOf(id, draft));
        rows.putDraft(id, {
          ...settled(draft, sitting, ports.now(), 'the page is loaded anew'),
          resumed: draft.resumed + (isCounted ? 0 : 1),
          // Until the page says that it shows the step.
          isRunning: draft.isRunning && whileAway(sitting) === 'run',
        });
        return page(own(id, by));
      })(),
    consent: (id, by) =>
      database.transaction(() => {
        const { place } = running(id, by);
        if (place.at === 'consent') rows.setConsented(id, ports.now());
        return after(id, by);
      })(),
    proceed: (id, entry, by) =>
      database.transaction(() => {
        const { sitting, place, answers, isUnattended } = running(id, by);
        const isRead = place.at === 'reading' || place.at === 'feedback';
        if (!('entry' in place) || place.entry !== entry || !(isRead || isUnattended)) throw elsewhere();
        if (isRead) rows.setPassed(id, [...sitting.passed, entry]);
        attendedAt.set(id, answers.length);
        return after(id, by);
      })(),
    answer: (id, reply, by, arrivedAt) => database.transaction(() => answer(id, reply, by, arrivedAt))(),
    keep: (id, begun, by, arrivedAt) => database.transaction(() => keep(id, begun, by, arrivedAt))(),
    back: (id, by) => database.transaction(() => back(id, by))(),
    withdraw: (id, by) =>
      database.transaction(() => {
        const { place } = running(id, by);
        if (place.at !== 'end' && place.at !== 'withdrawn') rows.setWithdrawn(id, ports.now());
        return after(id, by);
      })(),
    participantOf(id) {
      const sitting = rows.find(id);
      if (sitting !== undefined) return sitting.personId;
      throw new CasebookError('not_found', 'There is no such sitting in this casebook.');
    },
    shown(imageId, to) {
      for (const sitting of rows.of(to)) {
        if (shownImages(standing(sitting), steps).some(({ id }) => id === imageId))
          return { side: sitting.settings.imageSide };
      }
      return null;
    },
  };
}

/** Whether a step is what is asked now. */
const isAsked = ({ place, isUnattended }: Standing, entry: number, step: string): boolean =>
  !isUnattended && isAt(place, entry, step);

function elsewhere(): CasebookError {
  return new CasebookError(
    'conflict',
    'The sitting has moved on meanwhile.',
    'What was answered is kept as it was. Go on with what is shown now.',
  );
}

/** That there is nothing to report has the wording that the step offers. */
function whole({ answer: kind }: AskedStep, answer: StepAnswer): StepAnswer {
  return answer.kind === 'no_evidence' && kind.kind === 'text' && kind.noEvidence !== null
    ? { kind: 'no_evidence', text: kind.noEvidence }
    : answer;
}

const isSame = (a: StepAnswer, b: StepAnswer): boolean =>
  (a.kind === 'no_evidence' && b.kind === 'no_evidence') || sameJson(a, b);
