import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey } from './addresses.ts';

/** How many connections one client keeps, and how soon each has to ask for something. */
export interface SocketLimits {
  /** Connections of one address at once. */
  readonly connectionsPerAddress: number;
  /** A connection that has sent nothing after so long is cut, in milliseconds. */
  readonly firstBytesMs: number;
}

/** A connection of a client. */
export interface ClientSocket {
  readonly openedAt: number;
  /** Whether a whole request came over it. */
  asked: boolean;
  readonly bytesRead: number;
}

const LOOK_EVERY_MS = 500;

/**
 * The connection to close when an address has one too many: the oldest that never sent a request, so that silent
 * connections keep nobody out; else the new one.
 * @param sockets in the order in which they were opened, the new one last
 */
export function socketToClose<S extends ClientSocket>(sockets: readonly S[], most: number): S | null {
  if (sockets.length <= most) return null;
  return sockets.slice(0, -1).find(({ asked }) => !asked) ?? sockets.at(-1) ?? null;
}

/** Whether a connection has been silent for too long. */
export const isSilent = ({ openedAt, bytesRead }: ClientSocket, firstBytesMs: number, now: number): boolean =>
  bytesRead === 0 && now - openedAt > firstBytesMs;

/** A connection as it is counted here. */
class CountedSocket implements ClientSocket {
  readonly openedAt = Date.now();
  asked = false;
  readonly socket: Socket;
  constructor(socket: Socket) {
    this.socket = socket;
  }
  get bytesRead(): number {
    return this.socket.bytesRead;
  }
}

/**
 * Keeps one client from taking all connections of a server: an address has a limit, and a silent connection is cut
 * within seconds. Returns a function that stops watching.
 * @param isShared whether an address stands for many clients, as a proxy's does
 */
export function limitSockets(
  server: Server,
  { connectionsPerAddress, firstBytesMs }: SocketLimits,
  isShared: (address: string) => boolean,
): () => void {
  const byAddress = new Map<string, Set<CountedSocket>>();
  /** By address and port: over TLS a request comes by another socket object than the connection. */
  const byPeer = new Map<string, CountedSocket>();
  const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
    `${remoteAddress} ${String(remotePort)}`;

  server.on('connection', (socket: Socket) => {
    const counted = new CountedSocket(socket);
    const address = socket.remoteAddress ?? '';
    const [key, peer] = [clientKey(address), peerOf(socket)];
    const own = byAddress.get(key) ?? new Set();
    byAddress.set(key, own.add(counted));
    byPeer.set(peer, counted);
    socket.once('close', () => {
      own.delete(counted);
      if (own.size === 0 && byAddress.get(key) === own) byAddress.delete(key);
      if (byPeer.get(peer) === counted) byPeer.delete(peer);
    });
    if (!isShared(address) && own.size > connectionsPerAddress)
      socketToClose([...own], connectionsPerAddress)?.socket.destroy();
  });
  server.on('request', ({ socket }) => {
    const counted = byPeer.get(peerOf(socket));
    if (counted !== undefined) counted.asked = true;
  });
  const look = (): void => {
    const now = Date.now();
    for (const own of byAddress.values())
      for (const counted of own) if (isSilent(counted, firstBytesMs, now)) counted.socket.destroy();
  };
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, firstBytesMs)).unref();
  return () => clearInterval(timer);
}
