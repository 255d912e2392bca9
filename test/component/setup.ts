import '@testing-library/jest-dom/vitest';
import 'vitest-canvas-mock';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import { queryClient } from '../../renderer/client/queryClient.ts';

// What is waited for comes in milliseconds; a busy machine may stand still for seconds. Who never comes still fails.
configure({ asyncUtilTimeout: 15_000 });

// What jsdom lacks, since it has no layout to measure, to scroll or to draw letters with.
window.matchMedia = (media) => ({
  matches: false,
  media,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView = () => undefined;
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

// What one test leaves in the window's modules is nothing to the next.
afterEach(() => {
  cleanup();
  queryClient.clear();
  notifications.clean();
  notifications.cleanQueue();
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
});
