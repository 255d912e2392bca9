import {
  type Box,
  imagePoint,
  type ImagePoint,
  intersection,
  screenPoint,
  type ScreenPoint,
  type Size,
} from '../../shared/base/geometry.ts';

/** Where an image lies on the canvas: screen = image * scale + (x, y), in CSS pixels. */
export interface Viewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A part of the canvas in CSS pixels: the place of one image. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const MAXIMUM_SCALE = 64;
/** Space left around a fitted image, in CSS pixels. */
export const FIT_MARGIN = 12;
/** An edge of a zoomed image goes no farther than this share of its pane, so that what lies there can be worked on. */
const KEPT_IN_VIEW = 0.5;
/** Where less than this share of what could be seen of an image is in sight, it counts as lost. */
const LOST_BELOW = 0.2;

export function toScreen(viewport: Viewport, point: ImagePoint): ScreenPoint {
  return screenPoint(point.x * viewport.scale + viewport.x, point.y * viewport.scale + viewport.y);
}

export function toImage(viewport: Viewport, point: ScreenPoint): ImagePoint {
  return imagePoint((point.x - viewport.x) / viewport.scale, (point.y - viewport.y) / viewport.scale);
}

/** The largest scale at which the whole image is seen with its margin. */
export function fitScale(image: Size, pane: Rectangle): number {
  const across = Math.max(1, pane.width - 2 * FIT_MARGIN) / Math.max(1, image.width);
  const down = Math.max(1, pane.height - 2 * FIT_MARGIN) / Math.max(1, image.height);
  return Math.min(across, down, MAXIMUM_SCALE);
}

/** The image in the middle of the pane at a scale. */
export function centred(image: Size, pane: Rectangle, scale: number): Viewport {
  return {
    scale,
    x: pane.x + (pane.width - image.width * scale) / 2,
    y: pane.y + (pane.height - image.height * scale) / 2,
  };
}

/** The whole image, as large as it can be seen. */
export function fitted(image: Size, pane: Rectangle): Viewport {
  return centred(image, pane, fitScale(image, pane));
}

/** The scale kept between a quarter of the fitted size (or 100 %) and {@link MAXIMUM_SCALE}. */
export function clampScale(scale: number, image: Size, pane: Rectangle): number {
  const lowest = Math.min(1, fitScale(image, pane) / 4);
  return Math.min(Math.max(scale, lowest), MAXIMUM_SCALE);
}

/** Another scale with the image point under the anchor kept under it. */
export function zoomedAt(viewport: Viewport, anchor: ScreenPoint, scale: number): Viewport {
  const factor = scale / viewport.scale;
  return {
    scale,
    x: anchor.x - (anchor.x - viewport.x) * factor,
    y: anchor.y - (anchor.y - viewport.y) * factor,
  };
}

export function panned(viewport: Viewport, dx: number, dy: number): Viewport {
  return { scale: viewport.scale, x: viewport.x + dx, y: viewport.y + dy };
}

/**
 * The viewport shifted just so far that the image stays in sight: one that fits does not leave its pane, and of a larger
 * one at least half of the pane is covered in each direction (or half of the image, where that is less).
 */
export function keptInView(viewport: Viewport, image: Size, pane: Rectangle): Viewport {
  const width = image.width * viewport.scale;
  const height = image.height * viewport.scale;
  const fits = width <= pane.width && height <= pane.height;
  const across = fits ? width : Math.min(width, pane.width) * KEPT_IN_VIEW;
  const down = fits ? height : Math.min(height, pane.height) * KEPT_IN_VIEW;
  return {
    scale: viewport.scale,
    x: Math.min(Math.max(viewport.x, pane.x + across - width), pane.x + pane.width - across),
    y: Math.min(Math.max(viewport.y, pane.y + down - height), pane.y + pane.height - down),
  };
}

/** Whether nearly nothing of the image is in sight: less than a fifth of what the pane could show at this scale. */
export function isLost(viewport: Viewport, image: Size, pane: Rectangle): boolean {
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const view = visibleBox(viewport, pane);
  const seen = intersection(view, whole);
  const most = Math.min(view.width, image.width) * Math.min(view.height, image.height);
  return (seen === null ? 0 : seen.width * seen.height) < most * LOST_BELOW;
}

/** The part of the image's plane that the pane shows, in image pixels; it may reach beyond the image. */
export function visibleBox(viewport: Viewport, pane: Rectangle): Box {
  return {
    x: (pane.x - viewport.x) / viewport.scale,
    y: (pane.y - viewport.y) / viewport.scale,
    width: pane.width / viewport.scale,
    height: pane.height / viewport.scale,
  };
}

