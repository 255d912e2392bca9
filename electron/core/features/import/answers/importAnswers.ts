import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../../shared/domain/ids.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { People } from '../../../records/people.ts';
import type { ReportBuilder } from '../../../formats/importReport.ts';
import { createReport } from '../../../formats/importReport.ts';
import { type ImportServices, assertFile } from '../importServices.ts';
import type { AskedImport } from '../../../formats/format.ts';
import { createBreather } from '../../../formats/ratingStaging.ts';
import type { Work } from '../../../base/work.ts';
import type {
  AnswerKey,
  IncomingDecision,
  IncomingVerdict,
  Party,
} from '../../../formats/answers/incoming.ts';
import { nameOf } from '../../../formats/answers/incoming.ts';
import type { ReadAnswers } from '../../../formats/answers/intake.ts';
import { createAnswerIntake } from '../../../formats/answers/intake.ts';
import type { KnownItem } from '../../../formats/answers/knownItems.ts';
import { createItemFinder } from '../../../formats/answers/knownItems.ts';
import { type Outcome, createOutcomes } from './outcomes.ts';
import { createRecording } from './recording.ts';
import type { AnswerStaging } from '../../../formats/answers/staging.ts';
import { createAnswerStaging } from '../../../formats/answers/staging.ts';

/** How much is looked at between two breaths. */
const BREATH = 1000;

interface Job {
  readonly casebook: Casebook;
  readonly people: People;
  readonly staging: AnswerStaging;
  readonly report: ReportBuilder;
  readonly work: Work;
}

/**
 * Brings answers of people and models in, and verdicts on them. The same source twice changes nothing; what a later
 * source says differently replaces what was said, and both are kept.
 */
export async function importAnswers(
  { casebook, people, alone }: Pick<ImportServices, 'casebook' | 'people' | 'alone'>,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
  read: ReadAnswers,
): Promise<ImportReport> {
  await assertSource(casebook, request.source);
  const report = createReport();
  const staging = createAnswerStaging();
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  try {
    await read(createAnswerIntake(casebook, staging, report), work);
    if (staging.count() === 0 && report.skipped() === 0)
      report.skip(basename(request.source), null, 'It has no answers or verdicts.');
    if (stops()) return report.refused();
    const job = { casebook, people, staging, report, work };
    await check(job);
    if (stops()) return report.refused();
    if (request.dryRun) return report.build({ applied: false, similar: [] });
    work.progress('Writing', 0, staging.count());
    // Lets the progress be shown and a cancellation come through before nothing else can happen.
    await setImmediate();
    work.signal.throwIfAborted();
    await alone(
      casebook.database.transaction(() => {
        write(job, { format: request.format, origin: basename(request.source), by });
      }),
    );
    return report.build({ applied: true, similar: [] });
  } finally {
    staging.close();
  }
}

/** Sets everything against what the casebook holds: counts what would come of it, names what is wrong with it. */
async function check({ casebook, people, staging, report, work }: Job): Promise<void> {
  const find = createItemFinder(casebook);
  const outcomes = createOutcomes(casebook, people);
  const breathe = createBreather(work.signal, BREATH);
  let done = 0;
  const step = async (): Promise<void> => {
    done += 1;
    work.progress('Checking', done, staging.count());
    await breathe();
  };
  const refused: AnswerKey[] = [];
  let nowKnown = 0;
  for (const answer of staging.answers()) {
    const item = find(answer.item);
    if (item === null) continue;
    const outcome = outcomes.answer(answer, item.id);
    count(outcome, `${answer.item}, ${nameOf(answer.respondent)}`, answer.step, report);
    if (outcome.kind === 'refused') refused.push(answer);
    if (outcome.kind === 'updated' && outcome.wasUnknown) nowKnown += 1;
    await step();
  }
  for (const answer of refused) staging.refuse(answer);
  if (nowKnown > 0)
    report.warn(
      null,
      null,
      `The text of ${String(nowKnown)} answers is now known. Earlier verdicts on them stay.`,
    );
  const judged = async <T extends IncomingVerdict | IncomingDecision>(
    each: T,
    outcome: (each: T, item: KnownItem) => Outcome,
  ): Promise<void> => {
    const item = find(each.item);
    const staged = staging.has(each);
    await step();
    if (item === null || staged === 'refused') return;
    const name = `${each.item}, ${nameOf(each.respondent)}`;
    if (staged === 'no' && !outcomes.answered(each, item.id)) {
      report.skip(
        name,
        each.step,
        'The casebook has no such answer to judge. Import the answers first, with the same respondent.',
      );
    } else {
      const where = [each.criterion, each.subject].filter((part) => part !== '').join(', ');
      count(outcome(each, item), name, where, report);
    }
  };
  for (const verdict of staging.verdicts())
    await judged(verdict, (each, item) => outcomes.verdict(each, item.id));
  for (const decision of staging.decisions())
    await judged(decision, (each, item) => outcomes.decision(each, item.id));
  tellOfNewcomers(staging.parties(), outcomes.personOf, casebook, report);
}

