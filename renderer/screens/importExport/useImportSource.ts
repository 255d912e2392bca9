import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { FormatDescription } from '../../../shared/contract/importExport.ts';
import { orpc } from '../../client/index.ts';

/** What a source is read as. */
export interface ImportSource {
  /** The path once typing has paused. */
  readonly settledPath: string;
  /** The formats that can be imported into this casebook. */
  readonly formats: readonly FormatDescription[];
  /** The format that was chosen, else the likeliest; null where none fits. */
  readonly format: string | null;
  readonly description: FormatDescription | undefined;
  /** Formats that the source fits, too. */
  readonly alike: readonly string[];
}

/** Looks at a source: which formats it fits. */
export function useImportSource(path: string, chosenFormat: string | null, benchmark: string): ImportSource {
  const formats = (useQuery(orpc.importExport.formats.queryOptions()).data ?? []).filter(
    (each) => each.reads !== null && (each.benchmark === undefined || each.benchmark === benchmark),
  );
  const [settledPath] = useDebouncedValue(path.trim(), 250);
  const [recognised = null, ...alike] =
    useQuery(
      orpc.importExport.recognise.queryOptions({ input: { path: settledPath }, enabled: settledPath !== '' }),
    ).data?.formats ?? [];
  const format = chosenFormat ?? recognised;
  return { settledPath, formats, format, description: formats.find(({ id }) => id === format), alike };
}
