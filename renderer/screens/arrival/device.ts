import type { Device } from '../../../shared/contract/arrivals.ts';

/** The device that this window is on, as its browser says. */
export function thisDevice(): Device {
  return {
    width: Math.round(window.screen.width),
    height: Math.round(window.screen.height),
    touch: !window.matchMedia('(any-pointer: fine)').matches,
  };
}
