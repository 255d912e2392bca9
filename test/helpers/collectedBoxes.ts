import type { BoxSink, ReadSet } from '../../electron/core/formats/boxes/boxSink.ts';
import type { ReadImage } from '../../electron/core/formats/boxes/boxes.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';

/** What a reader of boxes gave, as plain values. */
export interface CollectedBoxes {
  readonly images: ReadImage[];
  readonly bare: { file: string; split?: string }[];
  readonly problems: string[];
  readonly warnings: string[];
  readonly sets: ReadSet[];
  readonly left: () => { what: string; count: number }[];
}

/** Reads a source and keeps all that its reader gives. */
export async function collectBoxes(
  read: (
    source: string,
    options: { signal: AbortSignal; progress: () => void },
    sink: BoxSink,
  ) => Promise<void>,
  source: string,
): Promise<CollectedBoxes> {
  const tally = new Tally();
  const collected: CollectedBoxes = {
    images: [],
    bare: [],
    problems: [],
    warnings: [],
    sets: [],
    left: () => tally.lines(),
  };
  const line = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(': ');
  await read(
    source,
    { signal: new AbortController().signal, progress: () => undefined },
    {
      image: (image) => void collected.images.push(image),
      bareImage: ({ file, split }) =>
        void collected.bare.push({ file, ...(split !== undefined && { split }) }),
      problem: (...parts) => void collected.problems.push(line(...parts)),
      leaveOut: (...parts) => void collected.problems.push(line(...parts)),
      warn: (...parts) => void collected.warnings.push(line(...parts)),
      set: (set) => void collected.sets.push(set),
      left: (what, count) => tally.add(what, count),
    },
  );
  return collected;
}
