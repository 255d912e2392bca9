import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId, ResponseId } from '../../../../../shared/base/ids.ts';
import { isWordless } from '../../../../../shared/domain/wordless.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { People } from '../../../records/people/people.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { assertFile, type ImportServices } from '../importServices.ts';
import type { AskedImport } from '../../../formats/format.ts';
import { Breather } from '../../../formats/reading/breather.ts';
import type { Work } from '../../../base/work.ts';
import {
  type AnswerKey,
  type IncomingDecision,
  type IncomingVerdict,
  nameOf,
  type Party,
} from '../../../formats/answers/incoming.ts';
import { AnswerIntake, type ReadAnswers } from '../../../formats/answers/intake.ts';
import { ItemFinder, type KnownItem } from '../../../formats/answers/knownItems.ts';
import { type FoundResponse, type ImportOutcome, Outcomes } from './outcomes.ts';
import { AnswerRecorder } from './answerRecorder.ts';
import { AnswerStaging, type StagedAssessment } from '../../../formats/answers/staging.ts';

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
  { casebook, people, write: writing }: Pick<ImportServices, 'casebook' | 'people' | 'write'>,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
  read: ReadAnswers,
): Promise<ImportReport> {
  await assertSource(casebook, request.source);
  const report = new ReportBuilder();
  const staging = new AnswerStaging();
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  try {
    await read(new AnswerIntake(casebook, staging, report), work);
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
    await writing(write(job, { format: request.format, origin: basename(request.source), by }));
    return report.build({ applied: true, similar: [] });
  } finally {
    staging.close();
  }
}

/** Sets everything against what the casebook holds: counts the effects, names what is wrong with it. */
async function check({ casebook, people, staging, report, work }: Job): Promise<void> {
  const finder = new ItemFinder(casebook);
  const outcomes = new Outcomes(casebook, people);
  const breather = new Breather(work.signal, 1);
  let done = 0;
  const step = async (some: readonly unknown[]): Promise<void> => {
    done += some.length;
    work.progress('Checking', done, staging.count());
    await breather.step();
  };
  const refused: AnswerKey[] = [];
  let nowKnown = 0;
  let wordless = 0;
  for (const answers of staging.answers()) {
    for (const { incoming: answer, before } of ofKnownItems(answers, finder, outcomes)) {
      const outcome = outcomes.answer(answer, before);
      count(outcome, `${answer.item}, ${nameOf(answer.respondent)}`, answer.step, report);
      if (outcome.kind === 'refused') refused.push(answer);
      if (outcome.kind === 'updated' && outcome.wasUnknown) nowKnown += 1;
      if (outcome.kind !== 'refused' && isWordless(answer.answer)) wordless += 1;
    }
    await step(answers);
  }
  for (const answer of refused) staging.refuse(answer);
  if (nowKnown > 0)
    report.warn(
      null,
      null,
      `The text of ${String(nowKnown)} answers is now known. Earlier verdicts on them stay.`,
    );
  if (wordless > 0 && casebook.benchmark.judging !== undefined)
    report.warn(
      null,
      null,
      wordless === 1
        ? 'An answer has no words: it is empty, or nothing but signs. It counts as wrong and goes to no judge.'
        : `${String(wordless)} answers have no words: they are empty, or nothing but signs. They count as wrong and go to no judge.`,
    );
  const judged = async <T extends IncomingVerdict | IncomingDecision>(
    some: readonly StagedAssessment<T>[],
    outcome: (each: T, response: ResponseId | null) => ImportOutcome,
  ): Promise<void> => {
    for (const { incoming: each, before } of ofKnownItems(some, finder, outcomes)) {
      if (each.answered === 'refused') continue;
      const name = `${each.item}, ${nameOf(each.respondent)}`;
      if (each.answered === 'no' && before === null) {
        report.skip(
          name,
          each.step,
          'The casebook has no such answer to judge. Import the answers first, with the same respondent.',
        );
      } else {
        const where = [each.criterion, each.subject].filter((part) => part !== '').join(', ');
        count(outcome(each, before?.id ?? null), name, where, report);
      }
    }
    await step(some);
  };
  for (const verdicts of staging.verdicts())
    await judged(verdicts, (each, response) => outcomes.verdict(each, response));
  for (const decisions of staging.decisions())
    await judged(decisions, (each, response) => outcomes.decision(each, response));
  tellOfNewcomers(staging.parties(), (party) => outcomes.personOf(party), casebook, report);
}

