import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReadOnlyAccess } from '../db/acquire.ts';
import type { Casebook } from '../derived/casebook.ts';
import { openCasebook } from '../derived/casebook.ts';
import { readingDamaged } from '../records/casebook.ts';
import { damageOf, markDamage } from '../db/damage.ts';
import { asCasebookError } from '../base/errors.ts';
import type { ApplicationStore, Remembered } from '../files/applicationStore.ts';
import { isPackageFile, unpackAsCasebook } from '../features/merging/opening.ts';
import type { CasebookKeeper } from '../access/keeper.ts';
import { makeCasebook } from '../features/casebooks/create.ts';
import { restoreInPlace } from '../features/casebooks/restoring.ts';
import { joinHub } from '../features/hub/joining.ts';
import type { Work } from '../base/work.ts';
import { makeSample, sampleOf } from './sample/make.ts';
import type { RunningState, Services } from './services.ts';
import { createServices } from './services.ts';

/** The keeper of a running core. */
export function createKeeper(state: RunningState, store: ApplicationStore): CasebookKeeper<Services> {
  const { ports } = state;
  const describe = ({ casebook, settings }: Services): Remembered => {
    const count = (sql: string): number => casebook.database.prepare<[], number>(sql).pluck().get() ?? 0;
    return {
      path: casebook.path,
      title: settings.title(),
      benchmark: casebook.benchmark.id,
      items: count('SELECT count(*) FROM item'),
      people: count("SELECT count(*) FROM person WHERE kind = 'human'"),
    };
  };
  const remember = (open: Services): void => store.remember(describe(open));
  /** Notes what it holds as it is closed; a damaged one that cannot be counted is closed all the same. */
  const recount = (open: Services): void => {
    try {
      store.recount(describe(open));
    } catch (error) {
      ports.logger.warn('A casebook could not be counted as it was closed.', {
        reason: asCasebookError(error).message,
      });
    }
  };
  let closing: Promise<void> | null = null;
  // Anybody who closes while that is under way waits for it: the process may end after it, and must not with threads at work.
  const close = async (): Promise<void> => {
    const open = state.open;
    state.open = null;
    if (open !== null) closing = end(open).finally(() => (closing = null));
    await closing;
  };
  const end = async (open: Services): Promise<void> => {
    try {
      await open.backups.finish();
    } finally {
      recount(open);
      await open.close();
    }
  };
  const take = async (casebook: Casebook): Promise<Services> => {
    await closing;
    const before = state.open;
    const open = createServices(casebook);
    // Without a moment in which none is open: a call that comes just now is answered by either.
    state.open = open;
    if (before !== null) await (closing = end(before).finally(() => (closing = null)));
    remember(open);
    open.hub.start();
    open.backups.start();
    open.waitingExports.start();
    casebook.whenLost((to) => void readOnly(open, { refusal: 'in_use', readOnly: to }));
    ports.logger.info('A casebook was opened.', {
      benchmark: casebook.benchmark.id,
      readOnly: casebook.readOnly !== null,
    });
    return open;
  };
  /** What is open is from now on only read, and nobody notices but by what they are told. */
  const readOnly = async (open: Services, access: ReadOnlyAccess): Promise<void> => {
    ports.logger.warn('A casebook is read-only from now on.', { ...access });
    try {
      const reading = await openCasebook(open.casebook.path, ports, 'read', undefined, access);
      if (state.open !== open) return reading.close();
      state.open = createServices(reading);
      await open.close();
    } catch (error) {
      ports.logger.error('A casebook that became read-only was closed.', {
        reason: asCasebookError(error).message,
      });
      if (state.open === open) await close();
    }
  };
  const create: CasebookKeeper<Services>['create'] = async (path, wanted) =>
    take(await makeCasebook(path, wanted, ports));
  const open: CasebookKeeper<Services>['open'] = async (path, intent = 'write') => {
    const { open: now } = state;
    // One that could only be read is opened anew: perhaps it can be written to by now.
    const isWritable = now !== null && now.casebook.readOnly === null;
    if (isWritable && now.casebook.path === resolve(path) && intent === 'write') return now;
    if (await isPackageFile(path)) return openPackage(path, null);
    return take(await openCasebook(path, ports, intent));
  };
  const openPackage: CasebookKeeper<Services>['openPackage'] = async (path, target) =>
    open(await unpackAsCasebook(path, target, ports, quietly()));
  return {
    create,
    open,
    openPackage,
    async joinTeam(invitation, path, work) {
      const { casebook, personId } = await joinHub(invitation, path, ports, work);
      const open = await take(casebook);
      // What it could not fetch now it fetches by itself.
      await open.hub.exchange(work).catch(() => undefined);
      // The one that was made when it was opened is of an empty casebook.
      await open.backups.imported();
      remember(open);
      return { open, personId };
    },
    async openSample(benchmark) {
      const path = join(ports.directories.documents, `${sampleOf(benchmark).folder}.casebook`);
      if (existsSync(path)) return open(path);
      // Made under another name first, so that what is found under the final one is complete.
      const partial = `${path}.partial`;
      rmSync(partial, { recursive: true, force: true });
      await makeSample(partial, { benchmark, title: '' }, ports);
      renameSync(partial, path);
      return open(path);
    },
    async restore(path, backup) {
      const isOpen = state.open?.casebook.path === resolve(path);
      state.isRestoring = true;
      try {
        if (isOpen) await close();
        const kept = await restoreInPlace(path, backup, ports);
        return { open: await open(path), kept };
      } catch (error) {
        // What was shown before is shown again.
        if (isOpen && state.open === null) await open(path);
        throw error;
      } finally {
        state.isRestoring = false;
      }
    },
    lookForDamage() {
      const { open: at } = state;
      if (at === null || at.casebook.refusal === 'damaged') return;
      const damage = damageOf(at.casebook.database);
      if (damage === null) return;
      at.casebook.refuseWrites(damage);
      markDamage(at.casebook.path);
      void readOnly(at, readingDamaged(damage));
    },
    remember,
    close,
  };
}

/** Work that nobody watches or cancels. */
const quietly = (): Work => ({ progress: () => undefined, signal: new AbortController().signal });
