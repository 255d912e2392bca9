import { type Command, Option } from 'commander';
import type { Invocation } from './invocation.ts';

/** A command as its room in `commands/` declares it; `commands.ts` lists them all. */
export interface CommandDeclaration {
  /** Its name and arguments, as commander writes them. */
  readonly usage: string;
  /** What it does, in the list of commands and above its own help. */
  readonly summary: string;
  /** Its options and what help says after them; `--json` is every command's. */
  readonly options?: (command: Command) => Command;
  /**
   * Where the app does what it does: a command that finds its casebook open in the app sends people there. Screens, menus
   * and buttons as they are written in the window.
   */
  readonly inApp?: string;
  /** The same for single actions, such as `people DIR add`. */
  readonly actionsInApp?: Readonly<Record<string, string>>;
  /** What it does. Loads the module that does it only when it runs: a short command does not wait for a long one's. */
  readonly run: (invocation: Invocation) => Parameters<Command['action']>[0];
}

/** Commands under one name, such as `hub serve` and `hub sync`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandDeclaration[];
}

/** The name that a declaration's usage begins with. */
export const nameOf = ({ usage }: CommandDeclaration): string => usage.replace(/ .*$/u, '');

/**
 * An option whose help names what a registry holds. The registry is loaded only where help is shown
 * ({@link describeByRegistries}): no other command waits for it.
 */
export class RegistryOption extends Option {
  readonly #describe: () => Promise<string>;

  constructor(flags: string, describe: () => Promise<string>) {
    super(flags);
    this.#describe = describe;
  }

  /** Makes its help text. */
  async describeByRegistry(): Promise<void> {
    this.description = await this.#describe();
  }
}

/** Makes the help texts of all options that name what a registry holds. */
export async function describeByRegistries(command: Command): Promise<void> {
  for (const option of command.options)
    if (option instanceof RegistryOption) await option.describeByRegistry();
  for (const each of command.commands) await describeByRegistries(each);
}

/** Collects the values of an option that can be repeated. */
export const repeated = (text: string, before: readonly string[]): string[] => [...before, text];

/** `curator, overseer or annotator` */
export function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Names with what each means: `columns (both), page (a paper of one column)`. */
export const explained = (names: Readonly<Record<string, string>>): string =>
  Object.entries(names)
    .map(([name, meaning]) => `${name} (${meaning})`)
    .join(', ');
