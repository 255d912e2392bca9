import { create } from 'zustand';
import type { ApplicationSettings } from '../../../shared/contract/application.ts';
import type { CommandDefinition, CommandScope } from './commands.ts';
import { presets } from './presets.ts';
import { type Key, normaliseKey } from './press.ts';

export type Keymap = Pick<ApplicationSettings, 'keyPreset' | 'keys'>;

/** The person's keys, taken from the settings when they arrive. */
export const useKeymap = create<Keymap>()(() => ({ keyPreset: 'casebook', keys: {} }));

/** The keys of a command: what the person chose, else what the preset says, else its own. */
export function keysOf(command: CommandDefinition, keymap: Keymap): readonly Key[] {
  return keymap.keys[command.id] ?? presets[keymap.keyPreset][command.id] ?? command.defaultKeys;
}

/** Gives the key to print beside what a command does, under the person's keys. */
export function useFirstKey(): (command: CommandDefinition) => Key | undefined {
  const keymap = useKeymap();
  return (command) => keysOf(command, keymap)[0];
}

/** A key that two commands which can work at the same time both have. */
export interface KeyConflict {
  readonly key: Key;
  readonly commands: readonly CommandDefinition[];
}

/** The keys that mean two things at once under this keymap. */
export function conflictsOf(commands: readonly CommandDefinition[], keymap: Keymap): readonly KeyConflict[] {
  const byKey = new Map<Key, CommandDefinition[]>();
  for (const command of commands)
    for (const key of new Set(keysOf(command, keymap).map(normaliseKey)))
      byKey.set(key, [...(byKey.get(key) ?? []), command]);
  return [...byKey].flatMap(([key, sharing]) => {
    const clashing = sharing.filter((command) =>
      sharing.some((other) => other.id !== command.id && canMeet(command, other)),
    );
    return clashing.length > 0 ? [{ key, commands: clashing }] : [];
  });
}

/** Whether the two commands can be on offer at the same time. */
function canMeet(one: CommandDefinition, other: CommandDefinition): boolean {
  if (one.benchmark !== undefined && other.benchmark !== undefined && one.benchmark !== other.benchmark)
    return false;
  const [a, b]: readonly [CommandScope, CommandScope] = [one.scope, other.scope];
  if (a === b || a === 'global' || b === 'global') return true;
  // The canvas is at the Desk and in Adjudicate.
  return [a, b].includes('canvas') && [a, b].some((scope) => scope === 'desk' || scope === 'adjudicate');
}
