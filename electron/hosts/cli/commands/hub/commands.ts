import { type Command, Option } from 'commander';
import { alternatives, type CommandDeclaration, type CommandGroup, RegistryOption } from '../../command.ts';
import type { HubConnectOptions, HubSyncOptions } from './hubClient.ts';
import type { HubInviteOptions, HubOptions, HubServeOptions } from './hubServer.ts';

const DATABASE =
  'the PostgreSQL database, as postgres://USER:PASSWORD@HOST:PORT/NAME; “embedded” runs one for trying';

/** The options of commands that work on the hub's own database. */
const withDatabaseOptions = (command: Command): Command =>
  command
    .addOption(new Option('--database <url>', DATABASE).default('embedded').env('CASEBOOK_HUB_DATABASE'))
    .option('--folder <dir>', 'with the embedded database: where it is kept');

const withCasebookOption = (command: Command): Command =>
  command.option('--casebook <id>', 'the casebook’s id or title, where the hub has several');

const serve: CommandDeclaration = {
  usage: 'serve',
  summary: 'answers the casebooks of a team, until it is interrupted',
  options: (command) =>
    withDatabaseOptions(command)
      .option('--listen <host:port>', 'where to listen', '127.0.0.1:7077')
      .option('--address <url>', 'the address in invitations, where a proxy or a name stands before this one')
      .option('--tls-cert <file>', 'a certificate; with --tls-key')
      .option('--tls-key <file>', 'its key')
      .option('--insecure', 'serve plain HTTP beyond this computer: secrets travel readably', false),
  run: (invocation) => async (options: HubServeOptions) => {
    const { runHub } = await import('./hubServer.ts');
    await runHub(invocation, options);
  },
};

const init: CommandDeclaration = {
  usage: 'init',
  summary: 'makes the hub’s tables in a database; touches nothing else in it',
  options: withDatabaseOptions,
  run: (invocation) => async (options: HubOptions) => {
    const { makeTables } = await import('./hubServer.ts');
    await makeTables(invocation, options);
  },
};

const migrate: CommandDeclaration = {
  usage: 'migrate',
  summary: 'brings a hub’s tables up to date; back the database up first',
  options: withDatabaseOptions,
  run: (invocation) => async (options: HubOptions) => {
    const { migrateTables } = await import('./hubServer.ts');
    await migrateTables(invocation, options);
  },
};

const invite: CommandDeclaration = {
  usage: 'invite [person]',
  summary: 'makes an invitation: one text, which works once',
  options: (command) =>
    withCasebookOption(
      withDatabaseOptions(command).option('--new <title>', 'for the curator who will bring a new casebook'),
    )
      .addOption(
        new RegistryOption('--role <role>', async () => {
          const { HubRole } = await import('../../../../../shared/hub/protocol.ts');
          return `${alternatives(HubRole.options)} (default: as the casebook says)`;
        }),
      )
      .option('--address <url>', 'where casebooks reach the hub', 'http://127.0.0.1:7077'),
  run: (invocation) => async (person: string | undefined, options: HubInviteOptions) => {
    const { makeInvitation } = await import('./hubServer.ts');
    await makeInvitation(invocation, person, options);
  },
};

const people: CommandDeclaration = {
  usage: 'people',
  summary: 'lists who may connect, with their devices',
  options: (command) => withCasebookOption(withDatabaseOptions(command)),
  run: (invocation) => async (options: HubOptions) => {
    const { listDevices } = await import('./hubServer.ts');
    await listDevices(invocation, options);
  },
};

const revoke: CommandDeclaration = {
  usage: 'revoke <device-or-person>',
  summary: 'revokes a device, or all devices of a person',
  options: (command) => withCasebookOption(withDatabaseOptions(command)),
  run: (invocation) => async (named: string, options: HubOptions) => {
    const { revokeDevices } = await import('./hubServer.ts');
    await revokeDevices(invocation, named, options);
  },
};

const status: CommandDeclaration = {
  usage: 'status',
  summary: 'tells what the hub holds',
  options: withDatabaseOptions,
  run: (invocation) => async (options: HubOptions) => {
    const { showStatus } = await import('./hubServer.ts');
    await showStatus(invocation, options);
  },
};

const verify: CommandDeclaration = {
  usage: 'verify',
  summary: 'checks every row and image by its hash, and the rules of who may see what',
  options: withDatabaseOptions,
  run: (invocation) => async (options: HubOptions) => {
    const { verify } = await import('./hubServer.ts');
    await verify(invocation, options);
  },
};

const connect: CommandDeclaration = {
  usage: 'connect <dir> <invitation>',
  summary: 'connects a casebook to a hub, or makes one for who was invited',
  inApp: 'Team > Connect to a hub…',
  options: (command) =>
    command.option('--person <handle>', 'who you are, where the casebook is yours to bring'),
  run: (invocation) => async (dir: string, invitation: string, options: HubConnectOptions) => {
    const { connect } = await import('./hubClient.ts');
    await connect(invocation, dir, invitation, options);
  },
};

const sync: CommandDeclaration = {
  usage: 'sync <dir>',
  summary: 'sends what waits in a casebook and takes in what is new',
  inApp: 'Team > Exchange now (the app also exchanges by itself)',
  options: (command) => command.option('--watch', 'again every half minute, until it is interrupted', false),
  run: (invocation) => async (dir: string, options: HubSyncOptions) => {
    const { sync } = await import('./hubClient.ts');
    await sync(invocation, dir, options);
  },
};

const disconnect: CommandDeclaration = {
  usage: 'disconnect <dir>',
  summary: 'ends a casebook’s connection; it keeps everything',
  inApp: 'Team > the hub’s menu > Disconnect…',
  run: (invocation) => async (dir: string) => {
    const { disconnect } = await import('./hubClient.ts');
    await disconnect(invocation, dir);
  },
};

/** The commands of the team hub: those of its server, and those of a casebook that connects to it. */
export const hubCommands: CommandGroup = {
  name: 'hub',
  summary: 'the team hub: runs it, manages who may connect, and connects casebooks to it',
  commands: [serve, init, migrate, invite, people, revoke, status, verify, connect, sync, disconnect],
};
