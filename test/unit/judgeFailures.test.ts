import { describe, expect, it } from 'vitest';
import { type AfterFailure, afterFailure } from '../../electron/core/features/judgeRuns/afterFailure.ts';
import { judgeReply } from '../../electron/core/features/judgeRuns/ask.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('what follows from a failed request to a judge', () => {
  const rules = { mayRetry: true, most: 14 };
  const failure = { kind: 'again', reason: 'No reply.', wait: null } as const;
  const before = { refusals: 3, failures: 5 };
  const usual = {
    over: false,
    error: 'No reply.',
    inARow: { refusals: 0, failures: 6 },
    stopsBecause: null,
  };

  it.each<
    [
      string,
      {
        failure?: Partial<Parameters<typeof afterFailure>[0]>;
        before?: Partial<typeof before>;
        rules?: Partial<typeof rules>;
      },
      Partial<AfterFailure>,
    ]
  >([
    ['one that may work later is tried again, and ends the refusals', {}, {}],
    ['the last retry', { rules: { mayRetry: false } }, { over: true }],
    [
      'a refusal is not tried again',
      { failure: { kind: 'refused' } },
      { over: true, inARow: { refusals: 4, failures: 6 } },
    ],
    ['a run that was stopped', { failure: { kind: 'stopped' } }, { over: true, inARow: before }],
    [
      'a stopped run after many failures, which is no reason to stop it again',
      { failure: { kind: 'stopped' }, before: { failures: 20 } },
      { over: true, inARow: { refusals: 3, failures: 20 } },
    ],
    [
      'a server that asks to wait is still there',
      { failure: { wait: HOUR_MS } },
      { inARow: { refusals: 0, failures: 5 } },
    ],
    [
      'a wait of more than an hour is no wait',
      { failure: { wait: HOUR_MS + 1 } },
      {
        over: true,
        error: 'No reply. It asks Casebook to wait more than an hour.',
        inARow: { refusals: 0, failures: 5 },
      },
    ],
    [
      'nine refusals are not yet too many',
      { failure: { kind: 'refused' }, before: { refusals: 8 } },
      { over: true, inARow: { refusals: 9, failures: 6 } },
    ],
    [
      'ten refusals in a row stop the run',
      { failure: { kind: 'refused' }, before: { refusals: 9 } },
      {
        over: true,
        inARow: { refusals: 10, failures: 6 },
        stopsBecause: 'The endpoint refused 10 requests in a row. The last time: No reply.',
      },
    ],
    [
      'one failure less than too many',
      { before: { failures: 12 } },
      { inARow: { refusals: 0, failures: 13 } },
    ],
    [
      'too many failures in a row stop the run',
      { before: { failures: 13 } },
      {
        inARow: { refusals: 0, failures: 14 },
        stopsBecause: '14 requests failed in a row. The last time: No reply.',
      },
    ],
  ])('%s', (_name, given, expected) => {
    const after = afterFailure(
      { ...failure, ...given.failure },
      { ...before, ...given.before },
      { ...rules, ...given.rules },
    );
    expect(after).toEqual({ ...usual, ...expected });
  });
});

describe('what the reply of a judge is worth', () => {
  const NOW = 0;
  const reply = (status: number, text = '', more = {}) => ({
    status,
    text,
    location: null,
    retryAfter: null,
    ...more,
  });
  const completion = (content: string | null, finish_reason?: string) =>
    reply(200, JSON.stringify({ choices: [{ message: { content }, finish_reason }] }));

  it.each([
    ['a text', completion('YES', 'stop'), { outcome: 'answered', content: 'YES' }],
    ['a text without a reason to end', completion('YES'), { outcome: 'answered', content: 'YES' }],
    ['spaces alone', completion(' \n'), { outcome: 'unusable', reason: 'The reply has no text.' }],
    ['no text', completion(null), { outcome: 'unusable', reason: 'The reply has no text.' }],
    [
      'a text that was cut off',
      completion('["a"', 'length'),
      { outcome: 'unusable', reason: 'The reply was cut off at the maximum number of tokens.' },
    ],
    [
      'a text that was filtered',
      completion('YES', 'content_filter'),
      { outcome: 'unusable', reason: 'The endpoint’s own filter cut the reply off.' },
    ],
    [
      'another object',
      reply(200, '{"choices": []}'),
      { outcome: 'unusable', reason: 'The reply is not a chat completion.' },
    ],
    [
      'half an object',
      reply(200, '{"choices": ['),
      { outcome: 'failed', kind: 'again', reason: 'The reply was cut off or is no JSON.', wait: null },
    ],
    [
      'a redirect',
      reply(307, '', { location: 'https://other.example/v1' }),
      {
        outcome: 'failed',
        kind: 'refused',
        reason:
          'The endpoint sent the request on to other.example; Casebook does not follow redirects (HTTP 307).',
        wait: null,
      },
    ],
    [
      'a rate limit',
      reply(429, '{"error": "slow down"}', { retryAfter: '3' }),
      {
        outcome: 'failed',
        kind: 'again',
        reason: 'The endpoint answered HTTP 429: slow down',
        wait: 3000,
      },
    ],
    [
      'an error of the server',
      reply(500),
      { outcome: 'failed', kind: 'again', reason: 'The endpoint answered HTTP 500.', wait: null },
    ],
    [
      'a refusal',
      reply(401),
      { outcome: 'failed', kind: 'refused', reason: 'The endpoint answered HTTP 401.', wait: null },
    ],
  ])('%s', (_name, given, expected) => {
    expect(judgeReply(given, NOW)).toEqual(expected);
  });
});
