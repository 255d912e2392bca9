import type { Person } from '../../../shared/contract/application.ts';
import { blindItems } from './blindItems.ts';

/**
 * SQL: whether the unit `s` of `verdict_state` is hidden from a person (bound by name, as `@person`): they have yet to judge it
 * themself, or to answer its item.
 */
export const HIDDEN = `(
  EXISTS (SELECT 1 FROM judging_assignment a WHERE a.response_id = s.response_id AND a.criterion = s.criterion
    AND a.subject = s.subject AND a.person_id = @person AND a.state = 'open')
  OR s.item_id IN (${blindItems('@person')}))`;

/** SQL: whether a person (`@person`) judged the unit `s` of `verdict_state` themself. */
export const HAS_JUDGED = `EXISTS (SELECT 1 FROM current_judgment mine WHERE mine.response_id = s.response_id
  AND mine.criterion = s.criterion AND mine.subject = s.subject AND mine.person_id = @person AND mine.outcome = 'given')`;

/** Whether somebody decides between judges, and so must not know before who they are and of what kind. */
export const isAdjudicator = ({ roles }: Person): boolean => roles.includes('adjudicator');
