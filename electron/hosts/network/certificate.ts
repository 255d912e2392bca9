import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { errorCode } from '../../core/base/errors.ts';
import { fileReason } from '../../core/base/fileReason.ts';
import type { Logger } from '../../core/base/ports.ts';
import { CasebookError } from '../../../shared/base/errors.ts';

/** Files of a certificate and its key, in PEM. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

const CHECK_MS = 60_000;
const WARN_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The content of both files; warns where the certificate expires soon. Throws `not_readable` in words. */
export function readCertificate({ cert, key }: CertificateFiles, logger: Logger): CertificateFiles {
  try {
    const files = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    // A key of another certificate is found now, and not with the first browser.
    createSecureContext(files);
    const until = new Date(new X509Certificate(files.cert).validTo);
    if (until.getTime() < Date.now() + WARN_DAYS * DAY_MS)
      logger.warn('The certificate expires soon, or has expired.', { until: until.toISOString() });
    return files;
  } catch (error) {
    throw new CasebookError(
      'not_readable',
      `The certificate or its key cannot be read: ${reasonOf(error)}.`,
      'Nothing is served. Check --tls-cert and --tls-key.',
      { cause: error },
    );
  }
}

/** Of a file the system’s reason, of what is in it that of OpenSSL. */
function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code !== null && /^E[A-Z]+$/u.test(code)) return fileReason(code);
  return code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
    ? 'the key belongs to another certificate'
    : 'what is in them is no certificate with its key in PEM';
}

/**
 * Uses a renewed certificate as soon as its file has changed; one that cannot be read leaves the former in use, and is tried
 * again. Gives the function that stops it.
 */
export function renewCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: CertificateFiles,
  logger: Logger,
  everyMs: number = CHECK_MS,
): () => void {
  let seen = statSync(files.cert).mtimeMs;
  const renew = (): void => {
    try {
      const { mtimeMs } = statSync(files.cert);
      if (mtimeMs === seen) return;
      server.setSecureContext(readCertificate(files, logger));
      seen = mtimeMs;
      logger.info('The renewed certificate is in use.');
    } catch (error) {
      logger.error('The new certificate cannot be read; the former one stays in use.', {
        error: String(error),
      });
    }
  };
  const timer = setInterval(renew, everyMs).unref();
  return () => clearInterval(timer);
}
