/** An item that an export leaves out. */
interface LeftOut {
  readonly item: string;
  readonly reason: string;
  /** What it is one of many of, where a format has no place for any of them. */
  readonly kind?: string | undefined;
}

/**
 * What an export left out, a line each: items by their names, after them those that are left out for what they are, a line
 * a kind, with how many there are.
 */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const ofKinds = leftOut.filter(({ kind }) => kind !== undefined);
  const kinds = Map.groupBy(ofKinds, ({ kind, reason }) => JSON.stringify([kind, reason]));
  return [
    ...leftOut.flatMap(({ item, reason, kind }) => (kind === undefined ? [`${item}: ${reason}`] : [])),
    ...[...kinds.values()].flatMap((of) => {
      const [first] = of;
      return first?.kind === undefined
        ? []
        : [`${first.kind}, ${String(of.length)} ${of.length === 1 ? 'item' : 'items'}: ${first.reason}`];
    }),
  ];
}

/** What an export says of items of which raters dispute fields. */
export function disputedInWords(items: number): string {
  const which = items === 1 ? '1 item has disputed fields' : `${String(items)} items have disputed fields`;
  return `${which}: until somebody decides in Adjudicate, what was in force before is exported of them, and gold.csv marks them as disputed.`;
}
