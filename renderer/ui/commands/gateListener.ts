import { type Command, leavesItemAlone, runCommand } from './commands.ts';
import { gate } from './theGate.ts';

/** What the keys of the window know of a key press. */
interface KeyMeanings {
  readonly meantBy: (event: KeyboardEvent) => Command | undefined;
  readonly isTyping: (target: EventTarget | null) => boolean;
  readonly belongsToControl: (event: KeyboardEvent) => boolean;
  /** Whether a dialog or a menu is open: keys are its own. */
  readonly isSomethingOver: () => boolean;
}

/** For a control within what `useGated` marks: it changes nothing of the item. */
export const HARMLESS = { 'data-harmless': true } as const;

/** Keys that change no item by themselves, whatever has the focus. */
const NEVER_ANSWERS =
  /^(?:Tab|Escape|F\d{1,2}|PageUp|PageDown|Control|Shift|Alt|Meta|AltGraph|CapsLock|NumLock|Fn|ContextMenu|PrintScreen)$/u;
/** Keys that only move the caret of a text. */
const MOVES_CARET = /^(?:Arrow(?:Left|Right|Up|Down)|Home|End)$/u;
/** What a text field does with Ctrl. */
const EDITS_WITH_CONTROL = /^[vxyz]$/iu;

/** A press of a key as the gate sees it. */
const pressOf = (event: KeyboardEvent) => ({
  key: event.code === '' ? event.key : event.code,
  isRepeat: event.repeat,
  isPlain: !event.ctrlKey && !event.altKey && !event.metaKey,
});

/** Holds back keys and clicks while the gate is shut. Gives the function that stops it. */
export function installGate(target: Window, keys: KeyMeanings): () => void {
  let isPressDropped = false;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || keys.isSomethingOver() || isElsewhere(event, keys)) return;
    const command = keys.meantBy(event);
    const isHarmless = command === undefined ? !mayAnswer(event, keys) : leavesItemAlone(command);
    const passage = gate.pass({ ...pressOf(event), isHarmless });
    if (passage === 'passes' || (passage === 'waits' && command?.scope === 'global')) return;
    if (passage === 'waits' && command === undefined) return;
    stop(event);
    if (passage === 'waits' && command !== undefined && !event.repeat)
      gate.afterwards(() => {
        runCommand(command.id);
      });
  };
  const onKeyUp = (event: KeyboardEvent): void => gate.released(pressOf(event).key);

  const onPress = (event: Event): void => {
    const at = placeOf(event.target);
    isPressDropped = false;
    if (at === 'elsewhere') return;
    const passage = gate.pass({ ...CLICK, isHarmless: at === 'harmless' });
    isPressDropped = passage === 'dropped';
    if (isPressDropped) stop(event);
  };
  const onClick = (event: Event): void => {
    const at = placeOf(event.target);
    if (at === 'elsewhere') return;
    if (isPressDropped) {
      stop(event);
      return;
    }
    const passage = gate.pass({ ...CLICK, isHarmless: at === 'harmless' });
    if (passage === 'passes') return;
    stop(event);
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a') : null;
    if (passage === 'waits')
      gate.afterwards(() => {
        button?.click();
      });
  };
  /** What reaches a text without a key: paste, drop, dictation. */
  const onInput = (event: Event): void => {
    if (gate.isOpen() || placeOf(event.target) !== 'answers') return;
    stop(event);
    gate.tellDropped();
  };

  const capture = { capture: true } as const;
  target.addEventListener('keydown', onKeyDown, capture);
  target.addEventListener('keyup', onKeyUp, capture);
  target.addEventListener('pointerdown', onPress, capture);
  target.addEventListener('mousedown', onMouseDown, capture);
  target.addEventListener('click', onClick, capture);
  target.addEventListener('beforeinput', onInput, capture);
  function onMouseDown(event: Event): void {
    if (isPressDropped) stop(event);
  }
  return () => {
    target.removeEventListener('keydown', onKeyDown, capture);
    target.removeEventListener('keyup', onKeyUp, capture);
    target.removeEventListener('pointerdown', onPress, capture);
    target.removeEventListener('mousedown', onMouseDown, capture);
    target.removeEventListener('click', onClick, capture);
    target.removeEventListener('beforeinput', onInput, capture);
  };
}

const CLICK = { key: null, isRepeat: false, isPlain: true } as const;

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether a key without a command could change an item: typed into a text, or pressed on a control. */
function mayAnswer(event: KeyboardEvent, keys: KeyMeanings): boolean {
  if (NEVER_ANSWERS.test(event.key)) return false;
  if (MOVES_CARET.test(event.key) && isText(event.target)) return false;
  if (event.ctrlKey || event.metaKey)
    return keys.isTyping(event.target) && EDITS_WITH_CONTROL.test(event.key);
  return keys.isTyping(event.target) || keys.belongsToControl(event) || event.key.length === 1;
}

/** Whether this is written in: in a list, with a text to search it or not, the same keys choose a value. */
function isText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    target.type === 'text' &&
    !target.matches('[role="combobox"], [aria-haspopup]')
  );
}

/** Whether a text or a control outside of what is answered has the key. */
function isElsewhere(event: KeyboardEvent, keys: KeyMeanings): boolean {
  return (
    placeOf(event.target) === 'elsewhere' && (keys.isTyping(event.target) || keys.belongsToControl(event))
  );
}

function placeOf(target: EventTarget | null): 'answers' | 'harmless' | 'elsewhere' {
  if (!(target instanceof Element) || target.closest('[data-gated]') === null) return 'elsewhere';
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return 'elsewhere';
  return target.closest('[data-harmless]') === null ? 'answers' : 'harmless';
}
