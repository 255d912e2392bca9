import type { Person } from '../../../../shared/contract/application.ts';
import { blindItems } from '../people/blindItems.ts';

/**
 * SQL: whether the unit `s` of `verdict_state` is hidden from a person (bound by name, as `@person`): they have yet to judge it
 * themself, or to answer its item.
 */
export const HIDDEN = `(
  EXISTS (SELECT 1 FROM judging_assignment a WHERE a.response_id = s.response_id AND a.criterion = s.criterion
    AND a.subject = s.subject AND a.person_id = @person AND a.state = 'open')
  OR s.item_id IN (${blindItems('@person')}))`;

/** Whether somebody decides between judges, and so must not know before who they are and of what kind. */
export const decides = ({ roles }: Person): boolean => roles.includes('adjudicator');
