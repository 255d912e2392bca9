/** What a file's name says of the figures in it. */
export interface FigureSource {
  readonly task: string;
  readonly field: string;
  readonly round: number;
}

/** `agreement-curate-label-round-1-coefficients.csv`: safe on every system, whatever the field is called. */
export function fileName({ task, field, round }: FigureSource, part: string, extension: string): string {
  return `${['agreement', slug(task), slug(field), `round-${String(round)}`, slug(part)].join('-')}.${extension}`;
}

/** Letters, figures and hyphens. */
export function slug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  return words === '' ? 'x' : words.slice(0, 40);
}
