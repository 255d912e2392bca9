import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { EditionId, ItemId, PackageId, PersonId, StudySessionId } from '../../../shared/base/ids.ts';
import { issuesInWords } from '../../../shared/base/issues.ts';
import { NestedTooDeeply, parseJson } from '../../../shared/base/jsonText.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { readMeta } from '../db/meta.ts';

/** How a package's file ends. */
export const PACKAGE_EXTENSION = '.casebook-package';
export const MANIFEST = 'manifest.json';

/** Grows when older programs could not read what newer ones write. */
const FORMAT_VERSION = 1;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u);
const Work = z.strictObject({ task: z.string(), round: z.int().positive() });

/** What `manifest.json` of a package says. Items have neutral names, as everywhere in a package. */
export const Manifest = z.strictObject({
  format: z.literal('casebook-package'),
  version: z.literal(FORMAT_VERSION),
  packageId: PackageId,
  /** The casebook that it was made of. */
  casebookId: z.uuid(),
  benchmark: z.string(),
  createdAt: z.int().nonnegative(),
  person: z.strictObject({ id: PersonId, handle: z.string(), name: z.string() }),
  work: z.array(Work.extend({ items: z.int() })),
  items: z.array(z.strictObject({ id: ItemId, name: z.string() })),
  /** It goes back to the casebook that it was made of, which has its images: they are left out. */
  returns: z.literal(true).optional(),
  files: z.array(z.strictObject({ path: z.string(), sha256: Sha256, bytes: z.int().nonnegative() })),
});
export type Manifest = z.infer<typeof Manifest>;

const AnyManifest = z.looseObject({ format: z.literal('casebook-package'), version: z.int().positive() });

/** Reads a manifest. Throws `newer_version` for a format that is not known yet, `invalid_input` for anything else. */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason =
      error instanceof NestedTooDeeply
        ? `The manifest of the package cannot be read. ${error.message}`
        : 'The manifest of the package is not JSON.';
    throw new CasebookError('invalid_input', reason, UNCHANGED, { cause: error });
  }
  const any = AnyManifest.safeParse(value);
  if (any.success && any.data.version > FORMAT_VERSION) {
    throw new CasebookError(
      'newer_version',
      `The package was written by a newer Casebook (format ${String(any.data.version)}; this version knows up to ${String(FORMAT_VERSION)}).`,
      'Nothing was changed. Install the newest Casebook to open it.',
    );
  }
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CasebookError(
    'invalid_input',
    `The manifest of the package is not one that Casebook writes (${issuesInWords(parsed.error)}).`,
    UNCHANGED,
  );
}

export const UNCHANGED = 'Nothing was changed. Ask for the package again.';

/** The manifest as it is in the file. */
export function manifestOf(content: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: 'casebook-package', version: FORMAT_VERSION, ...content };
}

/** The name of an image's file inside a package. */
export function memberOf(sha256: string, extension: string): string {
  return `images/${sha256.slice(0, 2)}/${sha256}.${extension}`;
}

/** Whether a package can hold a file of this name. */
export function isMember(name: string): boolean {
  if (name === MANIFEST || name === 'casebook.sqlite') return true;
  return /^images\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.[a-z0-9]{1,8}$/u.test(name);
}

/** What the meta of a casebook that is a package says of where it comes from. */
export const PackageOrigin = z.object({
  id: PackageId,
  casebookId: z.uuid(),
  personId: PersonId,
  createdAt: z.int().nonnegative(),
});
export type PackageOrigin = z.infer<typeof PackageOrigin>;

/** Where a casebook is a package: of what; null for every other casebook. */
export function packageOriginOf(database: CasebookDatabase): PackageOrigin | null {
  const value = readMeta(database, 'package');
  return value === null ? null : PackageOrigin.parse(value);
}

/** What went out, as the casebook that it was made of keeps it: what comes back is measured by it. */
export const PackageContent = z.object({
  items: z.array(
    z.object({
      id: ItemId,
      /** The hashes of its images by position; null: missing. */
      images: z.array(Sha256.nullable()),
      work: z.array(Work),
      /** The edition that went out, and those that answers which went along are about; null: as it came. */
      edition: EditionId.nullable().default(null),
      editions: z.array(EditionId).default([]),
    }),
  ),
  /** The study sessions that went out. */
  sittings: z.array(StudySessionId).default([]),
});
export type PackageContent = z.infer<typeof PackageContent>;
