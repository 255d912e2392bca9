import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RecruitmentRecord } from '../../../records/studies/arrivals.ts';

/** How the cookie of an opening begins; those of signed-in browsers are base64url, without a full stop. */
const BEGINS = 'opening.';
/** How long somebody may take to read the first page, in milliseconds. */
const VALID_MS = 24 * 60 * 60 * 1000;

const Opening = z.tuple([z.literal('opening'), z.string(), z.coerce.number().int(), z.string(), z.string()]);

/** The signature of an opening, which only the study's secret makes. */
const signatureOf = ({ secret }: RecruitmentRecord, at: number, nonce: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['opening', at, nonce]))
    .digest('base64url');

/**
 * The cookie of a browser that opened a study link and has answered nothing yet. It says all that is known about that
 * browser, so opening a link again and again stores nothing.
 */
export function openingCookie(recruitment: RecruitmentRecord, now: number): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${BEGINS}${recruitment.token}.${String(now)}.${nonce}.${signatureOf(recruitment, now, nonce)}`;
}

/** The study of an opening's cookie, and a name for that browser; null where the cookie is not one that Casebook made. */
export function readOpening(
  cookie: string,
  recruitmentCalled: (token: string) => RecruitmentRecord | undefined,
  now: number,
): { readonly recruitment: RecruitmentRecord; readonly nonce: string } | null {
  if (!cookie.startsWith(BEGINS)) return null;
  const parsed = Opening.safeParse(cookie.split('.'));
  if (!parsed.success) return null;
  const [, token, at, nonce, signature] = parsed.data;
  const recruitment = recruitmentCalled(token);
  if (recruitment === undefined || now - at > VALID_MS) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(recruitment, at, nonce))];
  return given.length === right.length && timingSafeEqual(given, right) ? { recruitment, nonce } : null;
}
