import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { gate } from './theGate.ts';
import type { Key } from './press.ts';

/** Where a command works. A narrower scope is asked first when two know the same key. */
export type CommandScope =
  | 'global'
  | 'screen'
  | 'library'
  | 'desk'
  | 'validate'
  | 'help'
  | 'adjudicate'
  | 'judge'
  | 'passage'
  | 'verdicts'
  | 'canvas'
  | 'overlay';

const PRECEDENCE: Readonly<Record<CommandScope, number>> = {
  global: 0,
  screen: 1,
  library: 2,
  desk: 2,
  validate: 2,
  help: 2,
  // The benchmark's form is in Adjudicate as it is at the Desk: its keys come second there.
  adjudicate: 3,
  judge: 3,
  verdicts: 3,
  // The words of an answer, while the focus is in them.
  passage: 4,
  canvas: 4,
  // The panel over image and form for a while.
  overlay: 5,
};

/** What a command is, whether or not its screen is on: help, settings and presets speak of these. */
export interface CommandDefinition {
  /** Stable name, under which changed keys are remembered: `desk.submit`. */
  readonly id: string;
  readonly title: string;
  /** The heading under which help and the palette list it. */
  readonly group: string;
  readonly defaultKeys: readonly Key[];
  readonly scope: CommandScope;
  /**
   * Whether its keys work while one types in a text field. Left out: keys with Ctrl or Alt do, except those that
   * text fields use themselves (Ctrl+A, Ctrl+ArrowRight); single keys never do, whatever is said here.
   */
  readonly whileTyping?: boolean;
  /** The benchmark of whose form it is part: forms of two benchmarks are never on together. */
  readonly benchmark?: string;
  /** Not offered in the palette: it only means something as a key (arrows). */
  readonly keyOnly?: boolean;
  /** It changes nothing of the item on screen: it works although that is not in sight yet. Global commands always do. */
  readonly isHarmless?: boolean;
}

/** A command that can be run now. */
export interface Command extends CommandDefinition {
  /** Left out: always. */
  readonly enabled?: () => boolean;
  /** Returning false says "nothing to do here": the key then goes on to the next command, or to the browser. */
  readonly run: (event?: KeyboardEvent) => unknown;
}

interface Registration {
  readonly scope: CommandScope;
  readonly within: RefObject<HTMLElement | null> | undefined;
  commands: readonly Command[];
}

interface Registry {
  readonly registrations: readonly Registration[];
}

const registry = createStore<Registry>()(() => ({ registrations: [] }));

/**
 * Offers commands while the component is mounted; they may be made anew at every render.
 * `within`: their keys work only while the focus is inside that element (the palette still offers them).
 */
export function useCommands(
  scope: CommandScope,
  commands: readonly Command[],
  options: { readonly within?: RefObject<HTMLElement | null> } = {},
): void {
  const { within } = options;
  const registration = useRef<Registration | null>(null);
  // With what is on the screen, not a moment after it: a key pressed in between would mean nothing, or what it meant before.
  useLayoutEffect(() => {
    const added: Registration = { scope, within, commands: [] };
    registration.current = added;
    registry.setState((state) => ({ registrations: [...state.registrations, added] }));
    return () => {
      registration.current = null;
      registry.setState((state) => ({
        registrations: state.registrations.filter((each) => each !== added),
      }));
    };
  }, [scope, within]);
  // Every render: a command's closure must see what the screen shows now. Runs after the effect above on mount
  // because it is declared later and of the same kind.
  useLayoutEffect(() => {
    if (registration.current !== null) registration.current.commands = commands;
  });
}

/** The command, which changes nothing of the item on screen. */
export function harmless<Definition extends CommandDefinition>(command: Definition): Definition {
  return { ...command, isHarmless: true };
}

/** A reference that always holds the latest value: for handlers that outlive a render. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The commands on offer, narrowest scope first, later ones before earlier; disabled ones are left out. */
export function activeCommands(): readonly Command[] {
  return candidates().flatMap((registration) => registration.commands.filter(isEnabled));
}

/** The commands whose keys a key press on this element may mean, in the order in which they are asked. */
export function commandsAt(target: EventTarget | null): readonly Command[] {
  return registeredAt(target).filter(isEnabled);
}

/** The same, whether or not the item on screen can be seen. */
export function commandsBehindGate(target: EventTarget | null): readonly Command[] {
  return registeredAt(target).filter(({ enabled }) => enabled?.() ?? true);
}

function registeredAt(target: EventTarget | null): readonly Command[] {
  return candidates()
    .filter(({ within }) => {
      if (within === undefined) return true;
      return target instanceof Node && within.current?.contains(target) === true;
    })
    .flatMap(({ commands }) => commands);
}

/** Runs a command on offer by its id; false where there is none, or it had nothing to do. */
export function runCommand(id: string): boolean {
  const command = activeCommands().find((each) => each.id === id);
  return command !== undefined && command.run() !== false;
}

/** Commands by their headings, in the order in which headings first occur. */
export function groupCommands<T extends { readonly group: string }>(
  commands: readonly T[],
): readonly (readonly [group: string, members: readonly T[]])[] {
  return [...Map.groupBy(commands, (command) => command.group)];
}

function candidates(): readonly Registration[] {
  return registry.getState().registrations.toReversed().toSorted(byPrecedence);
}

function byPrecedence(a: Registration, b: Registration): number {
  return PRECEDENCE[b.scope] - PRECEDENCE[a.scope];
}

function isEnabled(command: Command): boolean {
  return (leavesItemAlone(command) || gate.isOpen()) && (command.enabled?.() ?? true);
}

/** Whether the command changes nothing of an item that may not be in sight. */
export const leavesItemAlone = ({ scope, isHarmless }: CommandDefinition): boolean =>
  scope === 'global' || isHarmless === true;
