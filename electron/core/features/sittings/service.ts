import type { OwnSitting, SittingPage } from '../../../../shared/contract/sittings.ts';
import { whyNotAnAnswer } from '../../../../shared/domain/answerCheck.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId, SittingId } from '../../../../shared/domain/ids.ts';
import { sameJson } from '../../../../shared/domain/json.ts';
import type { SittingPlace, StepPlace } from '../../../../shared/domain/sittingPlace.ts';
import { stepBefore } from '../../../../shared/domain/sittingPlace.ts';
import type { StepTiming } from '../../../../shared/domain/study.ts';
import type { Casebook } from '../../casebook.ts';
import { untellingResponseId } from '../responses/ids.ts';
import { createResponseWriter } from '../responses/writer.ts';
import type { Standing } from './page.ts';
import { answersOf, isOpen, ownSitting, pageOf, shownImages, standingOf } from './page.ts';
import type { SittingDraft } from './rows.ts';
import { createSittingRows } from './rows.ts';
import type { AskedStep } from './steps.ts';
import { createSittingSteps } from './steps.ts';

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
  answer(id: SittingId, reply: StepReply, by: PersonId): SittingPage;
  keep(id: SittingId, begun: BegunStep, by: PersonId): void;
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

  const own = (id: SittingId, by: PersonId): Standing => {
    const sitting = rows.find(id);
    if (sitting === undefined) throw new CasebookError('not_found', 'There is no such sitting.');
    if (sitting.personId !== by) {
      throw new CasebookError('forbidden', 'This sitting is somebody else’s.', 'Nothing was changed.');
    }
    return standingOf(sitting, rows, steps);
  };
  /** The same, to go on with. */
  const running = (id: SittingId, by: PersonId): Standing => {
    const standing = own(id, by);
    if (!isOpen(standing.sitting)) {
      throw new CasebookError(
        'conflict',
        'The study is closed.',
        'What was answered before is kept. Nothing more can be answered.',
      );
    }
    return standing;
  };

  /** The page after a change; a sitting that came to its end is marked so, and a try-out leaves nothing. */
  const after = (id: SittingId, by: PersonId): SittingPage => {
    const standing = own(id, by);
    const page = pageOf(standing, steps);
    const isOver = standing.place.at === 'end' || standing.place.at === 'withdrawn';
    if (isOver && standing.sitting.number === 0) rows.remove(id);
    else if (standing.place.at === 'end' && standing.sitting.endedAt === null) rows.setEnded(id, ports.now());
    return page;
  };

  const answer = (id: SittingId, reply: StepReply, by: PersonId): SittingPage => {
    const standing = running(id, by);
    const { sitting, answers, drafts, place } = standing;
    const { entry, step } = reply;
    const before = answers.find((given) => given.entry === entry && given.step === step);
    if (!isAt(place, entry, step)) {
      // The reply to the first sending was lost: the answer counts once.
      if (before !== undefined && isSame(before.answer(), reply.answer)) return after(id, by);
      throw elsewhere();
    }
    const asked = steps.step(sitting, entry, step);
    const given = whole(asked, reply.answer);
    const reason = whyNotAnAnswer(given, asked, reply.timedOut && hasLimit(sitting, asked));
    if (reason !== null)
      throw new CasebookError('invalid_input', reason, 'Nothing was saved of it. Answer again.');
    const draft = drafts.find((each) => each.entry === entry && each.step === step);
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
      answeredAt: ports.now(),
      timedOut: reply.timedOut && hasLimit(sitting, asked),
      resumed: draft?.resumed ?? 0,
      replaces: before?.id ?? null,
      origin: null,
    });
    rows.dropDraft(id, entry, step);
    counted.delete(keyOf(id, reply));
    return after(id, by);
  };

  const keep = (id: SittingId, begun: BegunStep, by: PersonId): void => {
    const { sitting, answers, drafts, place } = running(id, by);
    const { entry, step } = begun;
    if (!isAt(place, entry, step)) {
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
    rows.putDraft(
      id,
      {
        entry,
        step,
        answer: isOlder ? known.answer : begun.answer,
        ...longer(known, begun.timing),
        resumed: known?.resumed ?? 0,
      },
      ports.now(),
    );
  };

  const back = (id: SittingId, by: PersonId): SittingPage => {
    const { sitting, answers, facts, place } = running(id, by);
    const target = place.at === 'step' && sitting.settings.allowBack ? stepBefore(facts, place) : null;
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
    rows.putDraft(
      id,
      {
        ...target,
        answer: given.answer(),
        shownAt: null,
        activeMilliseconds: 0,
        awayMilliseconds: 0,
        focusLosses: 0,
        resumed: 0,
      },
      ports.now(),
    );
    return after(id, by);
  };

  return {
    mine: (by) => rows.of(by).map((sitting) => ownSitting(standingOf(sitting, rows, steps))),
    look: (id, by, counts) =>
      database.transaction(() => {
        const standing = own(id, by);
        const { place } = standing;
        const draft = standing.drafts.find(({ entry, step }) => isAt(place, entry, step));
        const isShown = isOpen(standing.sitting) && draft !== undefined && draft.shownAt !== null;
        if (counts && isShown && !counted.has(keyOf(id, draft))) {
          counted.add(keyOf(id, draft));
          rows.putDraft(id, { ...draft, resumed: draft.resumed + 1 }, ports.now());
        }
        return pageOf(standing, steps);
      })(),
    consent: (id, by) =>
      database.transaction(() => {
        const { place } = running(id, by);
        if (place.at === 'consent') rows.setConsented(id, ports.now());
        return after(id, by);
      })(),
    proceed: (id, entry, by) =>
      database.transaction(() => {
        const { sitting, place } = running(id, by);
        if ((place.at !== 'reading' && place.at !== 'feedback') || place.entry !== entry) throw elsewhere();
        rows.setPassed(id, [...sitting.passed, entry]);
        return after(id, by);
      })(),
    answer: (id, reply, by) => database.transaction(() => answer(id, reply, by))(),
    keep: (id, begun, by) => database.transaction(() => keep(id, begun, by))(),
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
        const standing = standingOf(sitting, rows, steps);
        if (shownImages(standing, steps).some(({ id }) => id === imageId))
          return { side: sitting.settings.imageSide };
      }
      return null;
    },
  };
}

