import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { CorePorts } from '../../base/ports.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../../files/privateFiles.ts';

const Kept = z.record(z.string(), z.string());

/**
 * The secrets by which hubs know this machine's casebooks: in the system's key store, or, where there is none, in a file
 * that only this user may read. None is ever in a casebook, which people copy and hand on.
 */
export class DeviceSecrets {
  readonly #secrets;
  readonly #logger;
  readonly #file;

  constructor({ secrets, directories, logger }: CorePorts) {
    this.#secrets = secrets;
    this.#logger = logger;
    this.#file = join(directories.settings, 'hub-devices.json');
  }

  read(device: string): string | null {
    if (this.#secrets.canStore()) {
      const stored = this.#secrets.read(nameOf(device));
      if (stored?.from === 'stored') return stored.value;
    }
    return this.#kept()[device] ?? null;
  }

  keep(device: string, secret: string): void {
    if (this.#secrets.canStore()) this.#secrets.keep(nameOf(device), secret);
    else this.#write({ ...this.#kept(), [device]: secret });
  }

  forget(device: string): void {
    if (this.#secrets.canStore()) this.#secrets.keep(nameOf(device), '');
    const { [device]: former, ...others } = this.#kept();
    if (former !== undefined) this.#write(others);
  }

  #kept(): z.infer<typeof Kept> {
    if (!existsSync(this.#file)) return {};
    try {
      return Kept.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      this.#logger.warn('The file of hub devices cannot be read; connect again.');
      return {};
    }
  }

  #write(all: z.infer<typeof Kept>): void {
    makePrivateFolder(dirname(this.#file));
    writeFileAtomic.sync(this.#file, JSON.stringify(all, null, 2), { mode: PRIVATE_FILE });
  }
}

function nameOf(device: string): string {
  return `hub ${device}`;
}
