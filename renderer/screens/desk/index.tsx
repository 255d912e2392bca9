import { lazy } from 'react';
import { Redirect, useParams } from 'wouter';
import { ItemId } from '../../../shared/base/ids.ts';

/** The Desk, loaded when it is first opened: the canvas and the forms are the larger part of the window. */
const Desk = lazy(async () => import('./Desk.tsx'));

/** The Desk at the item in the address. */
export function DeskPlace() {
  const itemId = ItemId.safeParse(useParams()['itemId']);
  return itemId.success ? <Desk itemId={itemId.data} /> : <Redirect to="/" replace />;
}
