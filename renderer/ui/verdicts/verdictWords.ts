import { isList, type Json } from '../../../shared/base/json.ts';

/** The texts of a list of texts; nothing where it is something else. */
export function textsOf(value: Json | null): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : [];
}
