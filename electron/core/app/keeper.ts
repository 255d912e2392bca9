import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PersonId } from '../../../shared/base/ids.ts';
import type { ReadOnlyAccess } from '../db/acquire.ts';
import { type Casebook, openCasebook } from '../derived/casebook.ts';
import { damagedAccess } from '../records/casebook.ts';
import { damageOf, markDamage } from '../db/damage.ts';
import { asCasebookError } from '../base/errors.ts';
import type { ApplicationStore, RecentEntry } from '../files/applicationStore.ts';
import { isPackageFile, unpackAsCasebook } from '../features/merging/opening.ts';
import type { CasebookKeeper, NewCasebook } from '../access/keeper.ts';
import { makeCasebook } from '../features/casebooks/create.ts';
import { restoreInPlace } from '../features/casebooks/restoring.ts';
import { joinHub } from '../features/hub/joining.ts';
import type { Work } from '../base/work.ts';
import { makeSample, sampleOf } from './sample/make.ts';
import { createServices, type RunningState, type Services } from './services.ts';

/** The keeper of a running core. */
export class Keeper implements CasebookKeeper<Services> {
  readonly #state: RunningState;
  readonly #store: ApplicationStore;
  #closing: Promise<void> | null = null;

  constructor(state: RunningState, store: ApplicationStore) {
    this.#state = state;
    this.#store = store;
  }

  async create(path: string, wanted: NewCasebook): Promise<Services> {
    return this.#take(await makeCasebook(path, wanted, this.#state.ports));
  }

  async open(path: string, intent: 'write' | 'read' = 'write'): Promise<Services> {
    const { open: now, ports } = this.#state;
    // One that could only be read is opened anew: perhaps it can be written to by now.
    const isWritable = now !== null && now.casebook.readOnly === null;
    if (isWritable && now.casebook.path === resolve(path) && intent === 'write') return now;
    if (await isPackageFile(path)) return this.openPackage(path, null);
    return this.#take(await openCasebook(path, ports, intent));
  }

  async openPackage(path: string, target: string | null): Promise<Services> {
    return this.open(await unpackAsCasebook(path, target, this.#state.ports, quietly()));
  }

  async joinTeam(
    invitation: string,
    path: string | null,
    work: Work,
  ): Promise<{ readonly open: Services; readonly personId: PersonId }> {
    const { casebook, personId } = await joinHub(invitation, path, this.#state.ports, work);
    const open = await this.#take(casebook);
    // What it could not fetch now it fetches by itself.
    await open.hub.exchange(work).catch(() => undefined);
    // The one that was made when it was opened is of an empty casebook.
    await open.backups.imported();
    this.remember(open);
    return { open, personId };
  }

  async openSample(benchmark: string): Promise<Services> {
    const { ports } = this.#state;
    const path = join(ports.directories.documents, `${sampleOf(benchmark).folder}.casebook`);
    if (existsSync(path)) return this.open(path);
    // Made under another name first, so that what is found under the final one is complete.
    const partial = `${path}.partial`;
    rmSync(partial, { recursive: true, force: true });
    await makeSample(partial, { benchmark, title: '' }, ports);
    renameSync(partial, path);
    return this.open(path);
  }

  async restore(path: string, backup: string): Promise<{ readonly open: Services; readonly kept: string }> {
    const state = this.#state;
    const isOpen = state.open?.casebook.path === resolve(path);
    state.isRestoring = true;
    try {
      if (isOpen) await this.close();
      const kept = await restoreInPlace(path, backup, state.ports);
      return { open: await this.open(path), kept };
    } catch (error) {
      // What was shown before is shown again.
      if (isOpen && state.open === null) await this.open(path);
      throw error;
    } finally {
      state.isRestoring = false;
    }
  }

  lookForDamage(): void {
    const { open } = this.#state;
    if (open === null || open.casebook.refusal === 'damaged') return;
    const damage = damageOf(open.casebook.database);
    if (damage === null) return;
    open.casebook.refuseWrites(damage);
    markDamage(open.casebook.path);
    void this.#readOnly(open, damagedAccess(damage));
  }

  remember(open: Services): void {
    this.#store.remember(summaryOf(open));
  }

  /** A call while it is under way waits for it: the process may end after it, and must not with threads at work. */
  async close(): Promise<void> {
    const { open } = this.#state;
    this.#state.open = null;
    await (open === null ? this.#closing : this.#begin(open));
  }

  async #take(casebook: Casebook): Promise<Services> {
    await this.#closing;
    const before = this.#state.open;
    const open = createServices(casebook);
    // Without a moment in which none is open: a call that comes just now is answered by either.
    this.#state.open = open;
    if (before !== null) await this.#begin(before);
    this.remember(open);
    open.hub.start();
    open.backups.start();
    open.waitingExports.start();
    casebook.whenLost((to) => void this.#readOnly(open, { refusal: 'in_use', readOnly: to }));
    this.#state.ports.logger.info('A casebook was opened.', {
      benchmark: casebook.benchmark.id,
      readOnly: casebook.readOnly !== null,
    });
    return open;
  }

  /** Begins to close a casebook. */
  #begin(open: Services): Promise<void> {
    return (this.#closing = this.#end(open).finally(() => (this.#closing = null)));
  }

  async #end(open: Services): Promise<void> {
    try {
      await open.backups.finish();
    } finally {
      this.#recount(open);
      await open.close();
    }
  }

  /** Notes what a casebook holds as it is closed; a damaged one that cannot be counted is closed all the same. */
  #recount(open: Services): void {
    try {
      this.#store.recount(summaryOf(open));
    } catch (error) {
      this.#state.ports.logger.warn('A casebook could not be counted as it was closed.', {
        reason: asCasebookError(error).message,
      });
    }
  }

  /** What is open is from now on only read, and nobody notices but by what they are told. */
  async #readOnly(open: Services, access: ReadOnlyAccess): Promise<void> {
    const { ports } = this.#state;
    ports.logger.warn('A casebook is read-only from now on.', { ...access });
    try {
      const reading = await openCasebook(open.casebook.path, ports, 'read', undefined, access);
      if (this.#state.open !== open) return reading.close();
      this.#state.open = createServices(reading);
      await open.close();
    } catch (error) {
      ports.logger.error('A casebook that became read-only was closed.', {
        reason: asCasebookError(error).message,
      });
      if (this.#state.open === open) await this.close();
    }
  }
}

function summaryOf({ casebook, settings }: Services): RecentEntry {
  const count = (sql: string): number => casebook.database.prepare<[], number>(sql).pluck().get() ?? 0;
  return {
    path: casebook.path,
    title: settings.title(),
    benchmark: casebook.benchmark.id,
    items: count('SELECT count(*) FROM item'),
    people: count("SELECT count(*) FROM person WHERE kind = 'human'"),
  };
}

/** Work that nobody watches or cancels. */
const quietly = (): Work => ({ progress: () => undefined, signal: new AbortController().signal });
