/** Text of a casebook in a line or cell of Markdown. */
export function markdownText(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\`*_{}[\]<>#|]/gu, String.raw`\$&`);
}

/** A text of several lines as a quotation, to the letter. */
export function markdownQuotation(text: string): readonly string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => (line.trim() === '' ? '>' : `> ${line.replace(/[\\`*_{}[\]<>#|]/gu, String.raw`\$&`)}`));
}

/** A table: the names of its columns, then its rows, as text. */
export function markdownTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)];
}
