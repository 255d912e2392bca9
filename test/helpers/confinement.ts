import { spawnSync } from 'node:child_process';

/** A way to run a program under a limit, as the words to put before it. */
export interface Confinement {
  readonly name: string;
  readonly before: readonly string[];
}

/** A mount namespace of one's own: what is mounted in it is gone with its last process. Null where this is not to be had. */
const namespace: readonly string[] | null =
  [
    ['unshare', '--mount'],
    ['unshare', '--mount', '--map-root-user'],
  ].find((words) => succeeds([...words, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])) ?? null;

/**
 * Every way there is here to make a folder unwritable. Without permission to write is always one of them, for root by
 * giving up the right to pass over permissions; a read-only mount comes on top where mounting is possible.
 */
export function readOnlyWays(folder: string): readonly Confinement[] {
  const permissions: Confinement = {
    name: 'without permission to write',
    before: [
      ...(process.getuid?.() === 0
        ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--inh-caps', '-all']
        : []),
      ...script('chmod -R a-w "$0"; "$@"; code=$?; chmod -R u+w "$0"; exit $code', folder),
    ],
  };
  if (namespace === null) return [permissions];
  const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
  return [permissions, { name: 'on a read-only medium', before: [...namespace, ...script(mount, folder)] }];
}

/** Runs a program that can make no file longer than this, in bytes; what it writes beyond fails. */
export function noFileBeyond(bytes: number): readonly string[] {
  // In units of 512 bytes, as the standard has it.
  return ['sh', '-c', `ulimit -f ${String(Math.ceil(bytes / 512))} && exec "$@"`, 'sh'];
}

/**
 * Runs a shell script in which `$1` is a disk of this size, in bytes; null where mounting is not possible.
 * The disk is gone when the script ends.
 */
export function onSmallDisk(folder: string, bytes: number, lines: string): readonly string[] | null {
  if (namespace === null) return null;
  const mount = `set -e; mount -t tmpfs -o size=${String(bytes)} tmpfs "$1"; set +e\n${lines}`;
  return [...namespace, 'sh', '-c', mount, 'sh', folder];
}

/** `$0` is the folder, `$@` the program. */
const script = (text: string, folder: string): readonly string[] => ['sh', '-c', text, folder];

function succeeds(words: readonly string[]): boolean {
  const [command = '', ...rest] = words;
  return spawnSync(command, rest, { stdio: 'ignore' }).status === 0;
}
