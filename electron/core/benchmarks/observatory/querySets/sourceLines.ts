import { z } from 'zod';
import type { ItemDistance, SourceValue } from '../../../../../shared/benchmarks/querySets.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { firstIssueInWords } from '../../../../../shared/base/issues.ts';
import { errorCode } from '../../../base/errors.ts';
import { layoutOf, readSource } from '../../../formats/reading/sourceFile.ts';
import type { Work } from '../../../base/work.ts';

const Distance = z.strictObject({
  first: z.union([z.string().min(1), z.number()]).transform(String),
  second: z.union([z.string().min(1), z.number()]).transform(String),
  distance: z.number().nonnegative(),
});

/**
 * The elements of a file of JSON values, one a line or in a list. Throws `not_found` where there is no such file,
 * `invalid_input` where it cannot be read to its end.
 */
export async function readValues(path: string, { progress, signal }: Work): Promise<readonly SourceValue[]> {
  const values: SourceValue[] = [];
  try {
    const layout = await layoutOf(path);
    const elements = readSource(path, layout, {
      signal,
      progress: (done, total) => progress('Reading', done, total),
    });
    for await (const element of elements) {
      if (!element.ok)
        throw new CasebookError(
          'invalid_input',
          `${path}, ${element.where}: ${element.reason}`,
          'Nothing was written. Correct the file.',
        );
      const number = (element.index ?? values.length) + 1;
      values.push({
        where: `${layout === 'lines' ? 'line' : 'entry'} ${String(number)}`,
        value: element.value,
      });
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new CasebookError('not_found', `There is no file ${path}.`, 'Nothing was written.', {
      cause: error,
    });
  }
  return values;
}

/**
 * The distances between items that a file lists, each pair once. Throws `invalid_input` for an invalid line, and
 * where it says two things of the same pair.
 */
export async function readDistances(path: string, work: Work): Promise<readonly ItemDistance[]> {
  const known = new Map<string, ItemDistance>();
  for (const { where, value } of await readValues(path, work)) {
    const parsed = Distance.safeParse(value);
    if (!parsed.success) {
      throw refused(path, where, firstIssueInWords(parsed.error));
    }
    const { first, second, distance } = parsed.data;
    const key = JSON.stringify([first, second].sort());
    const before = known.get(key);
    if (before !== undefined && before.distance !== distance)
      throw refused(path, where, `${first} and ${second} have a different distance earlier in the file.`);
    known.set(key, parsed.data);
  }
  return [...known.values()];
}

function refused(path: string, where: string, reason: string): CasebookError {
  return new CasebookError(
    'invalid_input',
    `${path}, ${where}: ${reason}`,
    'Nothing was written. A line is {"first": "0001", "second": "0002", "distance": 0.12}.',
  );
}
