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
  /** `mean-ratio` */
  readonly kebab: string;
  /** `MEAN_RATIO` */
  readonly upper: string;
  /** `Mean ratio` */
  readonly title: string;
}

/** The forms of a name, from any of its first four; throws for anything that cannot name a file. */
export function nameFrom(text: string): NewName {
  const camel = text.replaceAll(/[_-]([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
  if (!/^[a-z][a-zA-Z0-9]*$/u.test(camel))
    throw new Error(
      `"${text}" cannot be a name: begin with a small letter, then letters and digits, such as meanRatio or mean_ratio.`,
    );
  const snake = camel.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const words = snake.replaceAll('_', ' ');
  return {
    camel,
    pascal: camel.charAt(0).toUpperCase() + camel.slice(1),
    snake,
    kebab: snake.replaceAll('_', '-'),
    upper: snake.toUpperCase(),
    title: words.charAt(0).toUpperCase() + words.slice(1),
  };
}

/** Puts an import after the others; throws where the file has one of its name. */
export function withImport(text: string, line: string): string {
  const [, name = ''] = /\{ (\w+)/u.exec(line) ?? [];
  if (new RegExp(`^import [^;]*\\b${name}\\b[^;]* from`, 'mu').test(text))
    throw new Error(`The registry has a "${name}" already. Nothing was written; choose another name.`);
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
