import type { KeyboardLayout } from './keyboardLayout.ts';

/**
 * Keys as commands, settings and help name them: modifiers in the order Ctrl, Alt, Shift, then the key's own
 * name (`KeyboardEvent.key`; a space is `Space`), joined by `+`: `Ctrl+Shift+Z`, `?`, `PageDown`, `Alt+ArrowUp`.
 */
export type Key = string;

interface KeyParts {
  readonly control: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly name: string;
}

/** Whether this is a Mac, where Ctrl also accepts the Command key. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.platform);
}

/** One spelling for keys that are the same: `shift+ctrl+z` is `Ctrl+Shift+Z`. */
export function normaliseKey(key: Key): Key {
  return canonicalKey(partsOf(key));
}

/** Whether the key types something or moves a cursor when a text field has it: no Ctrl, no Alt, not F1 to F12. */
export function isSingleKey(key: Key): boolean {
  const { control, alt, name } = partsOf(key);
  return !control && !alt && !/^F\d{1,2}$/u.test(name);
}

const EDITING_KEYS = new Set(
  [
    ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Backspace', 'Delete'].flatMap(
      (name) => [`Ctrl+${name}`, `Ctrl+Shift+${name}`, `Alt+${name}`, `Alt+Shift+${name}`],
    ),
    ...['A', 'C', 'V', 'X', 'Shift+V'].map((name) => `Ctrl+${name}`),
  ].map(normaliseKey),
);

/** Whether a text field itself does something with the key: it keeps it while one is typing. */
export function isEditingKey(key: Key): boolean {
  return isSingleKey(key) || EDITING_KEYS.has(normaliseKey(key));
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Delete: 'Del',
  Escape: 'Esc',
};

/** The key as people read it on this machine's keyboard, part by part. */
export function keyLabel(key: Key, layout: KeyboardLayout): readonly string[] {
  const { control, alt, shift, name } = partsOf(key);
  return [
    ...(control ? [isMac() ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [isMac() ? '⌥' : 'Alt'] : []),
    ...(shift ? ['Shift'] : []),
    NAMES[name] ?? printedName(name, layout),
  ];
}

/**
 * What is printed on the key: a letter of another script where the keyboard types no English one, and beside a digit that
 * needs Shift the character that the same key types without.
 */
function printedName(name: string, layout: KeyboardLayout): string {
  const isLetter = /^[A-Z]$/u.test(name);
  if ((!isLetter && !/^\d$/u.test(name)) || [...layout.values()].includes(name.toLowerCase())) return name;
  const own = layout.get(isLetter ? `Key${name}` : `Digit${name}`);
  if (own === undefined) return name;
  return isLetter ? own.toUpperCase() : `${name} ${own}`;
}

function partsOf(key: Key): KeyParts {
  // A plus sign can be the key itself: "Ctrl++".
  const parts = key.split(/(?<=[A-Za-z])\+/u);
  const name = parts.at(-1) ?? '';
  const modifiers = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()));
  return {
    control: modifiers.has('ctrl') || modifiers.has('control'),
    alt: modifiers.has('alt'),
    shift: modifiers.has('shift'),
    name: name === ' ' ? 'Space' : name,
  };
}

/** The one spelling of a key. */
export function canonicalKey({ control, alt, shift, name }: KeyParts): Key {
  const single = name.length === 1;
  // Which signs need Shift differs from keyboard to keyboard: "?" is "?" however it is typed.
  const sign = single && !/[\p{L}\p{N}]/u.test(name);
  return [
    ...(control ? ['Ctrl'] : []),
    ...(alt ? ['Alt'] : []),
    ...(shift && !sign ? ['Shift'] : []),
    single ? name.toUpperCase() : name,
  ].join('+');
}
