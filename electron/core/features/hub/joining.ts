import { existsSync, rmSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { PackageId, type PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import type { Work } from '../../base/work.ts';
import type { CorePorts } from '../../base/ports.ts';
import { DocumentContent } from '../../db/documents.ts';
import { readMetaText, writeMeta } from '../../db/meta.ts';
import { noteJoined } from '../../records/people/device.ts';
import { rowWriter } from '../../db/rows.ts';
import { type Casebook, createCasebook } from '../../derived/casebook.ts';
import { createNames } from '../../files/exportNames.ts';
import { lookUpInvitation, newSecret, redeemInvitation } from './client.ts';
import { DeviceSecrets } from './deviceSecrets.ts';
import { invitationOf } from './connecting.ts';

/**
 * Makes a casebook for an invited person: the whole for overseers, their own work for annotators. It is connected and
 * empty; the first exchange fills it. `path` null: beside other casebooks, under its title. Throws what the hub says,
 * and `invalid_input` if the hub has nothing yet.
 */
export async function joinHub(
  text: string,
  path: string | null,
  ports: CorePorts,
  work: Work,
): Promise<{ readonly casebook: Casebook; readonly personId: PersonId }> {
  const invitation = invitationOf(text);
  const offer = await lookUpInvitation(invitation, work.signal);
  const settings = new Map(offer.meta.map(({ id, content }) => [id, settingOf(content ?? '')]));
  const benchmark = z.string().safeParse(settings.get('benchmark'));
  if (offer.empty || !benchmark.success || offer.person === null)
    throw new CasebookError(
      'invalid_input',
      'The hub has no such casebook yet: this invitation is for the person who brings it.',
      'Nothing was changed, and the invitation can still be used. Open your casebook and connect it on the Team screen.',
    );
  const title = z.string().catch(offer.title).parse(settings.get('title'));
  const folder = path ?? freePlace(title, ports);
  const secret = newSecret();
  const { person } = offer;
  const casebook = await createCasebook(folder, { benchmark: benchmark.data, title }, ports, (made) => {
    const { database } = made;
    database.transaction(() => {
      for (const [key, value] of settings) writeMeta(database, key, value);
      noteJoined(database, person);
      if (offer.role === 'annotator')
        writeMeta(database, 'package', {
          id: PackageId.parse(ports.newId()),
          casebookId: readMetaText(database, 'casebookId') || invitation.casebook,
          personId: person,
          createdAt: ports.now(),
        });
      rowWriter(
        database,
        'person',
      )({
        id: person,
        handle: offer.handle,
        name: offer.name,
        kind: 'human',
        roles:
          offer.role === 'annotator' ? ['annotator'] : offer.role === 'curator' ? ['curator'] : ['reviewer'],
        version: null,
        instruction_hash: null,
        temperature: null,
        created_at: ports.now(),
        settings: null,
        set_aside_at: null,
      });
    })();
  });
  try {
    const account = await redeemInvitation(invitation, { secret, title: '', person: null }, work.signal);
    new DeviceSecrets(ports).keep(account.device, secret);
    casebook.database.transaction(() =>
      casebook.records.hub.connect({
        address: invitation.address,
        casebookId: account.casebook,
        title: account.title,
        personId: account.person,
        role: account.role,
        deviceId: account.device,
      }),
    )();
    return { casebook, personId: account.person };
  } catch (error) {
    casebook.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function settingOf(content: string): Json {
  const { row } = DocumentContent.parse(JSON.parse(content));
  return Json.parse(JSON.parse(z.string().parse(row['value'])));
}

/** `Documents/TITLE.casebook`, with a number where that is taken. */
function freePlace(title: string, { directories }: CorePorts): string {
  const name = createNames()(`${title.replaceAll(/[./\\]/gu, '_')}.x`, 'casebook');
  for (let number = 1; ; number += 1) {
    const candidate = joinPath(
      directories.documents,
      number === 1 ? name : `${name.slice(0, -'.casebook'.length)} ${String(number)}.casebook`,
    );
    if (!existsSync(candidate)) return candidate;
  }
}
