import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Participant } from '../../../../../shared/contract/studies.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';
import type { Network } from '../../../../core/features/studies/arrivals/recruiting.ts';
import { personalAddress, PersonalLinks } from '../../../browser/personalLinks.ts';
import { type Invocation, withCasebook, withPorts } from '../../invocation.ts';
import { table } from '../../output.ts';
import { studyCalled } from './findStudy.ts';

/** A participant's link. */
interface ParticipantLink {
  readonly participant: string;
  readonly name: string;
  readonly link: string;
}

/**
 * `casebook study DIR links TITLE`: makes every enrolled participant who has not finished a personal link, as "Save all
 * links (CSV)…" of the study does. With an address of a host the links lead there, else to `casebook serve` here.
 */
export async function personalLinks(
  { output }: Invocation,
  dir: string,
  title: string,
  network: Network,
  { plainAddress }: { readonly plainAddress: boolean },
): Promise<void> {
  const made =
    network === null
      ? await linksHere(dir, title, plainAddress)
      : await withCasebook(dir, 'once', (open) =>
          open.casebook.database.transaction(() =>
            waiting(open, title).map(({ studySessionId, personId, handle, name }) => ({
              participant: handle,
              name,
              link: `${network.url}/p/${open.webAccess.personalLink(studySessionId, personId)}`,
            })),
          )(),
        );
  output.result({ links: made }, table(made.map(({ participant, name, link }) => [participant, name, link])));
  output.message(
    `${counted(made.length, 'link')} made; links that these participants had before no longer work. ${
      network === null
        ? 'They work in browsers on this computer while casebook serve runs with this casebook.'
        : 'They work while casebook host serves this casebook at that address.'
    }`,
  );
}

/** Links to the app that `casebook serve` opens; one that is running knows them at once. */
async function linksHere(
  dir: string,
  title: string,
  plainAddress: boolean,
): Promise<readonly ParticipantLink[]> {
  const people = await withCasebook(dir, 'read', (open) => waiting(open, title));
  return withPorts(async ({ directories }) => {
    const links = new PersonalLinks(join(directories.settings, 'personalLinks.json'));
    const port = links.port ?? (await freePort());
    links.usePort(port);
    const tokens = links.createAll(people.map(({ studySessionId }) => studySessionId));
    const host = plainAddress ? '127.0.0.1' : links.name;
    return people.map(({ handle, name }, at) => ({
      participant: handle,
      name,
      link: personalAddress(host, port, tokens[at] ?? ''),
    }));
  });
}

/** Who can still take part. Throws `conflict` where nobody can. */
function waiting(open: Services, named: string): readonly Participant[] {
  const { id, title, state } = open.studies.get(studyCalled(open, named), everything);
  if (state !== 'open')
    throw new CasebookError(
      'conflict',
      `The study "${title}" is ${state === 'draft' ? 'a draft' : 'closed'}.`,
      'No links were made. Open it first: casebook study DIR open TITLE, or reopen TITLE.',
    );
  const people = open.participants
    .list(id)
    .filter((each) => each.state === 'waiting' || each.state === 'sitting');
  if (people.length === 0)
    throw new CasebookError(
      'conflict',
      `Nobody who is enrolled in "${title}" has yet to finish.`,
      'No links were made. Enrol participants first: casebook study DIR enrol TITLE --count N.',
    );
  return people;
}

/** A port for the app to take when it starts: links are sent to people before that. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
