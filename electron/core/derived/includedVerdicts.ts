import { isOfCurrentEdition } from '../records/answers/edition.ts';

/**
 * SQL: whether the answer `r` is included. Replaced, excluded, practice and try-out answers are not, nor answers about
 * a rejected item or an earlier edition. Answers of models and imported ones belong to no study session. An exclusion,
 * of a participant or an answer, lasts until it is withdrawn.
 */
export const INCLUDED = `r.purpose = 'main'
  AND NOT EXISTS (SELECT 1 FROM response later WHERE later.replaces = r.id)
  AND (SELECT status FROM item WHERE id = r.item_id) <> 'rejected'
  AND ${isOfCurrentEdition('r')}
  AND (r.session_id IS NULL OR (
    (SELECT number FROM session WHERE id = r.session_id) > 0
    AND coalesce((SELECT kind FROM exclusion WHERE session_id = r.session_id AND response_id IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 1), 'inclusion') = 'inclusion'
    AND coalesce((SELECT kind FROM exclusion WHERE session_id = r.session_id AND response_id = r.id
      ORDER BY created_at DESC, id DESC LIMIT 1), 'inclusion') = 'inclusion'))`;
