import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

import { RecentCasebook, Settings } from '../../../shared/contract/application.ts';
import { PRIVATE_FILE, makePrivateFolder } from './privateFiles.ts';
import type { CorePorts } from '../base/ports.ts';

const KEPT = 20;

const Recent = RecentCasebook.omit({ exists: true });
const Stored = z.object({
  settings: Settings,
  recent: z.array(Recent),
  /** Whether LLM judges may run on this machine. */
  judgeRuns: z.boolean().default(false),
});
type Stored = z.infer<typeof Stored>;

/** This machine's preferences and recent casebooks, in one file of the settings folder. */
export interface ApplicationStore {
  settings(): Settings;
  saveSettings(changes: Partial<Settings>): Settings;
  /** Whether LLM judges may run on this machine: off until somebody switches it on. */
  allowsJudgeRuns(): boolean;
  allowJudgeRuns(allowed: boolean): void;
  recent(): RecentCasebook[];
  remember(casebook: Remembered): void;
  /** Notes what a remembered casebook holds by now, without saying that it was opened. */
  recount(casebook: Remembered): void;
  forget(path: string): void;
}

/** What is remembered of a casebook. */
export type Remembered = Pick<RecentCasebook, 'path' | 'title' | 'benchmark' | 'items' | 'people'>;

/** Reads the settings file once; a damaged one is set aside and the defaults are taken. */
export function createApplicationStore({ directories, logger, now }: CorePorts): ApplicationStore {
  const file = join(directories.settings, 'settings.json');
  let stored = read(file, logger);
  const save = (next: Stored): void => {
    makePrivateFolder(directories.settings);
    writeFileAtomic.sync(file, JSON.stringify(next, null, 2), { mode: PRIVATE_FILE });
    stored = next;
  };
  return {
    settings: () => stored.settings,
    saveSettings(changes) {
      save({ ...stored, settings: Settings.parse({ ...stored.settings, ...changes }) });
      return stored.settings;
    },
    allowsJudgeRuns: () => stored.judgeRuns,
    allowJudgeRuns: (allowed) => save({ ...stored, judgeRuns: allowed }),
    recent: () =>
      stored.recent.map((each) => ({ ...each, exists: existsSync(join(each.path, 'casebook.sqlite')) })),
    remember(casebook) {
      const others = stored.recent.filter(({ path }) => path !== casebook.path);
      save({ ...stored, recent: [{ ...casebook, openedAt: now() }, ...others].slice(0, KEPT) });
    },
    recount(casebook) {
      const isSame = ({ items, people, title }: Remembered): boolean =>
        items === casebook.items && people === casebook.people && title === casebook.title;
      if (!stored.recent.some((each) => each.path === casebook.path && !isSame(each))) return;
      const recent = stored.recent.map((each) =>
        each.path === casebook.path ? { ...each, ...casebook } : each,
      );
      save({ ...stored, recent });
    },
    forget(path) {
      save({ ...stored, recent: stored.recent.filter((each) => each.path !== path) });
    },
  };
}

function read(file: string, logger: CorePorts['logger']): Stored {
  const initial: Stored = { settings: Settings.parse({}), recent: [], judgeRuns: false };
  if (!existsSync(file)) return initial;
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    logger.warn('The settings file could not be read; Casebook uses the defaults.', {
      reason: String(error),
    });
    return initial;
  }
}
