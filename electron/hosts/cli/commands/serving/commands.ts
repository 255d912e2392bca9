import { Option } from 'commander';
import type { CommandDeclaration } from '../../command.ts';
import { PLAIN_ADDRESS } from '../../usage.ts';
import type { HostOptions } from './host.ts';
import type { ServeOptions } from './serve.ts';

export const serveCommand: CommandDeclaration = {
  usage: 'serve [dir]',
  summary: 'opens the app in a browser, on this computer only; unpacks a package first',
  options: (command) =>
    command
      .addOption(new Option('--port <n>', 'the port').default('0', 'a free one'))
      .option('--open', 'open the browser', false)
      .option('--plain-address', PLAIN_ADDRESS),
  run: (invocation) => async (dir: string | undefined, options: ServeOptions) => {
    const { serveInBrowser } = await import('./serve.ts');
    await serveInBrowser(invocation, dir, options);
  },
};

export const hostCommand: CommandDeclaration = {
  usage: 'host <dir>',
  summary: 'serves a casebook on a network: for participants of studies, and for the team',
  options: (command) =>
    command
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
      .option('--log-requests', 'log every request, without addresses, names and ids', false),
  run: (invocation) => async (dir: string, options: HostOptions) => {
    const { hostOnNetwork } = await import('./host.ts');
    await hostOnNetwork(invocation, dir, options);
  },
};
