import { lazy } from 'react';

/** The guide, loaded when it is first opened. */
export const HelpScreen = lazy(async () => import('./HelpScreen.tsx'));
