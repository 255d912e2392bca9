import { openDatabase } from '../../../db/database.ts';
import { type Casebook, compose } from '../../../derived/casebook.ts';
import { pseudonymise } from '../../../records/people/pseudonyms.ts';
import type { MetricsReport, MetricsRequest } from '../../../../../shared/contract/metrics.ts';
import type { StudyReport } from '../../../../../shared/contract/studies.ts';
import type { StudyId } from '../../../../../shared/base/ids.ts';
import type { ParticipantsService } from '../participants.ts';
import type { StudiesService } from '../service.ts';
import type { Viewpoint } from '../../../access/viewpoint.ts';
import type { Progress, Work } from '../../../base/work.ts';
import { createAnswerSums } from '../answerSums.ts';
import { readBoard } from '../arrivals/board.ts';
import { recordOf } from './record.ts';
import { writeReport } from './writeReport.ts';

/** What computes the figures of participants. */
export interface StudyFigures {
  report(
    request: MetricsRequest,
    progress: Progress,
    signal: AbortSignal,
    viewpoint: Viewpoint,
  ): Promise<MetricsReport>;
}

/** Resamples and seed of the intervals in a report. */
const BOOTSTRAP = 1000;
const SEED = 1;

/** Writes a study's report; throws as {@link writeReport} does, and `not_found` where there is no such study. */
export async function reportStudy(
  {
    casebook,
    studies,
    participants,
    metrics,
  }: {
    readonly casebook: Casebook;
    readonly studies: StudiesService;
    readonly participants: ParticipantsService;
    readonly metrics: StudyFigures;
  },
  id: StudyId,
  {
    target,
    force,
    unfinished,
    names,
  }: {
    readonly target: string;
    readonly force: boolean;
    readonly unfinished: boolean;
    /** Whether people have their handles in it, in place of pseudonyms. */
    readonly names: boolean;
  },
  viewpoint: Viewpoint,
  work: Work,
): Promise<StudyReport> {
  const study = studies.get(id, viewpoint);
  const all = participants.list(id);
  const answered = all.filter((each) => each.excluded === null && each.answered > 0);
  const results: MetricsReport | null =
    casebook.benchmark.metrics === undefined || answered.length === 0
      ? null
      : await metrics.report(
          {
            respondents: answered.map(({ personId }) => personId),
            judge: null,
            // Participants together are what a baseline is about; each one's line says how many items it is of.
            items: 'together',
            unreadable: 'wrong',
            absent: 'wrong',
            undecided: 'left_out',
            without: [],
            unfinished,
            pseudonyms: !names,
            bootstrap: BOOTSTRAP,
            seed: SEED,
          },
          work.progress,
          work.signal,
          viewpoint,
        );
  const settings = casebook.records.arrivals.recruitment(id)?.settings;
  const recruitment =
    settings === undefined
      ? null
      : { settings, board: readBoard(casebook, study, settings, createAnswerSums(casebook)(study.id)) };
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    const called = new Map(
      (names ? [] : pseudonymise(snapshot)).map(({ handle, pseudonym }) => [handle, pseudonym]),
    );
    const named = all.map((each) => {
      const pseudonym = called.get(each.handle);
      return pseudonym === undefined ? each : { ...each, handle: pseudonym, name: pseudonym };
    });
    const read = compose({ ...casebook, database: snapshot });
    return await writeReport(
      recordOf(
        read,
        study,
        named,
        unfinished,
        results,
        recruitment,
        studies.reportedTranslations(id, viewpoint),
      ),
      { target, force },
      work,
    );
  } finally {
    snapshot.close();
  }
}
