/**
 * SQL: whether the verdict `j` is its judge's last word on the thing; casebooks that were merged can hold two.
 * @param among the view whose rows can be later ones
 */
export const lastWord = (among: 'counted_judgment' | 'current_judgment'): string =>
  `NOT EXISTS (SELECT 1 FROM ${among} later
    WHERE later.response_id = j.response_id AND later.criterion = j.criterion AND later.subject = j.subject
      AND later.person_id = j.person_id AND (later.created_at, later.id) > (j.created_at, j.id))`;