const isAt = (place: SittingPlace, entry: number, step: string): boolean =>
  place.at === 'step' && place.entry === entry && place.step === step;

function elsewhere(): CasebookError {
  return new CasebookError(
    'conflict',
    'The sitting has moved on meanwhile.',
    'What was answered is kept as it was. Go on with what is shown now.',
  );
}

const hasLimit = ({ settings }: Standing['sitting'], { purpose }: AskedStep): boolean =>
  settings.timeLimitSeconds !== null && purpose !== 'attention';

/** That there is nothing to report has the wording that the step offers. */
function whole({ answer: kind }: AskedStep, answer: StepAnswer): StepAnswer {
  return answer.kind === 'no_evidence' && kind.kind === 'text' && kind.noEvidence !== null
    ? { kind: 'no_evidence', text: kind.noEvidence }
    : answer;
}

const isSame = (a: StepAnswer, b: StepAnswer): boolean =>
  (a.kind === 'no_evidence' && b.kind === 'no_evidence') || sameJson(a, b);

/** Times only grow: what was kept before an interruption counts in any case. */
function longer(draft: SittingDraft | undefined, timing: StepTiming): StepTiming {
  if (draft === undefined) return timing;
  return {
    shownAt: draft.shownAt ?? timing.shownAt,
    activeMilliseconds: Math.max(draft.activeMilliseconds, timing.activeMilliseconds),
    awayMilliseconds: Math.max(draft.awayMilliseconds, timing.awayMilliseconds),
    focusLosses: Math.max(draft.focusLosses, timing.focusLosses),
  };
}
