/** Wall time of a piece of work in milliseconds. */
export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** One line of a report: a figure beside its reference, and their ratio. */
export function row(name: string, ours: number, referenceName: string, reference: number): string {
  return `${name.padEnd(34)} ${ours.toFixed(1).padStart(9)} ms   ${referenceName} ${reference.toFixed(1)} ms   ratio ${(ours / reference).toFixed(2)}`;
}
