import { useMemo } from 'react';
import { create } from 'zustand';
import { saveSettings } from '../window/applicationState.ts';
import { type CanvasViewOptions, defaultViewOptions } from '../../canvas/index.ts';
import { toastFailure } from '../feedback/toast.tsx';

type Looks = Pick<CanvasViewOptions, 'brightness' | 'contrast' | 'edges' | 'loupe'>;

/** How images are looked at: stays from item to item, gone when the window closes. */
const useLooks = create<Looks>()(() => ({
  brightness: defaultViewOptions.brightness,
  contrast: defaultViewOptions.contrast,
  edges: defaultViewOptions.edges,
  loupe: defaultViewOptions.loupe,
}));

/** The canvas' options: looks of this window, habits from the settings. */
export function useViewOptions(
  settings: Pick<CanvasViewOptions, 'keepZoom' | 'snapToPixels' | 'wheel'> | undefined,
): {
  readonly options: CanvasViewOptions;
  readonly change: (options: CanvasViewOptions) => void;
} {
  const looks = useLooks();
  const keepZoom = settings?.keepZoom ?? defaultViewOptions.keepZoom;
  const wheel = settings?.wheel ?? defaultViewOptions.wheel;
  const snapToPixels = settings?.snapToPixels ?? defaultViewOptions.snapToPixels;
  // The same object as long as nothing changes: the canvas draws anew for another one.
  const options = useMemo(
    () => ({ ...looks, keepZoom, snapToPixels, wheel }),
    [looks, keepZoom, snapToPixels, wheel],
  );
  return {
    options,
    change: ({ brightness, contrast, edges, loupe, ...habits }) => {
      useLooks.setState({ brightness, contrast, edges, loupe });
      if (habits.keepZoom === keepZoom && habits.snapToPixels === snapToPixels) return;
      saveSettings(habits).catch((error: unknown) => {
        toastFailure('The setting could not be saved', error);
      });
    },
  };
}
