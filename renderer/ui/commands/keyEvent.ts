import type { KeyboardLayout } from './keyboardLayout.ts';
import { canonicalKey, isMac, type Key } from './press.ts';

const MODIFIER_NAMES = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn']);

/**
 * What a key press can mean, likelier first: the key by what it types, then by its place. The place counts if no
 * English letter or digit is typed: digits with Shift, as on French keyboards, other scripts, letters with Option.
 * Empty for a modifier alone.
 */
export function keysOfEvent(event: KeyboardEvent): readonly Key[] {
  const { key } = event;
  if (MODIFIER_NAMES.has(key) || key === 'Process' || (event.metaKey && !isMac())) return [];
  const typed = key === 'Dead' ? null : key === ' ' || key === '\u00a0' ? 'Space' : key;
  const modifiers = modifiersOf(event);
  const keys: Key[] = [];
  // A digit that is typed with Shift is that digit: on other keyboards Shift makes a sign of it.
  if (typed !== null)
    keys.push(canonicalKey({ ...modifiers, shift: modifiers.shift && !isDigit(typed), name: typed }));
  const place = placeCounts(event, typed) ? placeOf(event.code) : null;
  if (place !== null) keys.push(canonicalKey({ ...modifiers, name: place }));
  return keys;
}

/** The key of an event as settings remember it, null for a modifier alone. */
export function keyOfEvent(event: KeyboardEvent): Key | null {
  const keys = keysOfEvent(event);
  // Shift+1 types "!", and another sign elsewhere: what is meant is the digit.
  return (isDigit(event.key) ? keys[0] : keys.at(-1)) ?? null;
}

/**
 * Whether a text field gets a character from the event, and Alt, Option or AltGr is held for that: Option+L types a letter
 * of Polish. `layout`: what keys type by themselves, as far as it is known.
 */
export function typesWithAlt(event: KeyboardEvent, layout: KeyboardLayout): boolean {
  const { key, code } = event;
  if (key !== 'Dead' && !/^.$/u.test(key)) return false;
  if (isAltGraph(event)) return true;
  if (!event.altKey || event.ctrlKey || event.metaKey) return false;
  if (isMac() || key === 'Dead') return true;
  // Elsewhere Alt leaves the key's own character as it is, and types nothing.
  if (!/^Key[A-Z]$/u.test(code) || /^[a-z]$/iu.test(key)) return false;
  const own = layout.get(code);
  if (own !== undefined) return key.toLowerCase() !== own.toLowerCase();
  return !/\p{L}/u.test(key) || /\p{Script=Latin}/u.test(key);
}

function modifiersOf(event: KeyboardEvent): {
  readonly control: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
} {
  // Some systems report AltGr as Ctrl and Alt: it belongs to the character.
  const isForCharacter = isAltGraph(event);
  return {
    control: !isForCharacter && (event.ctrlKey || (isMac() && event.metaKey)),
    alt: !isForCharacter && event.altKey,
    shift: event.shiftKey,
  };
}

function placeCounts(event: KeyboardEvent, typed: string | null): boolean {
  if (isAltGraph(event)) return false;
  if (typed === null) return event.altKey;
  // A digit that was meant by nobody may be the key that Shift makes of it elsewhere.
  if (isDigit(typed)) return event.shiftKey;
  if (/^[a-z]$/iu.test(typed)) return false;
  if (event.code.startsWith('Numpad')) return event.shiftKey;
  if (event.code.startsWith('Digit')) return true;
  return !/^[\u0020-\u007e]+$/u.test(typed) || (isMac() && event.altKey);
}

/** What an English keyboard types at a place, for the keys that commands are bound to. */
function placeOf(code: string): string | null {
  const sign: Readonly<Record<string, string>> = { Comma: ',', Period: '.' };
  return /^(?:Digit|Numpad)(\d)$/u.exec(code)?.[1] ?? /^Key([A-Z])$/u.exec(code)?.[1] ?? sign[code] ?? null;
}

const isDigit = (text: string): boolean => /^\d$/u.test(text);

function isAltGraph(event: KeyboardEvent): boolean {
  return event.getModifierState('AltGraph');
}
