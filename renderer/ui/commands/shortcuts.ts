import { type Command, commandsAt, commandsBehindGate } from './commands.ts';
import { installGate } from './gateListener.ts';
import { keysOf, useKeymap } from './keymap.ts';
import { keyboardLayout } from './keyboardLayout.ts';
import { keysOfEvent, typesWithAlt } from './keyEvent.ts';
import { isEditingKey, isSingleKey, type Key, normaliseKey } from './press.ts';

/**
 * Listens for the keys of all commands on offer. Gives the function that stops it.
 * Anybody who handles a key press nearer to where it happens (and prevents its default) comes first.
 */
export function installShortcuts(target: Window = window): () => void {
  // Before anybody else hears of the press: Escape may close a dialog and would then mean something behind it too.
  const early = (event: KeyboardEvent) => {
    if (isSomethingOver()) meantForOthers.add(event);
  };
  const listener = (event: KeyboardEvent) => handleKey(event);
  target.addEventListener('keydown', early, { capture: true });
  const removeGate = installGate(target, { meantBy, isTyping, belongsToControl, isSomethingOver });
  target.addEventListener('keydown', listener);
  return () => {
    removeGate();
    target.removeEventListener('keydown', early, { capture: true });
    target.removeEventListener('keydown', listener);
  };
}

const meantForOthers = new WeakSet<KeyboardEvent>();

/** Runs the command that the key press means, if any; says whether one took it. */
export function handleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || meantForOthers.has(event)) return false;
  for (const command of meant(event, commandsAt(event.target))) {
    if (command.run(event) === false) continue;
    event.preventDefault();
    return true;
  }
  return false;
}

/** The command that a key press is first asked of, whether or not the item on screen can be seen. */
function meantBy(event: KeyboardEvent): Command | undefined {
  return meant(event, commandsBehindGate(event.target))[0];
}

function meant(event: KeyboardEvent, commands: readonly Command[]): readonly Command[] {
  const keymap = useKeymap.getState();
  const typing = isTyping(event.target);
  if (!typing && belongsToControl(event)) return [];
  // Option+L types a letter of Polish: in a text it is that letter, whatever a command has it for.
  if (typing && typesWithAlt(event, keyboardLayout())) return [];
  for (const key of keysOfEvent(event)) {
    const having = commands.filter((command) => keysOf(command, keymap).map(normaliseKey).includes(key));
    // What is typed comes first: the place of the key counts only where nobody has what is typed.
    if (having.length > 0)
      return typing ? having.filter((command) => worksWhileTyping(command, key)) : having;
  }
  return [];
}

function worksWhileTyping(command: Command, key: Key): boolean {
  if (isSingleKey(key)) return false;
  return command.whileTyping ?? !isEditingKey(key);
}

const TEXTLESS_INPUTS = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color']);

/** Whether key presses on this element are meant as text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TEXTLESS_INPUTS.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable ||
    target.matches('[role="textbox"], [role="searchbox"], [role="combobox"]')
  );
}

const PRESSED_WITH = new Set(['Enter', ' ']);
const MOVED_WITH = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Whether pressing this does nothing: a link to where one is, as after a click on it. */
const leadsNowhere = (target: HTMLElement): boolean =>
  target instanceof HTMLAnchorElement && target.href === window.location.href;

/** Whether Enter does nothing on this: Space chooses it. */
const isChosenWithSpace = (target: HTMLElement): boolean =>
  target.matches('input:is([type="radio"], [type="checkbox"])') && target.closest('form') === null;

/** Whether the focused control needs the key itself: Enter and Space press it, arrows move within it. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (leadsNowhere(target) || (event.key === 'Enter' && isChosenWithSpace(target))) return false;
  if (PRESSED_WITH.has(event.key))
    return target.matches(
      'button, a[href], summary, input, [role="button"], [role="menuitem"], [role="tab"], [role="radio"], [role="checkbox"], [role="switch"]',
    );
  return (
    MOVED_WITH.has(event.key) &&
    target.matches(
      'input[type="radio"], input[type="range"], [role="radio"], [role="slider"], [role="tab"], [role="menuitem"], [role="separator"]',
    )
  );
}

/** While a dialog or a menu is open, keys are its own. */
function isSomethingOver(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null;
}
