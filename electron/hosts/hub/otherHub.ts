import { HUB_HEADER } from '../../../shared/hub/protocol.ts';
import { CasebookError } from '../../../shared/base/errors.ts';

/** A hub on this computer answers at once. */
const PATIENCE_MS = 1_500;

/**
 * Throws `in_use` if a hub already answers at an address: a second could not listen there, and would start and stop its
 * database for nothing. Anything else shows when this one listens.
 * @param port 0 is any free port, where no hub can be
 */
export async function assertNoHubAt(host: string, port: number, isSecure: boolean): Promise<void> {
  if (port === 0) return;
  const url = `${isSecure ? 'https' : 'http'}://${nameOf(host)}:${String(port)}`;
  if (!(await isHub(url))) return;
  throw new CasebookError(
    'in_use',
    `A hub already runs at ${url}.`,
    'Nothing was started. Use the one that runs, or stop it first. For a second hub, name another address with --listen and another database with --database or --folder.',
  );
}

/** Every address of this computer is reached by its loopback address. */
function nameOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function isHub(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    return response.headers.has(HUB_HEADER);
  } catch {
    // Nothing answers, or nothing that speaks HTTP: this hub may find out for itself.
    return false;
  }
}
