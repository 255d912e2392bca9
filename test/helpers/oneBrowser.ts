import { shareChromium } from './chromium.ts';

// A browser takes longer to start than most tests take: one serves all files of a process. Each test has a window, a
// session, an app and a casebook of its own.
shareChromium();
