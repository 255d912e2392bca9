import { type CommandDefinition, harmless } from './commands.ts';
import { commandsOf } from './commandsOf.ts';

const desk = commandsOf('desk', { group: 'Desk', scope: 'desk' });

/**
 * The commands of the Desk and its canvas. They stand here, apart from what runs them, because settings, presets
 * and help speak of them while the Desk is not on the screen. The Desk spreads each with its `run`.
 */
export const deskCommands = {
  submit: desk('submit', 'Submit and go to the next item', ['Ctrl+Enter'], true),
  next: harmless(desk('next', 'Next item', ['Ctrl+ArrowRight', 'PageDown'])),
  previous: harmless(desk('previous', 'Previous item', ['Ctrl+ArrowLeft', 'PageUp'])),
  skip: desk('skip', 'Skip the item, with a reason', ['Ctrl+Space'], true),
  undo: desk('undo', 'Undo', ['Ctrl+Z'], true),
  redo: desk('redo', 'Redo', ['Ctrl+Shift+Z', 'Ctrl+Y'], true),
  focusForm: harmless(desk('focusForm', 'Go to the form', ['F'])),
  focusCanvas: harmless(desk('focusCanvas', 'Go to the image', ['G'])),
  nextProblem: desk('nextProblem', 'Go to the next problem', ['F8'], true),
  accept: desk('accept', 'Accept the item', ['Alt+A'], true),
  crop: desk('crop', 'Crop the image', ['Alt+C'], true),
  redact: desk('redact', 'Redact parts of the image', ['Alt+R'], true),
  apply: desk('apply', 'Apply the crop or the redaction', ['Alt+Enter'], true),
  versions: desk('versions', 'Versions of this answer', ['Alt+V'], true),
  fix: desk('fix', 'Fix the item in a new edition', ['Alt+X'], true),
  editions: desk('editions', 'Editions of the item', ['Alt+E'], true),
  comments: harmless(desk('comments', 'Comments on the item', ['Alt+M'], true)),
  panel: harmless(desk('panel', 'Show or hide the form', ['Alt+F'], true)),
  queue: harmless(desk('queue', 'Show or hide the queue', ['Alt+Q'], true)),
  library: harmless(desk('library', 'Back to the Library', ['Alt+L'], true)),
  digit1: digit(1),
  digit2: digit(2),
  digit3: digit(3),
  digit4: digit(4),
  digit5: digit(5),
  digit6: digit(6),
  digit7: digit(7),
  digit8: digit(8),
  digit9: digit(9),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

export const canvasCommands = {
  draw: canvas('draw', 'New box', ['R', 'N']),
  drawKept: canvas('drawKept', 'New boxes until Esc', ['Shift+R', 'Shift+N']),
  points: canvas('points', 'New box from its four extreme points', ['Q']),
  pointsKept: canvas('pointsKept', 'New boxes from their extreme points until Esc', ['Shift+Q']),
  keyboardBox: canvas('keyboardBox', 'New box without a mouse', ['Enter']),
  delete: canvas('delete', 'Delete the selected box', ['Delete', 'Backspace']),
  duplicate: canvas('duplicate', 'Duplicate the selected box', ['Ctrl+D']),
  selectAll: canvas('selectAll', 'Select all boxes', ['Ctrl+A']),
  next: canvas('next', 'Next box', ['Tab']),
  previous: canvas('previous', 'Previous box', ['Shift+Tab']),
  hide: canvas('hide', 'Hide or show the selected box', ['H']),
  hideAll: canvas('hideAll', 'Hide or show all boxes', ['Shift+H']),
  zoomIn: harmless(canvas('zoomIn', 'Zoom in', ['Ctrl++', 'Ctrl+='])),
  zoomOut: harmless(canvas('zoomOut', 'Zoom out', ['Ctrl+-'])),
  fit: harmless(canvas('fit', 'Fit the image', ['Shift+1'])),
  actualSize: harmless(canvas('actualSize', 'Actual size', ['Shift+2'])),
  loupe: harmless(canvas('loupe', 'Magnifier on or off', ['L'])),
  escape: harmless(canvas('escape', 'Leave the tool, then the selection', ['Escape'])),
  nudgeLeft: move('nudgeLeft', 'Move 1 px left', ['ArrowLeft']),
  nudgeRight: move('nudgeRight', 'Move 1 px right', ['ArrowRight']),
  nudgeUp: move('nudgeUp', 'Move 1 px up', ['ArrowUp']),
  nudgeDown: move('nudgeDown', 'Move 1 px down', ['ArrowDown']),
  nudgeLeftFar: move('nudgeLeftFar', 'Move 10 px left', ['Shift+ArrowLeft']),
  nudgeRightFar: move('nudgeRightFar', 'Move 10 px right', ['Shift+ArrowRight']),
  nudgeUpFar: move('nudgeUpFar', 'Move 10 px up', ['Shift+ArrowUp']),
  nudgeDownFar: move('nudgeDownFar', 'Move 10 px down', ['Shift+ArrowDown']),
  narrower: move('narrower', 'Narrower by 1 px', ['Alt+ArrowLeft']),
  wider: move('wider', 'Wider by 1 px', ['Alt+ArrowRight']),
  shorter: move('shorter', 'Shorter by 1 px', ['Alt+ArrowUp']),
  taller: move('taller', 'Taller by 1 px', ['Alt+ArrowDown']),
  narrowerFar: move('narrowerFar', 'Narrower by 10 px', ['Alt+Shift+ArrowLeft']),
  widerFar: move('widerFar', 'Wider by 10 px', ['Alt+Shift+ArrowRight']),
  shorterFar: move('shorterFar', 'Shorter by 10 px', ['Alt+Shift+ArrowUp']),
  tallerFar: move('tallerFar', 'Taller by 10 px', ['Alt+Shift+ArrowDown']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function digit(value: number): CommandDefinition {
  const key = String(value);
  return {
    ...desk(`digit${key}`, `Label ${key} of the selection, or answer ${key}`, [key]),
    keyOnly: true,
  };
}

function canvas(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { id: `canvas.${name}`, title, group: 'Boxes and view', defaultKeys, scope: 'canvas' };
}

function move(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { ...canvas(name, title, defaultKeys), group: 'Moving and resizing', keyOnly: true };
}
