import { matchKeybindingPress, parseKeybinding, type KeybindingPress } from 'tinykeys';

/**
 * Keys as commands, settings and help name them: modifiers in the order Ctrl, Alt, Shift, then the key's own
 * name (`KeyboardEvent.key`; a space is `Space`), joined by `+`: `Ctrl+Shift+Z`, `?`, `PageDown`, `Alt+ArrowUp`.
 */
export type Key = string;

const MODIFIER_NAMES = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn']);

interface KeyParts {
  readonly control: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly name: string;
}

/** Whether this is a Mac, where Ctrl also accepts the Command key. */
function isMac(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.platform);
}

/** Whether the event is this key. */
export function matchesKey(event: KeyboardEvent, key: Key): boolean {
  return pressesOf(key, event).some((press) => matchKeybindingPress(event, press));
}

/** The key of an event, null for a modifier alone. */
export function keyOfEvent(event: KeyboardEvent): Key | null {
  if (MODIFIER_NAMES.has(event.key) || event.key === 'Dead' || event.key === 'Process') return null;
  const digit = /^(?:Digit|Numpad)(\d)$/u.exec(event.code)?.[1];
  const letter = /^Key([A-Z])$/u.exec(event.code)?.[1];
  let name = event.key === ' ' ? 'Space' : event.key;
  // Shift+1 types "!" (and another sign elsewhere): what is meant is the digit.
  if (digit !== undefined && event.shiftKey) name = digit;
  // On a non-Latin layout the letter at this place is meant.
  else if (letter !== undefined && !isAscii(event.key)) name = letter;
  return canonicalKey({
    control: event.ctrlKey || (isMac() && event.metaKey),
    alt: event.altKey,
    shift: event.shiftKey,
    name,
  });
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
export function keyLabel(key: Key): readonly string[] {
  const { control, alt, shift, name } = partsOf(key);
  return [
    ...(control ? [isMac() ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [isMac() ? '⌥' : 'Alt'] : []),
    ...(shift ? ['Shift'] : []),
    NAMES[name] ?? name,
  ];
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

function canonicalKey({ control, alt, shift, name }: KeyParts): Key {
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

function pressesOf(key: Key, event: KeyboardEvent): readonly KeybindingPress[] {
  const { control, alt, shift, name } = partsOf(key);
  const sign = name.length === 1 && !/[\p{L}\p{N}]/u.test(name);
  const spelled = [...(alt ? ['Alt'] : []), sign ? '[Shift]' : shift ? 'Shift' : ''].filter(
    (part) => part !== '',
  );
  const withControl = control ? (isMac() ? ['Control', 'Meta'] : ['Control']) : [null];
  return withControl.flatMap((modifier) =>
    physicalNames(name, shift, event).flatMap((each) =>
      parseKeybinding([...(modifier === null ? [] : [modifier]), ...spelled, each].join('+')),
    ),
  );
}

/** The names under which an event can report the key. */
function physicalNames(name: string, shift: boolean, event: KeyboardEvent): readonly string[] {
  if (/^\d$/u.test(name)) return shift ? [`Digit${name}`, `Numpad${name}`] : [name];
  if (/^[a-z]$/iu.test(name) && !isAscii(event.key)) return [`Key${name.toUpperCase()}`];
  return [name];
}

function isAscii(text: string): boolean {
  return /^[\u0020-\u007e]+$/u.test(text);
}
