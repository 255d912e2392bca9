/** Where the core writes what it notices; never item texts or keys. */
export interface Logger {
  info(message: string, detail?: Readonly<Record<string, unknown>>): void;
  warn(message: string, detail?: Readonly<Record<string, unknown>>): void;
  error(message: string, detail?: Readonly<Record<string, unknown>>): void;
}

/** The host's native dialogs. */
export interface Dialogs {
  choosePath(request: {
    readonly kind: 'folder' | 'file' | 'casebook' | 'new';
    readonly title: string;
    readonly suggested?: string | undefined;
  }): Promise<string | null>;
}

/** Where a key is kept: encrypted by the system, in the surroundings of the program, or in memory until it ends. */
export type KeyStorage = 'stored' | 'environment' | 'session';

/**
 * Keys of services that the user named, each under a name of its own. They are on this machine alone: never in a
 * casebook, a log or a message.
 */
export interface SecretStore {
  /** Whether keys outlive the program, encrypted by the system. */
  canStore(): boolean;
  /** The key of this name, null where there is none. */
  read(name: string): { readonly value: string; readonly from: KeyStorage } | null;
  /** Keeps a key, encrypted where the system can, else until the program ends; an empty one forgets it. */
  keep(name: string, value: string): void;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * An id that tells the day it was made and nothing else. Data sets are often sorted by their labels: ids in the order
 * of import would give the label away to raters, on whose side items and images have them.
 */
export function unorderedId({ newId, now }: Pick<CorePorts, 'newId' | 'now'>): string {
  return newId(Math.floor(now() / DAY) * DAY);
}

/** Everything the core takes from its host instead of reaching for it. */
export interface CorePorts {
  readonly host: 'desktop' | 'browser';
  readonly version: string;
  /** The Electron below the desktop program, with its release in UTC milliseconds; null where there is none. */
  readonly electron: { readonly version: string; readonly released: number } | null;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Lets time pass; ends at once, without an error, when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly secrets: SecretStore;
  /** A fresh UUIDv7; `at`: with that time in it instead of now, in UTC milliseconds. */
  readonly newId: (at?: number) => string;
  readonly logger: Logger;
  /** Null where the host has no native dialogs. */
  readonly dialogs: Dialogs | null;
  readonly directories: {
    /** Preferences and the list of recent casebooks. */
    readonly settings: string;
    readonly logs: string;
    /** Where new casebooks go unless the user says otherwise. */
    readonly documents: string;
    /** The sample's sources and icons. */
    readonly resources: string;
    /** Files dropped into the window wait here for their import. */
    readonly staging: string;
  };
  /** Filled in by the core: a call met a damaged database, perhaps that of the open casebook. */
  readonly metDamage?: () => void;
  /** The user's login name: who a new casebook's first person is, unless they say otherwise. */
  readonly userName: string;
}
