import { afterAll } from 'vitest';
import { closeSharedChromium, shareChromium } from './chromium.ts';

// A browser takes longer to start than most tests take: one serves a whole file. Each test has a window, a session,
// an app and a casebook of its own.
shareChromium();
afterAll(closeSharedChromium);
