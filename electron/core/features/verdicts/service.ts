import { type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { join } from 'node:path';
import type { Person } from '../../../../shared/contract/application.ts';
import type {
  Judge,
  VerdictAgreement,
  VerdictCase,
  VerdictEffects,
  VerdictEntry,
  VerdictFilter,
  VerdictUnit,
} from '../../../../shared/contract/verdicts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, VerdictDecisionId } from '../../../../shared/base/ids.ts';
import type { VerdictCause } from '../../../../shared/domain/status.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type { VerdictJobs } from './verdictWorker.ts';
import { checkedVerdict } from '../../records/verdicts/verdictValidation.ts';
import { VerdictCases, type VerdictFile } from './cases.ts';
import { type VerdictCounts, VerdictQueue } from './queue.ts';
import { type NewDecision, VerdictRows } from '../../access/verdictRows.ts';
import { isAdjudicator } from '../../access/verdictVisibility.ts';

/** What is decided, and on what footing. */
export interface VerdictDecisionInput {
  readonly value: Json;
  readonly cause: VerdictCause;
  readonly note: string;
  /** Made without sight of the verdicts. */
  readonly unseen?: boolean;
  /** The decision that held when the case was read, null where none did. */
  readonly replaces: VerdictDecisionId | null;
}

/** Disagreements between judges in an open casebook. */
export class VerdictsService {
  readonly #casebook: Casebook;
  readonly #metrics: { readonly parameters: () => JsonObject };
  readonly #compute: Compute<VerdictJobs>;
  readonly #file;
  readonly #rows;
  readonly #cases;
  readonly #queue;
  readonly #recomputing;

  constructor(
    casebook: Casebook,
    metrics: { readonly parameters: () => JsonObject },
    compute: Compute<VerdictJobs>,
  ) {
    this.#casebook = casebook;
    this.#metrics = metrics;
    this.#compute = compute;
    this.#file = join(casebook.path, DATABASE);
    this.#rows = new VerdictRows(casebook);
    this.#cases = new VerdictCases(casebook, this.#rows);
    this.#queue = new VerdictQueue(casebook, this.#rows);
    this.#recomputing = casebook.derived.verdicts;
  }

  queue(
    filter: VerdictFilter,
    offset: number,
    limit: number,
    by: Person,
  ): { total: number; rows: VerdictEntry[] } {
    return this.#queue.page(filter, offset, limit, by);
  }

  counts(by: Person): VerdictCounts {
    return this.#queue.counts(by);
  }

  /** Throws `not_found` where nobody judged it, `forbidden` where `by` has yet to. */
  case(unit: VerdictUnit, by: Person): VerdictCase {
    return this.#cases.show(this.#cases.file(unit, by.id));
  }

  /**
   * Decides between judges. Throws `conflict` where something else was decided meanwhile or there is nothing to decide,
   * `invalid_input` for what is no verdict, `forbidden` where `by` judged it and the casebook does not let judges decide.
   */
  decide(
    unit: VerdictUnit,
    decision: VerdictDecisionInput,
    by: Person,
  ): { readonly case: VerdictCase; readonly next: VerdictUnit | null } {
    return this.#casebook.database.transaction(() => {
      this.#decideOne(unit, decision, by);
      return { case: this.#cases.show(this.#cases.file(unit, by.id)), next: this.#queue.next(unit, by) };
    })();
  }

  /**
   * Decides everything open that a filter finds, in one transaction; what `by` judged themself stays open. Throws
   * `invalid_input` where the filter is not of one criterion, or for what is no verdict.
   */
  decideAll(
    filter: VerdictFilter,
    decision: Pick<VerdictDecisionInput, 'value' | 'cause' | 'note'>,
    by: Person,
  ): { readonly decided: number; readonly left: number } {
    return this.#casebook.database.transaction(() => {
      if (filter.criterion?.length !== 1)
        throw new CasebookError(
          'invalid_input',
          'Cases can be decided together only where they are of one criterion.',
          'Nothing was changed. Choose a criterion first.',
        );
      const units = this.#queue.open(filter, by);
      const free = units.filter(({ barred }) => !barred);
      for (const { unit } of free) this.#decideOne(unit, { ...decision, replaces: null }, by);
      return { decided: free.length, left: units.length - free.length };
    })();
  }

  /** Takes the decision back. Throws `conflict` where there is none. */
  reopen(unit: VerdictUnit, note: string, by: Person): VerdictCase {
    return this.#casebook.database.transaction(() => {
      const file = this.#cases.file(unit, by.id);
      const decisions = file.decisions.filter(({ kind, isCurrent }) => kind === 'decision' && isCurrent);
      if (decisions.length === 0) {
        throw new CasebookError('conflict', 'There is no decision to reopen.', 'Nothing was changed.');
      }
      if (decisions.some(({ personId }) => personId !== by.id)) requireOthers(file);
      for (const { id } of decisions) this.#rows.insert(unit, reopening(id, note), by.id);
      this.#recomputing.recompute(unit.response);
      return this.#cases.show(this.#cases.file(unit, by.id));
    })();
  }

  /** Everybody and everything that judged, with how many verdicts. */
  judges(): (Judge & { verdicts: number })[] {
    return this.#rows.judges();
  }

  /**
   * How LLM judges stand to people before and after decisions, and people among themselves; without what `by` has yet
   * to judge (null: nobody’s eyes have to be kept). Rejects when the signal aborts.
   */
  async agreement(
    { bootstrap: resamples, seed }: { readonly bootstrap: number; readonly seed: number },
    by: Person | null,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<VerdictAgreement> {
    const found = await this.#compute.run(
      'verdictComparisons',
      { file: this.#file, viewer: by?.id ?? null, resamples, seed },
      { progress, signal },
    );
    return {
      seed,
      resamples,
      comparisons: found.comparisons.map((each) => ({ ...each, judge: this.#judgeOf(each.judge) })),
      people: found.people.map((each) => ({ ...each, judges: each.judges.map(this.#judgeOf) })),
    };
  }

  /**
   * Respondents' figures by a judge alone and by accepted verdicts, as Results shows them, with the verdicts that differ.
   * Throws `not_found` for an unknown judge.
   */
  async effects(judge: PersonId, by: Person): Promise<VerdictEffects> {
    if (this.#rows.judge(judge) === undefined) {
      throw new CasebookError('not_found', 'There is no such judge in this casebook.', 'Choose again.');
    }
    const found = await this.#compute.run('verdictEffects', {
      file: this.#file,
      judge,
      parameters: this.#metrics.parameters(),
      viewer: by.id,
      decides: isAdjudicator(by),
    });
    return {
      basis: [...found.basis],
      effects: found.effects.map((effect) => ({
        ...effect,
        respondent: this.#judgeOf(effect.personId).name,
      })),
    };
  }

  /** Takes back all these decisions but the last, which is left to be replaced: a row replaces one other. */
  #clear(file: VerdictFile, note: string, by: Person): VerdictDecisionId | null {
    const heads = file.decisions.filter(({ isCurrent }) => isCurrent);
    const [last, ...others] = heads.filter(({ kind }) => kind === 'decision');
    for (const { id } of others) this.#rows.insert(file.unit, reopening(id, note), by.id);
    return last?.id ?? heads[0]?.id ?? null;
  }

  readonly #judgeOf = (id: PersonId): Judge => {
    const judge = this.#rows.judge(id);
    if (judge === undefined) throw new Error('A judge is not among the people.');
    return judge;
  };

  #decideOne(
    unit: VerdictUnit,
    { value, cause, note, unseen = false, replaces }: VerdictDecisionInput,
    by: Person,
  ): void {
    const file = this.#cases.file(unit, by.id);
    requireDecidable(file, replaces);
    requireOthers(file);
    // What a judge said can be decided, also in words of the judge's own.
    if (!file.verdicts.some((verdict) => sameJson(verdict.value, value)))
      checkedVerdict(file.criterion.verdict, { value, passages: [] }, file.answer.text);
    const judgments = file.verdicts.map(({ id }) => id);
    const decision = { kind: 'decision', value, judgments, cause, note, unseen } as const;
    this.#rows.insert(unit, { ...decision, replaces: this.#clear(file, note, by) }, by.id);
    this.#recomputing.recompute(unit.response);
  }
}

const reopening = (replaces: VerdictDecisionId, note: string): NewDecision => ({
  kind: 'reopening',
  value: null,
  judgments: [],
  replaces,
  cause: null,
  note,
  unseen: false,
});

/** A judge of this answer has taken sides. */
function requireOthers({ barred }: VerdictFile): void {
  if (!barred) return;
  throw new CasebookError(
    'forbidden',
    'You judged this answer yourself, so another adjudicator has to decide it.',
    'Nothing was changed. A curator can let adjudicators decide cases that they judged, in Settings.',
  );
}

function requireDecidable(
  { verdictState: { state }, decisions }: VerdictFile,
  replaces: VerdictDecisionId | null,
): void {
  const current = decisions.filter(({ kind, isCurrent }) => kind === 'decision' && isCurrent);
  const [only, ...others] = current;
  const expected = others.length > 0 ? null : (only?.id ?? null);
  if (replaces !== expected) {
    throw new CasebookError(
      'conflict',
      only === undefined ? 'Somebody has reopened the decision.' : `${only.person} has already decided this.`,
      'Nothing was changed. Reopen the case to see it.',
    );
  }
  if (state !== 'disputed' && state !== 'decided' && state !== 'conflict') {
    throw new CasebookError(
      'conflict',
      'Judges no longer differ on this.',
      'Nothing was changed: there is nothing to decide between.',
    );
  }
}
