import { lazy } from 'react';

/** The Desk, loaded when it is first opened: the canvas and the forms are the larger part of the window. */
export const DeskScreen = lazy(async () => import('../screens/desk/Desk.tsx'));
