import { RPCHandler } from '@orpc/server/message-port';
import { CHANNELS } from './channels.ts';
import type { Connection } from '../../core/base/connection.ts';
import type { Core } from '../../core/app/createCore.ts';
import type { Logger } from '../../core/base/ports.ts';
import type { ElectronApi, FrameApi } from './electronApi.ts';
import { isOwnPage } from './schemes.ts';

type Context = ReturnType<Core['contextOf']>;

export interface ConnectionOptions {
  readonly electron: Pick<ElectronApi, 'ipcMain' | 'clipboard'>;
  readonly core: Pick<Core, 'router' | 'contextOf'>;
  /** The current user of the window. */
  readonly session: Connection;
  readonly logger: Logger;
  /** The window can be spoken to. */
  readonly connected: () => void;
  /** A call that may have opened, closed or forgotten a casebook has succeeded. */
  readonly casebookChanged: () => void;
}

/** Calls after which the menu may have to show something else. */
const CHANGING = new Set([
  'casebooks.create',
  'casebooks.open',
  'casebooks.openSample',
  'casebooks.openPackage',
  'casebooks.close',
  'casebooks.rename',
  // Anybody who only takes part in a study is offered nothing else.
  'people.workAs',
  'application.forgetRecent',
  // Changed keys are beside the menu's items.
  'application.saveSettings',
]);

/**
 * Carries the contract to the window over the MessagePort that its preload sends. Messages from any other frame are
 * refused and logged. A reloaded page gets a new port and keeps its session.
 */
export function carryContract(options: ConnectionOptions): void {
  const { core, session, electron, logger } = options;
  const handler = new RPCHandler<Context>(core.router, {
    clientInterceptors: [
      async (call) => {
        const result = await call.next();
        if (CHANGING.has(call.path.join('.'))) options.casebookChanged();
        return result;
      },
    ],
  });
  electron.ipcMain.on(CHANNELS.connect, ({ senderFrame, ports }) => {
    const [port] = ports;
    if (!isOwnFrame(senderFrame) || port === undefined) {
      for (const each of ports) each.close();
      logger.warn('A frame that is not the window’s page asked for the contract.');
      return;
    }
    handler.upgrade(port, { context: core.contextOf(session) });
    port.start();
    options.connected();
  });
  electron.ipcMain.handle(CHANNELS.copy, ({ senderFrame }, text) => {
    if (!isOwnFrame(senderFrame)) throw new Error('Only the window’s page may copy.');
    if (typeof text !== 'string') throw new TypeError('Only text can be copied.');
    electron.clipboard.writeText(text);
  });
}

/** Whether a message comes from the window's own page itself, not from a frame inside it or a page it was led to. */
export function isOwnFrame(frame: FrameApi | null): boolean {
  return frame !== null && frame.parent === null && isOwnPage(frame.url);
}
