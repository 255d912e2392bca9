import type { Command } from 'commander';
import type { HostOptions } from './commands/host.ts';
import type { Invocation } from './invocation.ts';

/** The command that serves a casebook on a network. */
export function addHostCommand(
  command: (usage: string, description: string) => Command,
  invocation: Invocation,
): void {
  command('host <dir>', 'serves a casebook on a network: for participants of studies, and for the team')
    .requiredOption('--public-url <url>', 'the address that people open, such as https://study.example.org')
    .option(
      '--listen <host:port>',
      'where to listen (default: 127.0.0.1:7078; for an http address of this machine, its port)',
    )
    .option('--tls-cert <file>', 'a certificate; with --tls-key')
    .option('--tls-key <file>', 'its key')
    .option(
      '--behind-proxy <addresses>',
      'the proxies that provide TLS, separated by commas; only their forwarded headers are trusted',
    )
    .option('--as <handle>', 'the curator whom the printed link signs in (default: the first)')
    .option('--log-requests', 'log every request, without addresses, names and ids', false)
    .action(async (dir: string, options: HostOptions) => {
      const { hostCommand } = await import('./commands/host.ts');
      await hostCommand(invocation, dir, options);
    });
}
