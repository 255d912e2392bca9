import { lazy } from 'react';
import { places } from '../ui/window/navigate.ts';

/** A participant's runner, loaded when it is first shown: with the canvas it is no small part of the window. */
export const SittingScreen = lazy(async () => import('../screens/studySession/SittingScreen.tsx'));

/** Whether a place in the app is one of the runner's. */
export function isSittingPlace(location: string): boolean {
  return location === places.sittings || location.startsWith(`${places.sittings}/`);
}
