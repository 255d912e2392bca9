import { asCasebookError } from '../../base/errors.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { Sides } from '../../records/sharing/conflicts.ts';
import { openConflictsOf } from '../../records/sharing/openConflicts.ts';
import { SENDERS_ASKED } from '../../../../shared/hub/protocol.ts';
import type { HubClient } from './client.ts';

/** The answers whose two sides an open conflict shows. */
function answersInConflict(casebook: Casebook): string[] {
  return openConflictsOf(casebook)
    .filter(({ kind }) => kind === 'answer')
    .flatMap(({ ours, theirs }) =>
      [ours, theirs].flatMap((side) => Sides.answer.parse(side).answers.at(-1)?.annotation.id ?? []),
    );
}

/**
 * Asks the hub which computers sent the answers of open conflicts, and keeps the reply. It makes one request if any conflict
 * lacks its computers, otherwise none. An exchange does not fail without a reply: the next one asks again.
 */
export async function askForDevices(
  casebook: Casebook,
  client: HubClient,
  signal: AbortSignal,
): Promise<void> {
  const { database, gate, ports, records } = casebook;
  const { answerDevices } = records;
  const wanted = answersInConflict(casebook);
  const unknown = wanted.filter((id) => !answerDevices.isAsked(id)).slice(0, SENDERS_ASKED);
  if (unknown.length === 0) return;
  try {
    const told = new Map((await client.senders(unknown))?.map(({ id, device }) => [id, device]));
    await gate.opened();
    const before = answerDevices.all();
    const known = wanted.filter((id) => Object.hasOwn(before, id));
    database.transaction(() => {
      answerDevices.keep(
        Object.fromEntries([
          ...known.map((id) => [id, before[id] ?? null]),
          ...unknown.map((id) => [id, told.get(id) ?? null]),
        ]),
      );
    })();
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = asCasebookError(error);
    ports.logger.warn('The hub did not say which computers sent the answers.', { code, reason: message });
  }
}