/** How much room there is around a revealed box, in screen pixels. */
const REVEALED_ROOM = 24;
/** The share of the pane that a box larger than the view takes when it is revealed. */
const REVEALED_SHARE = 0.8;

/**
 * The viewport moved as little as shows the whole box with some room; a box larger than the view is centred and zoomed
 * out. The same viewport if part of the box is in view: a view that jumps at every Tab tires the eye.
 */
export function revealing(viewport: Viewport, pane: Rectangle, box: Box): Viewport {
  const view = visibleBox(viewport, pane);
  const room = REVEALED_ROOM / viewport.scale;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const [viewRight, viewBottom] = [view.x + view.width, view.y + view.height];
  if (box.width + 2 * room > view.width || box.height + 2 * room > view.height) {
    const scale = Math.min(
      viewport.scale,
      (pane.width * REVEALED_SHARE) / box.width,
      (pane.height * REVEALED_SHARE) / box.height,
    );
    return {
      scale,
      x: pane.x + pane.width / 2 - (box.x + box.width / 2) * scale,
      y: pane.y + pane.height / 2 - (box.y + box.height / 2) * scale,
    };
  }
  if (right >= view.x && box.x <= viewRight && bottom >= view.y && box.y <= viewBottom) return viewport;
  const dx = Math.max(0, view.x + room - box.x) - Math.max(0, right + room - viewRight);
  const dy = Math.max(0, view.y + room - box.y) - Math.max(0, bottom + room - viewBottom);
  return panned(viewport, dx * viewport.scale, dy * viewport.scale);
}

/**
 * The viewport of a second image that follows a first one: as much larger than fitted, with the same spot
 * (as a fraction of the image) in the middle of its pane.
 */
export function following(
  leader: { readonly viewport: Viewport; readonly image: Size; readonly rect: Rectangle },
  image: Size,
  rect: Rectangle,
): Viewport {
  const scale =
    (leader.viewport.scale * fitScale(image, rect)) / Math.max(1e-9, fitScale(leader.image, leader.rect));
  const middle = toImage(
    leader.viewport,
    screenPoint(leader.rect.x + leader.rect.width / 2, leader.rect.y + leader.rect.height / 2),
  );
  return {
    scale,
    x: rect.x + rect.width / 2 - (middle.x / leader.image.width) * image.width * scale,
    y: rect.y + rect.height / 2 - (middle.y / leader.image.height) * image.height * scale,
  };
}

/** The viewport with its origin on a whole device pixel, so that bitmap and strokes are drawn unblurred. */
export function onDevicePixels(viewport: Viewport, pixelRatio: number): Viewport {
  return {
    scale: viewport.scale,
    x: Math.round(viewport.x * pixelRatio) / pixelRatio,
    y: Math.round(viewport.y * pixelRatio) / pixelRatio,
  };
}

/** How a wheel event changes the scale. Pinching on a trackpad arrives as small steps with Ctrl held. */
export function wheelFactor(deltaY: number, deltaMode: number, pinch: boolean): number {
  const pixels = deltaMode === 1 ? deltaY * 16 : deltaMode === 2 ? deltaY * 400 : deltaY;
  const bounded = Math.min(Math.max(pixels, -400), 400);
  return Math.exp(-bounded * (pinch && Math.abs(pixels) < 50 ? 0.01 : 0.0018));
}

/** Rows and columns for the images: the arrangement in which they are seen largest, left to right. */
export function layoutPanes(images: readonly Size[], width: number, height: number, gap = 8): Rectangle[] {
  let best: Rectangle[] = [];
  let bestScale = -1;
  for (let columns = images.length; columns >= 1; columns -= 1) {
    const rows = Math.ceil(images.length / columns);
    const paneWidth = Math.max(1, (width - gap * (columns - 1)) / columns);
    const paneHeight = Math.max(1, (height - gap * (rows - 1)) / rows);
    const rects: Rectangle[] = [];
    let scale = Number.POSITIVE_INFINITY;
    for (const [index, image] of images.entries()) {
      const rect = {
        x: (index % columns) * (paneWidth + gap),
        y: Math.floor(index / columns) * (paneHeight + gap),
        width: paneWidth,
        height: paneHeight,
      };
      rects.push(rect);
      scale = Math.min(scale, fitScale(image, rect));
    }
    if (scale > bestScale) {
      best = rects;
      bestScale = scale;
    }
  }
  return best;
}
