/** What can be said of an item without understanding it: a hint, never a verdict. */
export interface Hint {
  readonly kind:
    | 'telling-length'
    | 'option-in-question'
    | 'duplicate-options'
    | 'few-references'
    | 'concept-in-question'
    | 'concept-in-option'
    | 'measurement'
    | 'all-or-none'
    | 'near-duplicate-options'
    | 'invisible-characters'
    | 'gold-in-capitals'
    | 'chain-names-another-option'
    | 'repeated-chains'
    | 'evidence-for-another-option'
    | 'answer-told'
    | 'letter-of-another-option'
    | 'image-not-there'
    | 'gold-in-file-name'
    | 'wrecked-encoding'
    | 'strategy-on-gold'
    | 'no-strategy'
    | 'reference-not-there'
    | 'evidence-not-there';
  /** The field of the answer that it is about. */
  readonly field: string;
  readonly message: string;
  /** So often true of a whole set that Health says it once; an item's own form leaves it out. */
  readonly isOfSet?: true;
}
