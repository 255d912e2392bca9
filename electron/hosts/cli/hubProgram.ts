import { Option, type Command } from 'commander';
import type { HubConnectOptions, HubSyncOptions } from './commands/hubClient.ts';
import type {
  HubInviteOptions,
  HubOptions,
  HubRevokeOptions,
  HubServeOptions,
} from './commands/hubServer.ts';
import type { Invocation } from './invocation.ts';

const DATABASE =
  'the PostgreSQL database, as postgres://USER:PASSWORD@HOST:PORT/NAME; “embedded” runs one for trying';

/** The commands of the team hub: those of its server, and those of a casebook that connects to it. */
export function addHubCommands(program: Command, invocation: Invocation): void {
  const hub = program
    .command('hub')
    .description('the team hub: runs it, manages who may connect, and connects casebooks to it')
    .enablePositionalOptions();
  const command = (usage: string, description: string): Command =>
    hub.command(usage).description(description).option('--json', 'one JSON document on standard output');
  const onDatabase = (usage: string, description: string): Command =>
    command(usage, description)
      .addOption(new Option('--database <url>', DATABASE).default('embedded').env('CASEBOOK_HUB_DATABASE'))
      .option('--folder <dir>', 'with the embedded database: where it is kept');

  onDatabase('serve', 'answers the casebooks of a team, until it is interrupted')
    .option('--listen <host:port>', 'where to listen', '127.0.0.1:7077')
    .option('--address <url>', 'the address in invitations, where a proxy or a name stands before this one')
    .option('--tls-cert <file>', 'a certificate; with --tls-key')
    .option('--tls-key <file>', 'its key')
    .option('--insecure', 'serve plain HTTP beyond this computer: secrets travel readably', false)
    .action(async (options: HubServeOptions) => {
      const { hubServeCommand } = await import('./commands/hubServer.ts');
      await hubServeCommand(invocation, options);
    });
  onDatabase('init', 'makes the hub’s tables in a database; touches nothing else in it').action(
    async (options: HubOptions) => {
      const { hubInitCommand } = await import('./commands/hubServer.ts');
      await hubInitCommand(invocation, options);
    },
  );
  onDatabase('migrate', 'brings a hub’s tables up to date; back the database up first').action(
    async (options: HubOptions) => {
      const { hubMigrateCommand } = await import('./commands/hubServer.ts');
      await hubMigrateCommand(invocation, options);
    },
  );
  onDatabase('invite [person]', 'makes an invitation: one text, which works once')
    .option('--new <title>', 'for the curator who will bring a new casebook')
    .option('--casebook <id>', 'the casebook’s id or title, where the hub has several')
    .option('--role <role>', 'curator, overseer or annotator (default: as the casebook says)')
    .option('--address <url>', 'where casebooks reach the hub', 'http://127.0.0.1:7077')
    .action(async (person: string | undefined, options: HubInviteOptions) => {
      const { hubInviteCommand } = await import('./commands/hubServer.ts');
      await hubInviteCommand(invocation, person, options);
    });
  onDatabase('people', 'lists who may connect, with their devices')
    .option('--casebook <id>', 'the casebook’s id or title, where the hub has several')
    .action(async (options: HubOptions) => {
      const { hubPeopleCommand } = await import('./commands/hubServer.ts');
      await hubPeopleCommand(invocation, options);
    });
  onDatabase('revoke <device-or-person>', 'revokes a device, or all devices of a person')
    .option('--casebook <id>', 'the casebook’s id or title, where the hub has several')
    .action(async (named: string, options: HubRevokeOptions) => {
      const { hubRevokeCommand } = await import('./commands/hubServer.ts');
      await hubRevokeCommand(invocation, named, options);
    });
  onDatabase('status', 'tells what the hub holds').action(async (options: HubOptions) => {
    const { hubStatusCommand } = await import('./commands/hubServer.ts');
    await hubStatusCommand(invocation, options);
  });
  onDatabase('verify', 'checks every row and image by its hash, and the rules of who may see what').action(
    async (options: HubOptions) => {
      const { hubVerifyCommand } = await import('./commands/hubServer.ts');
      await hubVerifyCommand(invocation, options);
    },
  );
  command('connect <dir> <invitation>', 'connects a casebook to a hub, or makes one for who was invited')
    .option('--person <handle>', 'who you are, where the casebook is yours to bring')
    .action(async (dir: string, invitationText: string, options: HubConnectOptions) => {
      const { hubConnectCommand } = await import('./commands/hubClient.ts');
      await hubConnectCommand(invocation, dir, invitationText, options);
    });
  command('sync <dir>', 'sends what waits in a casebook and takes in what is new')
    .option('--watch', 'again every half minute, until it is interrupted', false)
    .action(async (dir: string, options: HubSyncOptions) => {
      const { hubSyncCommand } = await import('./commands/hubClient.ts');
      await hubSyncCommand(invocation, dir, options);
    });
  command('disconnect <dir>', 'ends a casebook’s connection; it keeps everything').action(
    async (dir: string) => {
      const { hubDisconnectCommand } = await import('./commands/hubClient.ts');
      await hubDisconnectCommand(invocation, dir);
    },
  );
}
