import { z } from 'zod';
import { Role } from '../domain/status.ts';
import { JsonObject } from '../base/json.ts';
import { PersonId } from '../base/ids.ts';
import { procedure } from './base.ts';

export const Person = z.object({
  id: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  roles: z.array(Role),
  /** A person who left, or a judge whose verdicts count for nothing; what they did is kept. */
  setAside: z.literal(true).optional(),
});
export type Person = z.infer<typeof Person>;

/** The casebook that is open. */
export const OpenCasebook = z.object({
  path: z.string(),
  title: z.string(),
  benchmark: z.string(),
  vocabulary: JsonObject,
  /** Null: this window may write. Otherwise why not, in words (who has it, or the disk is read-only). */
  readOnly: z.string().nullable(),
  /** The same for the window: what it can offer. */
  refusal: z.enum(['in_use', 'read_only', 'disk_full', 'damaged']).nullable().optional(),
  /** What is being written just now, in words, so that edits wait for it; null, or left out, where nothing is. */
  writing: z.string().nullable().optional(),
  /** The current user; null until somebody has been chosen, where several people work on the casebook. */
  person: Person.nullable(),
  /** Where the casebook is a package: whose answers it is to bring back. */
  packageFor: z.object({ personId: PersonId, name: z.string() }).nullable(),
  /** Who joined a team's hub with it, and works in it alone; left out: it is nobody's alone. */
  device: PersonId.optional(),
});
export type OpenCasebook = z.infer<typeof OpenCasebook>;

export const RecentCasebook = z.object({
  path: z.string(),
  title: z.string(),
  benchmark: z.string(),
  openedAt: z.int(),
  /** What it held when it was last open; left out by older versions. */
  items: z.int().optional(),
  people: z.int().optional(),
  exists: z.boolean(),
});
export type RecentCasebook = z.infer<typeof RecentCasebook>;

const preferences = {
  theme: z.enum(['system', 'light', 'dark']),
  keyPreset: z.enum(['casebook', 'cvat', 'labelstudio', 'labelme']),
  /** Changed keys by command id; an empty list takes a command's keys away. */
  keys: z.record(z.string(), z.array(z.string())),
  keepZoom: z.boolean(),
  snapToPixels: z.boolean(),
  /** What a turn of the wheel does over an image: what its device suggests, or always the same. */
  wheel: z.enum(['recognised', 'zooms', 'pans']),
  panels: z.record(z.string(), z.boolean()),
};

/** Preferences of this machine's user, whatever casebook is open. */
export const ApplicationSettings = z.object({
  theme: preferences.theme.default('system'),
  keyPreset: preferences.keyPreset.default('casebook'),
  keys: preferences.keys.default({}),
  keepZoom: preferences.keepZoom.default(true),
  snapToPixels: preferences.snapToPixels.default(false),
  wheel: preferences.wheel.default('recognised'),
  panels: preferences.panels.default({}),
});
export type ApplicationSettings = z.infer<typeof ApplicationSettings>;

/** Some preferences; without defaults, because zod would fill them in and reset what is not named. */
const SettingsChange = z.object(preferences).partial();
type SettingsChange = z.infer<typeof SettingsChange>;

export const ApplicationState = z.object({
  host: z.enum(['desktop', 'browser']),
  version: z.string(),
  /** The Electron below the desktop program; null elsewhere. */
  electron: z
    .object({
      version: z.string(),
      /** Whether it is older than six months: Electron mends no holes in versions of that age. */
      isOld: z.boolean(),
    })
    .nullable(),
  casebook: OpenCasebook.nullable(),
  /** This browser came by a study link and has no place in the study yet. */
  arriving: z.literal(true).optional(),
  /** This browser is signed in over the network, by the link that the host printed or by an invitation. */
  signedIn: z.enum(['owner', 'invited']).optional(),
  recent: z.array(RecentCasebook),
  settings: ApplicationSettings,
  /** Where a new casebook goes unless the user says otherwise. */
  documents: z.string(),
});
export type ApplicationState = z.infer<typeof ApplicationState>;

export const DirectoryEntry = z.object({
  name: z.string(),
  path: z.string(),
  kind: z.enum(['folder', 'casebook', 'file']),
});

/** The program itself: what is open, preferences, choosing files. */
export const application = {
  state: procedure.output(ApplicationState),
  saveSettings: procedure.input(SettingsChange).output(ApplicationSettings),
  /** A picture of a recent casebook as a data URL; null where it has none, is elsewhere, or another casebook is open. */
  recentPicture: procedure.input(z.object({ path: z.string() })).output(z.string().nullable()),
  forgetRecent: procedure.input(z.object({ path: z.string() })).output(z.void()),
  /** The native dialog in the desktop host; null where the user cancelled or the host has none (then: browse). */
  choosePath: procedure
    .input(
      z.object({
        kind: z.enum(['folder', 'file', 'casebook', 'new']),
        title: z.string(),
        suggested: z.string().optional(),
      }),
    )
    .output(z.object({ native: z.boolean(), path: z.string().nullable() })),
  /** A folder's entries, for choosing a path where there is no native dialog. */
  browse: procedure
    .input(z.object({ path: z.string() }))
    .output(z.object({ path: z.string(), parent: z.string().nullable(), entries: z.array(DirectoryEntry) })),
  /**
   * Takes a file dropped into the window, whole or piece by piece, and gives the path under which imports can read it.
   * `offset` is where a piece begins in the file; at 0 the file begins anew.
   */
  stage: procedure
    .input(
      z.object({
        folder: z.uuid(),
        name: z.string(),
        file: z.file(),
        offset: z.int().nonnegative().default(0),
      }),
    )
    .output(z.object({ path: z.string(), folder: z.string() })),
  /** Version, system, casebook schema and the log's last lines; no item texts. */
  diagnostics: procedure.output(z.object({ text: z.string() })),
  /** The licences of the packages that Casebook includes. */
  notices: procedure.output(z.object({ text: z.string() })),
  /** An error the window met, for the log. */
  reportError: procedure
    .input(z.object({ message: z.string().max(10_000), stack: z.string().max(50_000) }))
    .output(z.void()),
};
