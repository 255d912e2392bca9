export { Canvas } from './Canvas.tsx';
export type { CanvasHandle } from './canvasHandle.ts';
export { ForeignSetsContext } from './foreignSets.ts';
export { viewCarried } from './foreignViews.ts';
export { CanvasToolbar } from './CanvasToolbar.tsx';
export { preloadImages } from './image/imageStore.ts';
export { inkOn, paletteColor } from './palette.ts';
export { defaultViewOptions, sameImages } from './types.ts';
export type {
  CanvasChange,
  CanvasImage,
  CanvasLabel,
  CanvasPoint,
  CanvasRegion,
  CanvasToolName,
  CanvasViewOptions,
} from './types.ts';
