import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';

const Column = z.object({ column_name: z.string(), column_type: z.string() });

/** A Parquet file, or several as one table, as DuckDB reads them: bytes stay bytes, 64-bit integers are bigints. */
export async function readWithDuckDb(files: string): Promise<{
  readonly rows: readonly Record<string, unknown>[];
  /** DuckDB's own names of the types, by column. */
  readonly types: Readonly<Record<string, string>>;
}> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const table = `read_parquet('${files.replaceAll("'", "''")}')`;
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`);
    const columns = described.getRowObjectsJS().map((row) => Column.parse(row));
    const read = await connection.runAndReadAll(`SELECT * FROM ${table}`);
    return {
      rows: read.getRowObjectsJS(),
      types: Object.fromEntries(columns.map((column) => [column.column_name, column.column_type])),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
