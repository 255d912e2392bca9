import { describe, expect, it } from 'vitest';
import { type ClientSocket, isSilent, socketToClose } from '../../electron/hosts/network/sockets.ts';

const socket = (asked: boolean): ClientSocket => ({ openedAt: 0, asked, bytesRead: asked ? 9 : 0 });

describe('the connection that gives way', () => {
  it.each([
    // which of them have asked, oldest first; how many there may be; which one gives way
    ['none while there is room', [false, false], 2, null],
    ['the oldest that never asked', [true, false, false, false], 3, 1],
    ['the new one where all others have asked', [true, true, false], 2, 2],
    ['never one that has asked for the new one', [true, true, true], 2, 2],
  ])('is %s', (_which, asked, most, place) => {
    const sockets = asked.map(socket);
    expect(socketToClose(sockets, most)).toBe(place === null ? null : sockets[place]);
  });
});

it.each([
  [0, 5_001, true],
  [0, 5_000, false],
  [1, 60_000, false],
])('a connection that sent %i bytes is silent after %i ms: %s', (bytesRead, now, silent) => {
  expect(isSilent({ openedAt: 0, asked: false, bytesRead }, 5_000, now)).toBe(silent);
});
