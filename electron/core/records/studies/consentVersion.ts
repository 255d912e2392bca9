import { createHash } from 'node:crypto';

/** Names the wording of a consent that somebody agreed to: the SHA-256 of its text in UTF-8, in hexadecimal. */
export const consentVersion = (text: string): string => createHash('sha256').update(text).digest('hex');
