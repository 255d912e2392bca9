import { lazy } from 'react';

/** For a browser that came by a study link and has no place in the study yet: the whole window. */
export const ArrivalWindow = lazy(async () => import('./ArrivalScreen.tsx'));
