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

/** Everything the core takes from its host instead of reaching for it. */
export interface CorePorts {
  readonly host: 'desktop' | 'browser';
  readonly version: string;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** A fresh UUIDv7. */
  readonly newId: () => string;
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
  /** The user's login name: who a new casebook's first person is, unless they say otherwise. */
  readonly userName: string;
}
