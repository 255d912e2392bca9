import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { z } from 'zod';

const Features = z.object({ info: z.object({ features: z.record(z.string(), z.unknown()) }) });

/** A Parquet file as another library reads it: bytes stay bytes, 64-bit integers are bigints. */
export async function readParquet(path: string): Promise<{
  rows: Record<string, unknown>[];
  /** The columns with what the `datasets` library makes of them. */
  features: Record<string, unknown>;
  groups: number;
}> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const said = metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value ?? '{}';
  return {
    rows: (await parquetReadObjects({ file, utf8: false })).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, settled(value)])),
    ),
    features: Features.parse(JSON.parse(said)).info.features,
    groups: metadata.row_groups.length,
  };
}

/** Where a nested value is null the reader leaves it undefined. */
function settled(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== 'object' || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settled(inner)]));
}
