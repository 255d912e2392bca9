// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { CommandDefinition, CommandScope } from '../../renderer/ui/commands/commands.ts';
import { windowParts } from '../../renderer/routes.tsx';
import { conflictsOf, keysOf } from '../../renderer/ui/commands/keymap.ts';
import { presets } from '../../renderer/ui/commands/presets.ts';
import { isEditingKey, isSingleKey, normaliseKey } from '../../renderer/ui/commands/press.ts';

const catalogue = windowParts.commands;

const usual = { keyPreset: 'casebook', keys: {} } as const;

function definition(id: string, scope: CommandScope, ...defaultKeys: string[]): CommandDefinition {
  return { id, title: id, group: 'Test', scope, defaultKeys };
}

describe('spelling of keys', () => {
  it.each([
    ['shift+ctrl+z', 'Ctrl+Shift+Z'],
    ['Control+k', 'Ctrl+K'],
    ['r', 'R'],
    ['Ctrl++', 'Ctrl++'],
    ['Shift+?', '?'],
    [' ', 'Space'],
    ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp'],
  ])('%s is %s', (key, canonical) => {
    expect(normaliseKey(key)).toBe(canonical);
  });

  it('knows which keys type or edit', () => {
    expect(['R', 'Shift+R', '?', 'Space', 'Delete', 'Escape'].every(isSingleKey)).toBe(true);
    expect(['F1', 'Ctrl+K', 'Alt+1'].some(isSingleKey)).toBe(false);
    expect(['Ctrl+A', 'ctrl+shift+arrowleft', 'Alt+ArrowUp', 'Ctrl+Backspace'].every(isEditingKey)).toBe(
      false,
    );
    expect(['Ctrl+A', 'Ctrl+Shift+ArrowLeft', 'Alt+ArrowUp', 'Ctrl+Backspace'].every(isEditingKey)).toBe(
      true,
    );
  });
});

describe('conflicts', () => {
  it('are keys of commands that can be on offer together', () => {
    const commands = [
      definition('hide', 'canvas', 'H'),
      definition('help', 'global', 'h'),
      definition('home', 'desk', 'Home'),
    ];
    expect(conflictsOf(commands, usual)).toEqual([{ key: 'H', commands: commands.slice(0, 2) }]);
  });

  it('are none between screens that are never on together', () => {
    const commands = [definition('filter', 'library', 'F'), definition('form', 'desk', 'F')];
    expect(conflictsOf(commands, usual)).toEqual([]);
  });

  it('are none between forms of two benchmarks', () => {
    const keep = { ...definition('keep', 'desk', 'K'), benchmark: 'one' };
    const check = { ...definition('check', 'desk', 'K'), benchmark: 'two' };
    expect(conflictsOf([keep, check], usual)).toEqual([]);
    const common = definition('kind', 'desk', 'K');
    expect(conflictsOf([keep, check, common], usual).map(({ key }) => key)).toEqual(['K']);
  });

  it('come and go with changed keys', () => {
    const commands = [definition('a', 'desk', 'A'), definition('b', 'canvas', 'B')];
    expect(
      conflictsOf(commands, { keyPreset: 'casebook', keys: { b: ['A'] } }).map(({ key }) => key),
    ).toEqual(['A']);
    expect(conflictsOf(commands, { keyPreset: 'casebook', keys: { a: [], b: ['A'] } })).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('names every command once', () => {
    const ids = catalogue.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['casebook', 'cvat', 'labelstudio', 'labelme'] as const)(
    'has no conflict under the keys of %s',
    (keyPreset) => {
      const conflicts = conflictsOf(catalogue, { keyPreset, keys: {} });
      expect(conflicts.map(({ key, commands }) => [key, ...commands.map(({ id }) => id)])).toEqual([]);
    },
  );

  it('knows every command that a preset speaks of', () => {
    const ids = new Set(catalogue.map(({ id }) => id));
    const unknown = Object.values(presets).flatMap((preset) =>
      Object.keys(preset).filter((id) => !ids.has(id)),
    );
    expect(unknown).toEqual([]);
  });

  it('takes a preset before the usual keys and a change before both', () => {
    const draw = definition('canvas.draw', 'canvas', 'R', 'N');
    expect(keysOf(draw, { keyPreset: 'cvat', keys: {} })).toEqual(['N']);
    expect(keysOf(draw, { keyPreset: 'cvat', keys: { 'canvas.draw': ['B'] } })).toEqual(['B']);
  });
});
