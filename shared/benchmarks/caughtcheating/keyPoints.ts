const NOTHING_FOUND = 'no evidence found';

/**
 * The observations in a judge's reply to Figure 9's instruction: a list with rising numbers (some may be missing), each
 * point continued on the lines below it; none for "no evidence found." Null for anything else, such as a list with
 * remarks around it.
 */
export function readKeyPoints(reply: string): string[] | null {
  const text = reply.trim();
  if (text.toLowerCase().replaceAll(/^["“]|[."”]+$/gu, '') === NOTHING_FOUND) return [];
  const points: string[] = [];
  let last = 0;
  let open = false;
  for (const line of text.split(/\r?\n/u)) {
    const entry = /^\s*(?<number>\d{1,4})[.)]\s+(?<point>\S.*)$/u.exec(line)?.groups;
    const point = entry?.['point'];
    const number = Number(entry?.['number']);
    if (point !== undefined && number > last) {
      points.push(point.trim());
      last = number;
      open = true;
    } else if (line.trim() === '') {
      open = false;
    } else if (points.length > 0 && (open || /^\s{2,}\S/u.test(line))) {
      points.push(`${points.pop() ?? ''} ${line.trim()}`);
    } else {
      return null;
    }
  }
  return points.length === 0 ? null : points;
}

/** The observations as a judge of the next criterion gets them. */
export function writeKeyPoints(points: readonly string[]): string {
  return points.length === 0
    ? `${NOTHING_FOUND}.`
    : points.map((point, index) => `${String(index + 1)}. ${point}`).join('\n');
}
