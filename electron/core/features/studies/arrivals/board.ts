import type { Board, RecruitmentSettings } from '../../../../../shared/contract/recruitment.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { PlaceHold } from '../../../derived/places.ts';
import { crowdOf, freePlaces, groupOf, holdingOf } from '../../../derived/places.ts';
import type { AnswerSum } from '../answerSums.ts';
import type { StudyRow } from '../../../records/studies/studyRows.ts';

/** Counts how a study goes: who came, what became of them, and which places are left, by group and version of what was answered. */
export function createBoard(
  casebook: Casebook,
): (
  study: Pick<StudyRow, 'id' | 'settings'>,
  settings: RecruitmentSettings,
  given: readonly AnswerSum[],
) => Board {
  const { benchmark, ports } = casebook;
  const { arrivals } = casebook.records;
  return (study, settings, given) => {
    const now = ports.now();
    const all = arrivals.ofStudy(study.id);
    const holders = arrivals.holders(study.id);
    const free = freePlaces(holders, settings, now);
    const crowd = crowdOf(holders, settings, now);
    const { conditions } = study.settings;
    const silenced = new Set(
      all.flatMap(({ releasedFor: why, studySessionId }) =>
        why === 'silence' ? (studySessionId ?? []) : [],
      ),
    );
    const held = new Map(
      holders.map((holder) => {
        const holding = holdingOf(holder, settings, now);
        // People who came back too late read that their part is over; the board still counts them as silent.
        return [
          holder.studySessionId,
          holding === 'gone' && silenced.has(holder.studySessionId) ? 'silent' : holding,
        ];
      }),
    );
    const countOf = (holding: PlaceHold, group?: number): number =>
      holders.filter(
        (holder) =>
          held.get(holder.studySessionId) === holding &&
          (group === undefined || groupOf(holder.place, conditions.length) === group),
      ).length;
    const stateOf = (state: (typeof all)[number]['state']): number =>
      all.filter((each) => each.state === state && each.studySessionId === null).length;
    const releasedFor = (...why: readonly string[]): number =>
      all.filter((each) => each.releasedFor !== null && why.includes(each.releasedFor)).length;
    const places = Array.from({ length: settings.places }, (_, index) => index + 1);
    const inGroup = (numbers: readonly number[], group: number): number =>
      numbers.filter((place) => groupOf(place, conditions.length) === group).length;
    const finished = new Set(
      holders.flatMap(({ studySessionId, ended, withdrawn, excluded }) =>
        ended && !withdrawn && !excluded ? studySessionId : [],
      ),
    );
    const answersIn = (condition: string): number =>
      given.reduce(
        (sum, each) =>
          each.condition === condition && finished.has(each.studySessionId) ? sum + each.main : sum,
        0,
      );
    return {
      arrived: all.length,
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
        return {
          group,
          places: inGroup(places, group),
          underWay: countOf('underWay', group),
          silent: countOf('silent', group),
          finished: countOf('finished', group),
          left: inGroup(free, group),
        };
      }),
      conditions: conditions.map((condition) => ({
        condition,
        title: benchmark.baseline?.conditions.find(({ id }) => id === condition)?.title ?? condition,
        answers: answersIn(condition),
      })),
    };
  };
}
