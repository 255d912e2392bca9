/** A change of a file that is there: a registry that gets a line. */
export interface RegistryLine {
  readonly path: string;
  /** Gives the file's text with the line. */
  readonly add: (text: string) => string;
}

/** What a newcomer needs: files to fill in, and the lines that name them. */
export interface Plan {
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly lines: readonly RegistryLine[];
}

/** `meanRatio` as code, scripts and people write it. */
export interface NewName {
  /** `meanRatio` */
  readonly camel: string;
  /** `MeanRatio` */
  readonly pascal: string;
  /** `mean_ratio` */
  readonly snake: string;
  /** `MEAN_RATIO` */
  readonly upper: string;
  /** `Mean ratio` */
  readonly title: string;
}

/** The forms of a name; throws for what is no name of a file. */
export function nameFrom(text: string): NewName {
  if (!/^[a-z][a-zA-Z0-9]*$/u.test(text))
    throw new Error(
      `"${text}" is no name: begin with a small letter, then letters and digits, such as meanRatio.`,
    );
  const snake = text.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const words = snake.replaceAll('_', ' ');
  return {
    camel: text,
    pascal: text.charAt(0).toUpperCase() + text.slice(1),
    snake,
    upper: snake.toUpperCase(),
    title: words.charAt(0).toUpperCase() + words.slice(1),
  };
}

/** Puts an import after the others. */
export function withImport(text: string, line: string): string {
  const imports = [...text.matchAll(/^import [^;]*;\n/gmu)];
  const last = imports.at(-1);
  const at = last === undefined ? 0 : last.index + last[0].length;
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/** Replaces what a pattern finds; throws where it finds nothing, since the registry has another form by now. */
export function replaced(text: string, pattern: RegExp, by: string): string {
  if (text.search(pattern) < 0)
    throw new Error(
      `A registry has another form than the generator expects: ${pattern.source} is not in it.`,
    );
  return text.replace(pattern, by);
}