function count(outcome: ImportOutcome, name: string, field: string, report: ReportBuilder): void {
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

/** Says whom the source adds: a slip in a name makes another respondent. */
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

/** What is about items that there are, with the item and the answer that the casebook has already. */
function ofKnownItems<T extends AnswerKey>(
  some: readonly T[],
  finder: ItemFinder,
  outcomes: Outcomes,
): { readonly incoming: T; readonly item: KnownItem; readonly before: FoundResponse | null }[] {
  const known = some.flatMap((incoming) => {
    const item = finder.find(incoming.item);
    return item === null ? [] : [{ incoming, item }];
  });
  const before = outcomes.answers(known.map(({ incoming, item }) => ({ key: incoming, itemId: item.id })));
  return known.map((each, place) => ({ ...each, before: before[place] ?? null }));
}

/** Writes everything that was not refused, some a step; what follows from it is up to date after each. */
function* write(
  { casebook, people, staging, report, work }: Job,
  { format, origin, by }: { readonly format: string; readonly origin: string; readonly by: PersonId | null },
): Generator<void, void> {
  const finder = new ItemFinder(casebook);
  const outcomes = new Outcomes(casebook, people);
  const recording = new AnswerRecorder(casebook, people, by);
  const counts = { added: 0, updated: 0, unchanged: 0 };
  let done = 0;
  const tell = (some: readonly unknown[]): void => {
    recording.recompute();
    done += some.length;
    work.progress('Writing', done, staging.count());
  };
  for (const answers of staging.answers()) {
    for (const { incoming, item, before } of ofKnownItems(answers, finder, outcomes)) {
      const outcome = outcomes.answer(incoming, before);
      if (outcome.kind === 'refused') continue;
      counts[outcome.kind] += 1;
      const id =
        outcome.kind === 'unchanged' ? before?.id : recording.answer(incoming, item, outcome, origin);
      if (id !== undefined) staging.noteResponse(incoming, id);
    }
    tell(answers);
    yield;
  }
  const judged = <T extends IncomingVerdict | IncomingDecision>(
    some: readonly StagedAssessment<T>[],
    outcomeOf: (each: T, response: ResponseId) => ImportOutcome,
    record: (each: T, item: KnownItem, response: ResponseId, outcome: ImportOutcome) => void,
  ): void => {
    const noted = some.filter(({ answered, response }) => answered !== 'refused' && response !== null);
    const others = some.filter(({ answered, response }) => answered !== 'refused' && response === null);
    const found = [
      ...noted.flatMap((incoming) => {
        const item = finder.find(incoming.item);
        return item === null ? [] : [{ incoming, item, response: incoming.response }];
      }),
      ...ofKnownItems(others, finder, outcomes).map((each) => ({
        ...each,
        response: each.before?.id ?? null,
      })),
    ];
    for (const { incoming, item, response } of found) {
      if (response === null) continue;
      const outcome = outcomeOf(incoming, response);
      if (outcome.kind === 'refused') continue;
      counts[outcome.kind] += 1;
      record(incoming, item, response, outcome);
    }
    tell(some);
  };
  for (const verdicts of staging.verdicts()) {
    judged(
      verdicts,
      (each, response) => outcomes.verdict(each, response),
      (each, item, response, outcome) => {
        if (outcome.kind !== 'unchanged') recording.verdict(each, item, response, outcome);
      },
    );
    yield;
  }
  for (const decisions of staging.decisions()) {
    judged(
      decisions,
      (each, response) => outcomes.decision(each, response),
      (each, _item, response, outcome) => {
        if (outcome.kind === 'added') recording.decision(each, response);
      },
    );
    yield;
  }
  Object.assign(report.counts, counts);
  if (counts.added + counts.updated === 0) return;
  const { log, importedRows } = casebook.records;
  importedRows.note(
    log({ kind: 'import', personId: by, detail: { format, ...counts } }).sequence,
    recording.written,
  );
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