function count(outcome: Outcome, name: string, field: string, report: ReportBuilder): void {
  switch (outcome.kind) {
    case 'added':
    case 'unchanged':
      report.counts[outcome.kind] += 1;
      return;
    case 'updated':
      report.counts.updated += 1;
      report.change(name, field, outcome.from, outcome.to);
      return;
    case 'refused':
      report.skip(name, outcome.field, outcome.reason);
  }
}

/** Says whom the source brings along: a slip in a name makes another respondent. */
function tellOfNewcomers(
  parties: readonly Party[],
  personOf: (party: Party) => PersonId | null | undefined,
  { database }: Casebook,
  report: ReportBuilder,
): void {
  const known = database.prepare<[string], number>('SELECT 1 FROM person WHERE id = ?').pluck();
  const fresh = parties.filter((party) => {
    const id = personOf(party);
    return id === null || (id !== undefined && known.get(id) === undefined);
  });
  if (fresh.length === 0) return;
  const names = fresh.slice(0, 10).map((party) => {
    const version = party.kind === 'model' ? party.identity.version : null;
    return version === null ? nameOf(party) : `${nameOf(party)} (${version})`;
  });
  report.warn(null, null, `New here: ${names.join(', ')}${fresh.length > names.length ? ', …' : ''}.`);
}

/** Writes everything that was not refused. */
function write(
  { casebook, people, staging, report, work }: Job,
  { format, origin, by }: { readonly format: string; readonly origin: string; readonly by: PersonId | null },
): void {
  const find = createItemFinder(casebook);
  const outcomes = createOutcomes(casebook, people);
  const recording = createRecording(casebook, people, by);
  const counts = { added: 0, updated: 0, unchanged: 0 };
  let done = 0;
  const tell = (): void => {
    done += 1;
    if (done % BREATH === 0) work.progress('Writing', done, staging.count());
  };
  for (const answer of staging.answers()) {
    tell();
    const item = find(answer.item);
    if (item === null) continue;
    const outcome = outcomes.answer(answer, item.id);
    if (outcome.kind === 'refused') continue;
    counts[outcome.kind] += 1;
    if (outcome.kind !== 'unchanged') recording.answer(answer, item, outcome, origin);
  }
  for (const verdict of staging.verdicts()) {
    tell();
    const item = find(verdict.item);
    if (item === null || staging.has(verdict) === 'refused' || !outcomes.answered(verdict, item.id)) continue;
    const outcome = outcomes.verdict(verdict, item.id);
    if (outcome.kind === 'refused') continue;
    counts[outcome.kind] += 1;
    if (outcome.kind !== 'unchanged') recording.verdict(verdict, item, outcome);
  }
  for (const decision of staging.decisions()) {
    tell();
    const item = find(decision.item);
    if (item === null || staging.has(decision) === 'refused' || !outcomes.answered(decision, item.id))
      continue;
    const outcome = outcomes.decision(decision, item.id);
    if (outcome.kind === 'refused') continue;
    counts[outcome.kind] += 1;
    if (outcome.kind === 'added') recording.decision(decision, item);
  }
  recording.recompute();
  Object.assign(report.counts, counts);
  if (counts.added + counts.updated > 0)
    casebook.records.log({ kind: 'import', personId: by, detail: { format, ...counts } });
}

async function assertSource({ benchmark }: Casebook, source: string): Promise<void> {
  if (benchmark.baseline === undefined)
    throw new CasebookError(
      'invalid_input',
      `${benchmark.title} has no questions to answer.`,
      'Nothing was changed. Create a casebook for a benchmark with questions.',
    );
  await assertFile(
    source,
    'Nothing was changed. Choose the file itself; import each respondent’s answers separately.',
  );
}
