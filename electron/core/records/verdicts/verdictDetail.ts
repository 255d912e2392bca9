import { z } from 'zod';
import { Passage } from '../../../../shared/contract/judging.ts';
import type { Json } from '../../../../shared/base/json.ts';
import { lastWord } from '../answers/lastWord.ts';

/** What a verdict holds beside its value: where in the answer it rests, and whether the answer is a refusal. */
const VerdictDetail = z.object({
  passages: z.array(Passage).default([]),
  refusal: z.boolean().default(false),
});
type VerdictDetail = z.infer<typeof VerdictDetail>;

/** SQL: whether the verdict `j` marks its answer as refused. */
export const MARKS_REFUSAL = `coalesce(j.detail ->> '$.refusal', 0) = 1`;

/** SQL: whether a judge's last word on the unit `s` of `verdict_state` marks the answer as refused. */
export const MARKED_REFUSED = `EXISTS (SELECT 1 FROM counted_judgment j WHERE j.response_id = s.response_id
  AND j.criterion = s.criterion AND j.subject = s.subject AND j.outcome = 'given' AND ${MARKS_REFUSAL}
  AND ${lastWord('counted_judgment')})`;

/** The column `detail` of a verdict; where it is null, nothing is marked. */
export const storedDetail = z
  .string()
  .nullable()
  .transform((text): VerdictDetail => VerdictDetail.parse(text === null ? {} : JSON.parse(text)));

/** What the column holds; null where nothing is marked. */
export function detailOf({ passages = [], refusal = false }: Partial<Readonly<VerdictDetail>>): Json | null {
  if (passages.length === 0 && !refusal) return null;
  return { ...(passages.length > 0 && { passages }), ...(refusal && { refusal }) };
}
