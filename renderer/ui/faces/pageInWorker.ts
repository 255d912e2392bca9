/// <reference lib="webworker" />

/*
 * Gives the worker the little of a page that the package asks for: it looks for `window`, adds script elements and makes
 * a canvas. To be imported before the package.
 */

/** A script element that is asked for: nothing is loaded, `onScript` runs what it stands for. */
interface ScriptRequest {
  src: string;
  load: (() => void) | null;
  setAttribute(name: string, value: string): void;
  addEventListener(name: string, listener: () => void): void;
}

type ScriptListener = (file: string) => void;

let onScript: ScriptListener = () => undefined;

/** What is done where the package asks for a script, by its file name. */
export function answerScripts(listener: ScriptListener): void {
  onScript = listener;
}

function createScript(): ScriptRequest {
  return {
    src: '',
    load: null,
    setAttribute(name, value) {
      if (name === 'src') this.src = value;
    },
    addEventListener(name, listener) {
      if (name === 'load') this.load = listener;
    },
  };
}

const standIn = {
  createElement: (name: string) => (name === 'canvas' ? new OffscreenCanvas(1, 1) : createScript()),
  addEventListener: () => undefined,
  body: {
    appendChild: (script: ScriptRequest) => {
      onScript(script.src);
      script.load?.();
    },
  },
};

Object.assign(globalThis, { window: globalThis, document: standIn });
