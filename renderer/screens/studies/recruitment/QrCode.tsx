import { create } from 'qrcode';
import classes from './Recruitment.module.css';

/** Empty modules around a code, without which cameras do not find it. */
const QUIET = 4;

/** A text as a QR code, black on white whatever the theme. */
export function QrCode({ text }: { readonly text: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const whole = size + 2 * QUIET;
  return (
    <svg
      className={classes['qr']}
      viewBox={`${String(-QUIET)} ${String(-QUIET)} ${String(whole)} ${String(whole)}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`QR code of ${text}`}
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#ffffff" />
      <path d={darkRuns(size, (row, column) => modules.get(row, column) !== 0)} fill="#000000" />
    </svg>
  );
}

/** The dark modules as one path, a rectangle for each run of a row. */
function darkRuns(size: number, isDark: (row: number, column: number) => boolean): string {
  const parts: string[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && isDark(row, column)) column += 1;
      const run = column - start;
      if (run > 0) parts.push(`M${String(start)} ${String(row)}h${String(run)}v1h-${String(run)}z`);
    }
  return parts.join('');
}
