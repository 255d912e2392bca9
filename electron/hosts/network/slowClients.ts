import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ReadingLimits {
  /** An answer whose reader takes in nothing for so long is cut, in milliseconds. */
  readonly stalledMs: number;
  /** An answer that is not read whole after so long is cut, in milliseconds; streams of events are as long as they are. */
  readonly answerMs: number;
}

const LOOK_EVERY_MS = 500;

/** What a server is answering just now, one answer a connection. */
export interface PendingResponses {
  /** Every answer that is not sent whole. */
  all(): ServerResponse[];
  stop(): void;
}

/** Whether an answer is a stream of events, which ends when its work ends. */
export const isEventStream = (outgoing: ServerResponse): boolean =>
  String(outgoing.getHeader('content-type') ?? '').startsWith('text/event-stream');

/**
 * Cuts connections whose reader is too slow, so that nobody can fill the memory with answers that are never read. An answer
 * that is still being computed is not cut: there is nothing to read yet.
 */
export function cutSlowReaders(server: Server, { stalledMs, answerMs }: ReadingLimits): PendingResponses {
  const answering = new Map<Socket, ServerResponse>();
  const begun = new WeakMap<ServerResponse, number>();
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    answering.set(socket, outgoing);
    outgoing.once('close', () => {
      if (answering.get(socket) === outgoing) answering.delete(socket);
    });
  });
  server.timeout = stalledMs;
  server.on('timeout', (socket: Socket) => {
    const outgoing = answering.get(socket);
    const isWaitingForUs =
      outgoing !== undefined &&
      !outgoing.writableEnded &&
      socket.writableLength === 0 &&
      isBodyThere(outgoing);
    if (!isWaitingForUs) socket.destroy();
  });
  const look = (): void => {
    const now = Date.now();
    for (const [socket, outgoing] of answering) {
      if (!outgoing.headersSent || isEventStream(outgoing)) continue;
      const since = begun.get(outgoing) ?? now;
      begun.set(outgoing, since);
      if (now - since > answerMs) socket.destroy();
    }
  };
  const timer = setInterval(look, Math.min(LOOK_EVERY_MS, answerMs)).unref();
  return { all: () => [...answering.values()], stop: () => clearInterval(timer) };
}

/** Whether the request arrived whole; one that does not is cut by the server's own limits. */
const isBodyThere = ({ req }: ServerResponse): boolean => req.complete;
