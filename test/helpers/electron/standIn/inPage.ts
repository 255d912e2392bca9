/** Messages between the page and the stand-in travel as text or, where they are bytes, as base64. */
export type Carried = { readonly text: string } | { readonly base64: string };

/**
 * The stand-in for `require('electron')` beside the page, as source: the bridge, messages and ports. `__standInCall` is
 * provided by the stand-in; `__standIn` is what it calls back.
 */
export const ELECTRON_IN_PAGE = `
  const listeners = new Map();
  const ports = new Map();
  let nextPort = 1;
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const carry = (data) => {
    if (typeof data === 'string') return { text: data };
    const bytes = new Uint8Array(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { base64: btoa(binary) };
  };
  Object.defineProperty(window, '__standIn', {
    value: {
      deliver: (channel, values) => {
        for (const listener of listeners.get(channel) ?? []) listener({}, ...values);
      },
      port: (id, carried) => {
        ports.get(id)?.postMessage('text' in carried ? carried.text : bytesOf(carried.base64));
      },
    },
  });
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) => {
        Object.defineProperty(window, name, { value: Object.freeze({ ...api }), enumerable: true });
      },
    },
    ipcRenderer: {
      on: (channel, listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      invoke: (channel, value) => window.__standInCall('invoke', channel, value),
      postMessage: (channel, _message, transfer) => {
        const ids = transfer.map((port) => {
          const id = nextPort++;
          ports.set(id, port);
          port.onmessage = ({ data }) => window.__standInCall('port', id, carry(data));
          return id;
        });
        window.__standInCall('connect', channel, ids);
      },
    },
    webUtils: { getPathForFile: () => '' },
  };
  const require = (name) => {
    if (name !== 'electron') throw new Error('A sandboxed preload cannot require ' + name);
    return electron;
  };
`;
