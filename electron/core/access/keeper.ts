import type { Work } from '../base/work.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import type { OpenedCasebook } from './context.ts';

/** What a new casebook is to be. */
export interface NewCasebook {
  readonly benchmark: string;
  /** Empty: the folder's name. */
  readonly title: string;
  /** Who makes it; left out or empty: the user's login name. */
  readonly person?: string | undefined;
}

/** Keeps the one casebook that is open; opening another closes it first. */
export interface CasebookKeeper<Open extends OpenedCasebook = OpenedCasebook> {
  create(path: string, wanted: NewCasebook): Promise<Open>;
  /** A package's file is unpacked first. */
  open(path: string, intent?: 'write' | 'read'): Promise<Open>;
  /** Unpacks a package into a folder of its own (null: beside other casebooks) and opens it. */
  openPackage(path: string, target: string | null): Promise<Open>;
  /** Makes a casebook for somebody who was invited to a team hub (path null: beside other casebooks), fills and opens it. */
  joinTeam(
    invitation: string,
    path: string | null,
    work: Work,
  ): Promise<{ readonly open: Open; readonly personId: PersonId }>;
  /** Opens a benchmark's sample casebook, making it where it does not exist. Throws `not_found` where it has no sample. */
  openSample(benchmark: string): Promise<Open>;
  /** Puts one of a casebook's own backups in the place of its database and opens it; gives where that is kept, too. */
  restore(path: string, backup: string): Promise<{ readonly open: Open; readonly kept: string }>;
  /** Reads only from now on where the open casebook's database turns out to be damaged. */
  lookForDamage(): void;
  remember(open: Open): void;
  close(): Promise<void>;
}
