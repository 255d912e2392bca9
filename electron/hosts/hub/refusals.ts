import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { asCasebookError, errorCode } from '../../core/base/errors.ts';
import type { Logger } from '../../core/base/ports.ts';
import type { RequestRefusal } from '../../../shared/hub/protocol.ts';
import { inHubWords } from './database.ts';

const STATUS = {
  unknown: 401,
  revoked: 403,
  forbidden: 403,
  invalid: 400,
  too_large: 413,
  too_often: 429,
  busy: 503,
  full: 507,
} as const satisfies Record<RequestRefusal['code'], number>;

/** A request that is answered with words. */
export class RefusedRequest extends HTTPException {
  constructor(code: RequestRefusal['code'], message: string) {
    super(STATUS[code], { res: refusal(code, message) });
  }
}

/** The answer with words that every request gets which the hub does not do. */
export function refusal(
  code: RequestRefusal['code'],
  message: string,
  status: number = STATUS[code],
): Response {
  return Response.json({ code, message } satisfies RequestRefusal, { status });
}

/** The answer to a request that failed. */
export function answerFailure(error: Error, logger: Logger): Response {
  if (error instanceof RefusedRequest) return error.getResponse();
  if (error instanceof HTTPException && error.status === 413)
    return refusal('too_large', 'The request is too large for the hub. Nothing of it was saved.');
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return refusal('invalid', 'The hub cannot read the request. Nothing of it was saved. Update Casebook.');
  const known = asCasebookError(inHubWords(error));
  logger.error('A request failed.', { code: known.code, error: known.message });
  // What the same request would meet again: numbers that are none, and what row security refuses.
  if (errorCode(error)?.startsWith('22') === true)
    return refusal('invalid', 'The hub cannot read the request. Nothing of it was saved. Update Casebook.');
  if (known.code === 'forbidden')
    return refusal('forbidden', 'The hub does not let this device do that. Nothing of it was saved.');
  if (known.code === 'disk_full')
    return refusal(
      'full',
      'The hub’s disk is full. Nothing of this request was saved; it is sent again later.',
    );
  return refusal(
    'busy',
    'The hub cannot answer at the moment. Nothing of this request was saved; it is sent again later.',
  );
}
