/** Who got what right: respondents in rows, items in columns. */
export interface ResponseMatrix {
  readonly respondents: number;
  readonly items: number;
  /** Row by row: 1 right, 0 wrong, {@link MISSING} where there is no answer. */
  readonly answers: Int8Array;
}

/** No answer: it counts neither as right nor as wrong. */
export const MISSING = -1;

/** A matrix from rows of answers, null standing for none. All rows are as long as the first. */
export function responseMatrix(rows: readonly (readonly (0 | 1 | null)[])[]): ResponseMatrix {
  const items = rows[0]?.length ?? 0;
  const answers = new Int8Array(rows.length * items).fill(MISSING);
  rows.forEach((row, respondent) => {
    for (let item = 0; item < items; item += 1) answers[respondent * items + item] = row[item] ?? MISSING;
  });
  return { respondents: rows.length, items, answers };
}

/** The answer of a respondent to an item. */
export function answerOf({ items, answers }: ResponseMatrix, respondent: number, item: number): number {
  return answers[respondent * items + item] ?? MISSING;
}

/** How many answered, and how many of them rightly. */
export interface ResponseCounts {
  readonly answered: number;
  readonly right: number;
}

/** The tally of every item. */
export function itemTallies(matrix: ResponseMatrix): readonly ResponseCounts[] {
  return Array.from({ length: matrix.items }, (_, item) =>
    tally(matrix.respondents, (respondent) => answerOf(matrix, respondent, item)),
  );
}

/** The tally of every respondent. */
export function respondentTallies(matrix: ResponseMatrix): readonly ResponseCounts[] {
  return Array.from({ length: matrix.respondents }, (_, respondent) =>
    tally(matrix.items, (item) => answerOf(matrix, respondent, item)),
  );
}

function tally(length: number, answer: (place: number) => number): ResponseCounts {
  let [answered, right] = [0, 0];
  for (let place = 0; place < length; place += 1) {
    const given = answer(place);
    if (given === MISSING) continue;
    answered += 1;
    right += given;
  }
  return { answered, right };
}
