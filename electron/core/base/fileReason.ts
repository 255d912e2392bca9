/** What the system says of a file that cannot be read or written, by its codes. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its name is too long for this disk',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  EBUSY: 'another program is using it',
  ETXTBSY: 'another program is using it',
  ESTALE: 'the network folder that it was in is gone',
  ENXIO: 'it is a device that is not there',
};

/**
 * Why a file cannot be read or written, to go after "because" or a colon: `you have no permission`.
 * @param code the system’s own, such as EACCES; null: it gave none
 */
export const fileReason = (code: string | null): string =>
  REASONS[code ?? ''] ?? 'the system refuses it without saying why';
