import { resolve } from 'node:path';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';

export interface PackageOptions {
  readonly for: string;
}

/** `casebook package` */
export async function writePackage(
  invocation: Invocation,
  dir: string,
  target: string,
  options: PackageOptions,
): Promise<void> {
  const report = await withCasebook(dir, 'once', ({ people, merging }) => {
    const person = people.list().find(({ handle }) => handle.toLowerCase() === options.for.toLowerCase());
    if (person === undefined) {
      throw new CasebookError(
        'not_found',
        `There is no person "${options.for}" in this casebook.`,
        'Nothing was written. casebook list DIR people lists everybody.',
      );
    }
    return merging.package(person.id, resolve(target), null, {
      progress: progressOf(invocation),
      signal: invocation.signal,
    });
  });
  const { packageId, ...rest } = report;
  invocation.output.result({ package_id: packageId, ...rest }, [
    `${String(report.items)} items${report.images === 0 ? '' : ` and ${String(report.images)} images`} for ${report.person} written to ${report.file}.`,
  ]);
}
