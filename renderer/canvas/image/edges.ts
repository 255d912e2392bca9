/**
 * Edge strength by the Sobel operator on luma (ITU-R BT.601 weights), white on black, RGBA in and out. Faint
 * edges are lifted by a square root, since a weak reflection is what one looks for. The outermost pixels repeat
 * their neighbours, so that a frame of false edges does not appear.
 */
export function sobelEdges(
  source: Uint8ClampedArray,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> {
  const luma = new Float32Array(width * height);
  for (let index = 0, at = 0; index < luma.length; index += 1, at += 4) {
    luma[index] = 0.299 * (source[at] ?? 0) + 0.587 * (source[at + 1] ?? 0) + 0.114 * (source[at + 2] ?? 0);
  }
  const result = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const above = Math.max(0, y - 1) * width;
    const here = y * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - 1);
      const right = Math.min(width - 1, x + 1);
      const a = luma[above + left] ?? 0;
      const b = luma[above + x] ?? 0;
      const c = luma[above + right] ?? 0;
      const d = luma[here + left] ?? 0;
      const f = luma[here + right] ?? 0;
      const g = luma[below + left] ?? 0;
      const h = luma[below + x] ?? 0;
      const i = luma[below + right] ?? 0;
      const across = c + 2 * f + i - a - 2 * d - g;
      const down = g + 2 * h + i - a - 2 * b - c;
      // The largest magnitude of the operator is 4 * 255 along one axis.
      const strength = Math.sqrt(Math.min(1, Math.hypot(across, down) / 1020)) * 255;
      const at = (here + x) * 4;
      result[at] = strength;
      result[at + 1] = strength;
      result[at + 2] = strength;
      result[at + 3] = 255;
    }
  }
  return result;
}
