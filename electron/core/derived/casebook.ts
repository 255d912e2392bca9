import type { CorePorts } from '../base/ports.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import * as files from '../records/casebook.ts';
import { createRecords, makeOnDemand, once, type RecordedCasebook } from '../records/records.ts';
import { Acceptability } from './acceptable.ts';
import { createReturnToReview } from './returnToReview.ts';
import { StatusChange } from './changeStatus.ts';
import { createExclude } from './exclusions.ts';
import { GoldReader } from './gold.ts';
import { createGoldStatus } from './goldStatus.ts';
import { KeptGold } from './keptGold.ts';
import { ItemWriter } from './itemWriter.ts';
import { Participation } from './participation.ts';
import { Parts } from './parts.ts';
import { ItemRecomputer } from './recompute.ts';
import { VerdictRecomputer } from './recomputeVerdicts.ts';
import { createResponseWriter } from './responseWriter.ts';
import { createValidationState } from './validationStatus.ts';
import { VerdictWriter } from './verdictWriter.ts';

/** What follows from records, and what writes records together with what follows from them; each part made once. */
export type Derived = ReturnType<typeof createDerived>;

/** An open casebook as features get it: its records and what is derived from them, composed once. */
export interface Casebook extends RecordedCasebook {
  readonly derived: Derived;
}

/**
 * Composes a casebook. For another database of the same casebook (a snapshot, a trial copy) it is composed anew, as
 * statements belong to a connection.
 */
export function compose(opened: CasebookFiles): Casebook {
  const recorded = { ...opened, records: createRecords(opened) };
  return { ...recorded, derived: createDerived(recorded) };
}

/** Opens a casebook and composes it; see `openCasebook` of the records. */
export async function openCasebook(...how: Parameters<typeof files.openCasebook>): Promise<Casebook> {
  return compose(await files.openCasebook(...how));
}

/** Makes a new casebook and composes it; see `createCasebook` of the records. */
export async function createCasebook(
  path: string,
  options: Parameters<typeof files.createCasebook>[1],
  ports: CorePorts,
  begin: (casebook: Casebook) => void = () => undefined,
): Promise<Casebook> {
  return compose(
    await files.createCasebook(path, options, ports, (opened) => {
      begin(compose(opened));
    }),
  );
}

function createDerived(casebook: RecordedCasebook) {
  const gold = once(() => new GoldReader(casebook));
  const verdicts = once(() => new VerdictRecomputer(casebook));
  const validation = once(() => createValidationState(casebook));
  const goldStatus = once(() => createGoldStatus(casebook, gold()));
  const items = once(() => new ItemWriter(casebook, { verdicts: verdicts(), validation: validation() }));
  const recompute = once(
    () =>
      new ItemRecomputer(casebook, { writer: items(), validation: validation(), statusOfGold: goldStatus() }),
  );
  const keptGold = once(() => new KeptGold(casebook, { items: items(), recompute: recompute() }));
  const returnToReview = once(() =>
    createReturnToReview(casebook, { writer: items(), validation: validation() }),
  );
  const acceptability = once(() => new Acceptability(casebook, gold()));
  const statusChange = once(
    () =>
      new StatusChange(casebook, {
        writer: items(),
        whyNotAcceptable: (ids) => acceptability().whyNot(ids),
        parts: parts(),
      }),
  );
  const parts = once(() => new Parts(casebook, items));
  const responses = once(() => createResponseWriter(casebook, verdicts()));
  const exclude = once(() => createExclude(casebook, verdicts()));
  const participation = once(() => new Participation(casebook, exclude()));
  const verdictWriter = once(() => new VerdictWriter(casebook, verdicts()));
  return makeOnDemand({
    /** Items with their gold. */
    gold,
    /** The status that follows from an item's gold. */
    goldStatus,
    /** Writes items with everything derived from them; its `together` counts for all that write at the time. */
    items,
    /** Brings an item up to date after its answers, assignments or decisions changed. */
    recompute,
    /** Gold that was made before there was a consensus of boxes. */
    keptGold,
    /** Brings accepted verdicts up to date. */
    verdicts,
    validation,
    /** Puts accepted items back in review that nobody may accept any more. */
    returnToReview,
    /** Says which items can be accepted by hand, and why others cannot. */
    acceptability,
    /** Changes statuses by hand. */
    statusChange,
    /** Long writes, step by step. */
    parts,
    /** Writes an answer of a respondent. */
    responses,
    /** Excludes participants, or includes them again. */
    exclude,
    /** What participation means for somebody's place in a study. */
    participation,
    /** Writes verdicts. */
    verdictWriter,
  });
}
