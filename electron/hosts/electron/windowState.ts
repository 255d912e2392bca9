import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rectangle } from 'electron';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { errorCode } from '../../core/base/errors.ts';
import { makePrivateFolder, PRIVATE_FILE } from '../../core/files/privateFiles.ts';
import type { Logger } from '../../core/base/ports.ts';

const WindowState = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof WindowState>;

/** Smaller, and panels cover the image. */
export const SMALLEST = { width: 900, height: 600 };
const USUAL = { width: 1440, height: 900 };

/** How much of the window's top must be on a display so that it can be taken and moved. */
const GRIP = { width: 120, height: 40 };

/** Where the window was when it was last closed; null where that is not known. */
export function readWindowState(file: string, logger: Logger): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      logger.warn('The window’s last position could not be read.', { reason: String(error) });
    }
    return null;
  }
}

/** Remembers the window's place; not being able to is no reason to keep anybody from closing it. */
export function saveWindowState(file: string, state: WindowState, logger: Logger): void {
  try {
    makePrivateFolder(dirname(file));
    writeFileAtomic.sync(file, JSON.stringify(state), { mode: PRIVATE_FILE });
  } catch (error) {
    logger.warn('The window’s position could not be saved.', { reason: String(error) });
  }
}

/**
 * Where to put the window: where it was, if its top can still be taken hold of on one of the displays (a screen may
 * have been unplugged), otherwise in the middle of the first. Never larger than that display. Device independent pixels.
 */
export function placeWindow(
  last: WindowState | null,
  displays: readonly { readonly workArea: Rectangle }[],
): WindowState {
  const areas = displays.map(({ workArea }) => workArea);
  if (last !== null) {
    for (const area of areas) {
      const shrunk = { ...last, ...within(last, area) };
      if (canBeTaken(shrunk, area)) return shrunk;
    }
  }
  const area = areas[0] ?? { x: 0, y: 0, ...USUAL };
  const { width, height } = within(last ?? USUAL, area);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
    maximized: last?.maximized ?? false,
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function within(size: Size, area: Size): Size {
  return { width: Math.min(size.width, area.width), height: Math.min(size.height, area.height) };
}

function canBeTaken(window: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return (
    visible >= Math.min(GRIP.width, window.width) &&
    window.y >= area.y - 1 &&
    window.y + GRIP.height <= area.y + area.height
  );
}
