import type { Board, RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { crowdOf, freePlaces, groupOf, holdingOf, type PlaceHold } from '../../../derived/places.ts';
import type { Arrival, PlaceHolder } from '../../../records/studies/arrivals.ts';
import type { StudyRow } from '../../../records/studies/studyRows.ts';
import type { AnswerSum } from '../answerSums.ts';

/** Reads how a study goes; `answers`: the sums of its answers. */
export function readBoard(
  { benchmark, ports, records }: Casebook,
  { id, settings: { conditions } }: Pick<StudyRow, 'id' | 'settings'>,
  settings: RecruitmentSettings,
  answers: readonly AnswerSum[],
): Board {
  const known = benchmark.baseline?.conditions ?? [];
  return boardOf(
    { arrivals: records.arrivals.ofStudy(id), holders: records.arrivals.holders(id), answers },
    settings,
    conditions.map((each) => ({ id: each, title: known.find((one) => one.id === each)?.title ?? each })),
    ports.now(),
  );
}

/** What a study's board counts. */
export interface BoardRows {
  readonly arrivals: readonly Pick<Arrival, 'state' | 'studySessionId' | 'releasedFor'>[];
  readonly holders: readonly PlaceHolder[];
  readonly answers: readonly Pick<AnswerSum, 'studySessionId' | 'condition' | 'main'>[];
}

type PlaceSettings = Pick<RecruitmentSettings, 'places' | 'silenceMinutes'>;

/**
 * Counts a study's arrivals, what became of them, and the places left, by group and version.
 * @param conditions the versions, in their order
 */
export function boardOf(
  rows: BoardRows,
  settings: PlaceSettings,
  conditions: readonly { readonly id: string; readonly title: string }[],
  now: number,
): Board {
  const { arrivals, holders } = rows;
  const free = freePlaces(holders, settings, now);
  const crowd = crowdOf(holders, settings, now);
  const holds = holdsOf(rows, settings, now);
  const places = Array.from({ length: settings.places }, (_, index) => index + 1);
  const countOf = (hold: PlaceHold, of = holds): number => of.filter((each) => each.hold === hold).length;
  const stateOf = (state: Arrival['state']): number =>
    arrivals.filter((each) => each.state === state && each.studySessionId === null).length;
  const releasedFor = (...why: readonly Arrival['releasedFor'][]): number =>
    arrivals.filter((each) => why.includes(each.releasedFor)).length;
  const answers = answersOfFinished(rows);
  return {
    arrived: arrivals.length,
    deciding: stateOf('deciding'),
    declined: stateOf('declined'),
    screenedOut: stateOf('screened_out'),
    underWay: countOf('underWay'),
    silent: countOf('silent'),
    finished: countOf('finished'),
    attentionFailed: releasedFor('attention'),
    withdrawn: releasedFor('withdrawal'),
    returned: releasedFor('returned', 'timed_out', 'rejected'),
    places: settings.places,
    left: free.length,
    crowd:
      crowd === null
        ? null
        : { places: crowd.arrivals.length, seconds: Math.max(1, Math.ceil(crowd.withinMs / 1000)) },
    groups: conditions.map((_, index) => {
      const group = index + 1;
      const isIn = (place: number): boolean => groupOf(place, conditions.length) === group;
      const held = holds.filter(({ place }) => isIn(place));
      return {
        group,
        places: places.filter(isIn).length,
        underWay: countOf('underWay', held),
        silent: countOf('silent', held),
        finished: countOf('finished', held),
        left: free.filter(isIn).length,
      };
    }),
    conditions: conditions.map(({ id, title }) => ({ condition: id, title, answers: answers(id) })),
  };
}

/** How people hold their places. Those who came back too late read that their part is over, and count as silent still. */
function holdsOf(
  { arrivals, holders }: BoardRows,
  settings: PlaceSettings,
  now: number,
): { readonly place: number; readonly hold: PlaceHold }[] {
  const silenced = new Set(
    arrivals.flatMap(({ releasedFor, studySessionId }) =>
      releasedFor === 'silence' ? (studySessionId ?? []) : [],
    ),
  );
  return holders.map((holder) => {
    const hold = holdingOf(holder, settings, now);
    const isSilenced = hold === 'gone' && silenced.has(holder.studySessionId);
    return { place: holder.place, hold: isSilenced ? 'silent' : hold };
  });
}

/** How many answers to a version there are of people who finished and count. */
function answersOfFinished({ holders, answers }: BoardRows): (condition: string) => number {
  const finished = new Set(
    holders.flatMap(({ studySessionId, ended, withdrawn, excluded }) =>
      ended && !withdrawn && !excluded ? studySessionId : [],
    ),
  );
  return (condition) =>
    answers
      .filter((each) => each.condition === condition && finished.has(each.studySessionId))
      .reduce((sum, { main }) => sum + main, 0);
}
