/** What a file's name says of the figures in it. */
export interface FigureSource {
  /** The kind of figures: `agreement`. */
  readonly topic: string;
  /** What they are figures of, from large to small: task, field, round. */
  readonly of: readonly string[];
}

/** `agreement-curate-label-round-1-coefficients.csv`: safe on every system, whatever the parts are called. */
export function fileName({ topic, of }: FigureSource, part: string, extension: string): string {
  return `${[topic, ...of, part].map(slug).join('-')}.${extension}`;
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
