/**
 * The Electron that the desktop program is built with, and the day it was released, as `npm view electron time` tells it.
 * It changes with the version in package.json; a test compares the two.
 */
export const ELECTRON = { version: '45.4.1', released: Date.UTC(2026, 10, 19) } as const;
