import type { ServerLimits } from './listening.ts';

/** How much a host takes. */
export interface NetworkLimits extends ServerLimits {
  /** Requests in a minute from one address: a class shares one. */
  readonly perAddress: number;
  /** From one participant's browser, and from one of anybody else. */
  readonly perParticipant: number;
  readonly perSession: number;
  /** The share of a study's places that one address takes in a minute, and how many it may take in any case. */
  readonly placesShare: number;
  readonly placesAtLeast: number;
  /** Links of one kind that did not work, in a minute from one address. */
  readonly failedLinks: number;
}

/** A host's usual limits. */
export const LIMITS: NetworkLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  stalledMs: 30_000,
  // A photo of 30 MB at 50 kB/s.
  answerMs: 10 * 60_000,
  // Longer than proxies keep theirs: what they send on a connection that is just closed would be lost.
  idleMs: 75_000,
  connections: 5_000,
  // A class of 200, of whom each browser keeps up to six, and half as much again.
  connectionsPerAddress: 2_000,
  firstBytesMs: 5_000,
  // 200 people at a step every five seconds, ten requests a step, and twice that.
  perAddress: 60_000,
  perParticipant: 1_200,
  perSession: 6_000,
  // A class is in after two minutes; a single program does not take every place before a curator sees it.
  placesShare: 0.5,
  placesAtLeast: 10,
  failedLinks: 30,
};
