import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { CorePorts } from '../../base/ports.ts';
import { PRIVATE_FILE, makePrivateFolder } from '../../files/privateFiles.ts';

const Kept = z.record(z.string(), z.string());

/**
 * The secrets by which hubs know this machine's casebooks: in the system's key store, or, where there is none, in a file
 * that only this user may read. None is ever in a casebook, which people copy and hand on.
 */
export function createDeviceSecrets({ secrets, directories, logger }: CorePorts) {
  const file = join(directories.settings, 'hub-devices.json');
  const nameOf = (device: string): string => `hub ${device}`;
  const kept = (): z.infer<typeof Kept> => {
    if (!existsSync(file)) return {};
    try {
      return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      logger.warn('The file of hub devices cannot be read; connect again.');
      return {};
    }
  };
  const write = (all: z.infer<typeof Kept>): void => {
    makePrivateFolder(dirname(file));
    writeFileAtomic.sync(file, JSON.stringify(all, null, 2), { mode: PRIVATE_FILE });
  };
  return {
    read(device: string): string | null {
      if (secrets.canStore()) {
        const stored = secrets.read(nameOf(device));
        if (stored?.from === 'stored') return stored.value;
      }
      return kept()[device] ?? null;
    },
    keep(device: string, secret: string): void {
      if (secrets.canStore()) secrets.keep(nameOf(device), secret);
      else write({ ...kept(), [device]: secret });
    },
    forget(device: string): void {
      if (secrets.canStore()) secrets.keep(nameOf(device), '');
      const { [device]: former, ...others } = kept();
      if (former !== undefined) write(others);
    },
  };
}
