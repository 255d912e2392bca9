import { createRoot } from 'react-dom/client';
import { defaultViewOptions } from '../../../renderer/canvas/types.ts';
import { readAddress } from '../../canvas/address.ts';
import { BareCanvas } from './bare.ts';
import { NaiveCanvas } from './naive.tsx';
import { OursCanvas } from './ours.tsx';
import type { Contestant } from './contestant.ts';
import './page.css';
import { present } from '../../helpers/present.ts';

declare global {
  interface Window {
    contestant?: Contestant;
    /** Milliseconds from the scene's being known until its picture and boxes were drawn. */
    firstPixels?: number;
  }
}

/**
 * One contestant on a page of its own: `?who=ours|bare|naive&boxes=COUNT`, all with the same picture of
 * 4,000 x 3,000 pixels and the same boxes.
 */
const query = new URLSearchParams(location.search);
const scene = await readAddress(query);
const root = present(document.querySelector<HTMLElement>('#root'));

const start = performance.now();

function painted(): void {
  // A task after the frame: what was drawn in it has been handed to the compositor.
  requestAnimationFrame(() =>
    setTimeout(() => {
      window.firstPixels ??= performance.now() - start;
    }),
  );
}

function ready(contestant: Contestant): void {
  window.contestant = contestant;
}

const who = query.get('who') ?? 'ours';
switch (who) {
  case 'bare':
    ready(await BareCanvas.start(root, scene));
    painted();
    break;
  case 'naive':
    createRoot(root).render(<NaiveCanvas scene={scene} ready={ready} painted={painted} />);
    break;
  default:
    createRoot(root).render(
      <OursCanvas scene={scene} viewOptions={defaultViewOptions} ready={ready} painted={painted} />,
    );
}
