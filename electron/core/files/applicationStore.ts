import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

import { ApplicationSettings, RecentCasebook } from '../../../shared/contract/application.ts';
import { makePrivateFolder, PRIVATE_FILE } from './privateFiles.ts';
import type { CorePorts } from '../base/ports.ts';

const KEPT = 20;

const Recent = RecentCasebook.omit({ exists: true });
const StoredSettings = z.object({
  settings: ApplicationSettings,
  recent: z.array(Recent),
  /** Whether LLM judges may run on this machine. */
  judgeRuns: z.boolean().default(false),
});
type StoredSettings = z.infer<typeof StoredSettings>;

/** What is remembered of a casebook. */
export type RecentEntry = Pick<RecentCasebook, 'path' | 'title' | 'benchmark' | 'items' | 'people'>;

/**
 * This machine's preferences and recent casebooks, in one file of the settings folder.
 * Reads the settings file once; a damaged one is set aside and the defaults are taken.
 */
export class ApplicationStore {
  readonly #directories;
  readonly #now;
  readonly #file;
  #stored;

  constructor({ directories, logger, now }: CorePorts) {
    this.#directories = directories;
    this.#now = now;
    this.#file = join(directories.settings, 'settings.json');
    this.#stored = read(this.#file, logger);
  }

  settings(): ApplicationSettings {
    return this.#stored.settings;
  }

  saveSettings(changes: Partial<ApplicationSettings>): ApplicationSettings {
    this.#save({
      ...this.#stored,
      settings: ApplicationSettings.parse({ ...this.#stored.settings, ...changes }),
    });
    return this.#stored.settings;
  }

  /** Whether LLM judges may run on this machine: off until somebody switches it on. */
  allowsJudgeRuns(): boolean {
    return this.#stored.judgeRuns;
  }

  allowJudgeRuns(allowed: boolean): void {
    this.#save({ ...this.#stored, judgeRuns: allowed });
  }

  recent(): RecentCasebook[] {
    return this.#stored.recent.map((each) => ({
      ...each,
      exists: existsSync(join(each.path, 'casebook.sqlite')),
    }));
  }

  remember(casebook: RecentEntry): void {
    const others = this.#stored.recent.filter(({ path }) => path !== casebook.path);
    this.#save({
      ...this.#stored,
      recent: [{ ...casebook, openedAt: this.#now() }, ...others].slice(0, KEPT),
    });
  }

  /** Notes what a remembered casebook holds by now, without saying that it was opened. */
  recount(casebook: RecentEntry): void {
    const isSame = ({ items, people, title }: RecentEntry): boolean =>
      items === casebook.items && people === casebook.people && title === casebook.title;
    if (!this.#stored.recent.some((each) => each.path === casebook.path && !isSame(each))) return;
    const recent = this.#stored.recent.map((each) =>
      each.path === casebook.path ? { ...each, ...casebook } : each,
    );
    this.#save({ ...this.#stored, recent });
  }

  forget(path: string): void {
    this.#save({ ...this.#stored, recent: this.#stored.recent.filter((each) => each.path !== path) });
  }

  #save(next: StoredSettings): void {
    makePrivateFolder(this.#directories.settings);
    writeFileAtomic.sync(this.#file, JSON.stringify(next, null, 2), { mode: PRIVATE_FILE });
    this.#stored = next;
  }
}

function read(file: string, logger: CorePorts['logger']): StoredSettings {
  const initial: StoredSettings = { settings: ApplicationSettings.parse({}), recent: [], judgeRuns: false };
  if (!existsSync(file)) return initial;
  try {
    return StoredSettings.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    logger.warn('The settings file could not be read; Casebook uses the defaults.', {
      reason: String(error),
    });
    return initial;
  }
}
