import { describe, expect, it } from 'vitest';
import type { CommandDefinition, CommandScope } from '../../renderer/ui/commands/commands.ts';
import { windowParts } from '../../renderer/routes.tsx';
import { conflictsOf, keysOf } from '../../renderer/ui/commands/keymap.ts';
import { presets } from '../../renderer/ui/commands/presets.ts';
import type { KeyboardLayout } from '../../renderer/ui/commands/keyboardLayout.ts';
import { keyOfEvent, keysOfEvent, typesWithAlt } from '../../renderer/ui/commands/keyEvent.ts';
import { isEditingKey, isSingleKey, keyLabel, normaliseKey } from '../../renderer/ui/commands/press.ts';

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

function press(key: string, code: string, held: Omit<KeyboardEventInit, 'key' | 'code'> = {}): KeyboardEvent {
  return new KeyboardEvent('keydown', { key, code, ...held });
}

const ENGLISH: KeyboardLayout = new Map([
  ['KeyL', 'l'],
  ['KeyQ', 'q'],
  ['Digit2', '2'],
]);
const FRENCH: KeyboardLayout = new Map([
  ['KeyQ', 'a'],
  ['KeyA', 'q'],
  ['Digit2', 'é'],
]);
const RUSSIAN: KeyboardLayout = new Map([
  ['KeyL', 'д'],
  ['Digit2', '2'],
]);

describe('what a key press means', () => {
  it.each([
    ['a digit', press('2', 'Digit2'), ['2']],
    ['Shift and a digit', press('@', 'Digit2', { shiftKey: true }), ['@', 'Shift+2']],
    ['a digit on a French keyboard, without Shift', press('é', 'Digit2'), ['É', '2']],
    ['a digit on a French keyboard, with Shift', press('2', 'Digit2', { shiftKey: true }), ['2', 'Shift+2']],
    ['a sign where another keyboard has a digit', press('-', 'Digit6'), ['-', '6']],
    ['a letter where another keyboard has another', press('a', 'KeyQ'), ['A']],
    ['a sign where another keyboard has a letter', press(',', 'KeyM'), [',']],
    ['a Cyrillic letter', press('к', 'KeyR'), ['К', 'R']],
    ['a digit of another script', press('٣', 'Digit3'), ['٣', '3']],
    ['a letter of Option', press('ł', 'KeyL', { altKey: true }), ['Alt+Ł', 'Alt+L']],
    ['an accent of Option', press('Dead', 'KeyE', { altKey: true }), ['Alt+E']],
    ['an accent', press('Dead', 'KeyE'), []],
    ['a sign of AltGr', press('@', 'KeyQ', { ctrlKey: true, altKey: true, modifierAltGraph: true }), ['@']],
    ['Shift alone', press('Shift', 'ShiftLeft', { shiftKey: true }), []],
    ['Space with Ctrl', press(' ', 'Space', { ctrlKey: true }), ['Ctrl+Space']],
    ['a plus sign with Ctrl', press('+', 'Equal', { ctrlKey: true, shiftKey: true }), ['Ctrl++']],
  ])('%s', (_, event, keys) => {
    expect(keysOfEvent(event)).toEqual(keys);
  });

  it('is remembered as the digit or the letter, whatever Shift or another script makes of it', () => {
    expect(keyOfEvent(press('!', 'Digit1', { shiftKey: true }))).toBe('Shift+1');
    expect(keyOfEvent(press('2', 'Digit2', { shiftKey: true }))).toBe('2');
    expect(keyOfEvent(press('к', 'KeyR', { ctrlKey: true }))).toBe('Ctrl+R');
    expect(keyOfEvent(press('Control', 'ControlLeft', { ctrlKey: true }))).toBeNull();
  });

  it('is text where Alt, Option or AltGr is held for a character', () => {
    const alt = { altKey: true };
    expect(typesWithAlt(press('ł', 'KeyL', alt), ENGLISH)).toBe(true);
    expect(typesWithAlt(press('ł', 'KeyL', alt), new Map())).toBe(true);
    expect(typesWithAlt(press('@', 'KeyL', alt), ENGLISH)).toBe(true);
    expect(typesWithAlt(press('Dead', 'KeyE', alt), ENGLISH)).toBe(true);
    expect(typesWithAlt(press('ł', 'KeyL', { modifierAltGraph: true }), ENGLISH)).toBe(true);
    // Alt types nothing here: the letter is the key's own.
    expect(typesWithAlt(press('l', 'KeyL', alt), ENGLISH)).toBe(false);
    expect(typesWithAlt(press('д', 'KeyL', alt), RUSSIAN)).toBe(false);
    expect(typesWithAlt(press('д', 'KeyL', alt), new Map())).toBe(false);
    expect(typesWithAlt(press('Enter', 'Enter', alt), ENGLISH)).toBe(false);
    expect(typesWithAlt(press('l', 'KeyL'), ENGLISH)).toBe(false);
  });

  it('is printed as the person’s keyboard has it', () => {
    expect(keyLabel('Ctrl+Shift+2', ENGLISH)).toEqual(['Ctrl', 'Shift', '2']);
    expect(keyLabel('2', FRENCH)).toEqual(['2 é']);
    expect(keyLabel('Q', FRENCH)).toEqual(['Q']);
    expect(keyLabel('Alt+L', RUSSIAN)).toEqual(['Alt', 'Д']);
    expect(keyLabel('?', RUSSIAN)).toEqual(['?']);
    expect(keyLabel('L', new Map())).toEqual(['L']);
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
