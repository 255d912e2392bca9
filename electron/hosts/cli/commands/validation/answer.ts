/** What a command has to say: a document for programs, lines for people, rows for spreadsheets. */
export interface CommandAnswer {
  readonly document: unknown;
  readonly lines: readonly string[];
  readonly rows: readonly (readonly OutputCell[])[];
}
export type OutputCell = string | number | null;
