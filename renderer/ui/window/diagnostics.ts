import { copyText } from '../../client/bridge.ts';
import { client } from '../../client/index.ts';

/** Writes an error of this window into the program's log; where that fails too, the console keeps it. */
export function reportError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  void log(message.slice(0, 10_000), (stack ?? '').slice(0, 50_000));
}

async function log(message: string, stack: string): Promise<void> {
  try {
    await client.application.reportError({ message, stack });
  } catch (failure) {
    lastReported = failure;
    globalThis.reportError(failure);
  }
}

/** Sends errors that nobody caught to the log. */
export function reportWindowErrors(): void {
  window.addEventListener('error', (event) => {
    // An error about the log itself must not go round in circles.
    if (event.error instanceof Error && event.error !== lastReported) {
      lastReported = event.error;
      reportError(event.error);
    }
  });
  window.addEventListener('unhandledrejection', (event) => {
    reportError(event.reason);
  });
}

let lastReported: unknown = null;

/**
 * Copies what helps to find a defect: the program's version, system and last log lines, and `extra` in front.
 * Without the core, or for people who may not read its log, what the window itself knows.
 */
export async function copyDiagnostics(extra?: string): Promise<void> {
  const report = await client.application.diagnostics().then(
    ({ text }) => text,
    (error: unknown) => `The program gave no diagnostics: ${String(error)}\n${navigator.userAgent}`,
  );
  await copyText(extra === undefined ? report : `${extra}\n\n${report}`);
}
