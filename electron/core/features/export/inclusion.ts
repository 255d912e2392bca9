import type { ExportItem } from '../../formats/writing/exportItems.ts';
import type { ExportFormat } from '../../formats/writing/exportFormat.ts';

/** What an export makes of an item. */
export type Inclusion =
  | { readonly kind: 'included' | 'left out'; readonly problems: readonly string[] }
  /** It is sound, and the format is not for items like it. */
  | { readonly kind: 'not for the format'; readonly reason: string };

/**
 * Whether an export includes an item: not if the format has no place for it or refuses it, nor, when only accepted
 * items are exported, if it breaks a rule of the benchmark.
 * @param rules whether rules leave items out, and whether any broken one is a problem
 */
export function decideInclusion<T extends Pick<ExportItem, 'broken'>>(
  item: T,
  format: { refuse(item: T): string | null; leavesOut?(item: T): string | null },
  rules: { readonly apply: boolean; readonly strict: boolean },
): Inclusion {
  const reason = format.leavesOut?.(item) ?? null;
  if (reason !== null) return { kind: 'not for the format', reason };
  const refusal = format.refuse(item);
  if (refusal !== null) return { kind: 'left out', problems: [refusal] };
  // Rules are looked at only where they matter: that takes as long as all the rest.
  const problems = rules.apply || rules.strict ? item.broken : [];
  return { kind: rules.apply && problems.length > 0 ? 'left out' : 'included', problems };
}

/** The items with an image that could not be written, and why. */
export function unwritableItems(
  named: ReturnType<ExportFormat['name']>,
  imagePath: (name: string) => string,
  failed: Iterable<readonly [{ readonly path: string }, string]>,
): ReadonlyMap<string, string> {
  const reasons = new Map([...failed].map(([{ path }, reason]) => [path, `${path}: ${reason}`]));
  if (reasons.size === 0) return new Map();
  return new Map(
    named.flatMap(({ id, images }) =>
      images.flatMap(({ imageId, name }) => {
        const reason = imageId === null ? undefined : reasons.get(imagePath(name));
        return reason === undefined ? [] : [[id, reason]];
      }),
    ),
  );
}
