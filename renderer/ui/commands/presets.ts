import type { ApplicationSettings } from '../../../shared/contract/application.ts';
import type { Key } from './press.ts';

type Preset = Readonly<Record<string, readonly Key[]>>;

/**
 * Keys that differ from Casebook's own, for hands that know another tool. After the documented shortcuts of
 * CVAT's, Label Studio's and labelme's annotation views; what those tools do not have keeps Casebook's keys.
 */
export const presets: Readonly<Record<ApplicationSettings['keyPreset'], Preset>> = {
  casebook: {},
  cvat: {
    'canvas.draw': ['N'],
    'canvas.drawKept': ['Shift+N'],
    'canvas.hide': ['H'],
    'canvas.hideAll': ['T'],
    'canvas.duplicate': ['Ctrl+B'],
    'canvas.delete': ['Delete'],
    'canvas.fit': ['Shift+1'],
    'desk.next': ['F', 'PageDown'],
    'desk.previous': ['D', 'PageUp'],
    // What these letters do otherwise.
    'desk.focusForm': ['Shift+F'],
    'argus.discardImages': ['Shift+D'],
    'observatory.drawMissing': ['Shift+D'],
    'caughtcheating.discard': ['Shift+D'],
    'mcsbench.optionD': ['Shift+D'],
    'mcsbench.relations': ['Shift+T'],
    'desk.undo': ['Ctrl+Z'],
    'desk.redo': ['Ctrl+Shift+Z', 'Ctrl+Y'],
  },
  labelstudio: {
    'canvas.draw': ['R'],
    'canvas.hide': ['Alt+H'],
    'canvas.hideAll': ['Ctrl+Alt+H'],
    'canvas.delete': ['Backspace', 'Delete'],
    'canvas.duplicate': ['Ctrl+D'],
    'canvas.next': ['Alt+.'],
    'canvas.previous': ['Alt+,'],
    'desk.submit': ['Ctrl+Enter'],
    'desk.skip': ['Ctrl+Space'],
    'desk.next': ['Ctrl+ArrowRight', 'Ctrl+ArrowDown', 'PageDown'],
    'desk.previous': ['Ctrl+ArrowLeft', 'Ctrl+ArrowUp', 'PageUp'],
  },
  labelme: {
    'canvas.draw': ['Ctrl+R'],
    'canvas.drawKept': ['Ctrl+Shift+R'],
    'canvas.delete': ['Delete'],
    'canvas.duplicate': ['Ctrl+D'],
    'canvas.fit': ['Ctrl+F'],
    'canvas.actualSize': ['Ctrl+0'],
    'desk.next': ['D', 'PageDown'],
    'desk.previous': ['A', 'PageUp'],
    'argus.discardImages': ['Shift+D'],
    'observatory.drawMissing': ['Shift+D'],
    'caughtcheating.discard': ['Shift+D'],
    'mcsbench.optionA': ['Shift+A'],
    'mcsbench.optionD': ['Shift+D'],
    'desk.undo': ['Ctrl+Z'],
  },
};
