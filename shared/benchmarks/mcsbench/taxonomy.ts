/** A tag with what it means. */
export interface Tag<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly definition: string;
}

/** The relation primitives (appendix I.1), in the paper's words. An item has one or more. */
export const RELATIONS = [
  {
    id: 'PR1',
    name: 'Attribute',
    definition:
      'Visual attributes and intrinsic properties such as color, shape, texture, size, material, or state.',
  },
  {
    id: 'PR2',
    name: 'Spatial',
    definition:
      'Relative position and layout relations such as above/below, inside/outside, next-to, orientation, or arrangement.',
  },
  {
    id: 'PR3',
    name: 'Part-whole',
    definition:
      'Part structure and compositional relations including subcomponents, containment, and component membership.',
  },
  {
    id: 'PR4',
    name: 'Taxonomic',
    definition:
      'Category membership and definitional relations such as class/subclass, instance-of, or definitional inclusion.',
  },
  {
    id: 'PR5',
    name: 'Comparative',
    definition:
      'Explicit comparisons or contrastive judgments (more/less, same/different, similarity/contrast) over concepts or attributes.',
  },
  {
    id: 'PR6',
    name: 'Functional',
    definition:
      'Purpose, causal, or contextual/ecological relations (used for, caused by, occurs in a situation or environment).',
  },
  {
    id: 'PR0',
    name: 'Miscellaneous',
    definition: 'The relation is ambiguous, underspecified, or does not fit PR1–PR6.',
  },
] as const satisfies readonly Tag[];

/** The rule beside the relation primitives (appendix I.1). */
export const RELATION_RULE =
  'One or more, by the relations that question and options explicitly engage: nothing is inferred from background knowledge.';

/** The reasoning operators (appendix I.2), in the order of priority: where several fit, the first is the primary one. */
export const OPERATORS = [
  {
    id: 'OP6',
    name: 'Contradiction',
    definition: 'Locate which clause is contradicted by evidence or image.',
  },
  {
    id: 'OP5',
    name: 'Counterfactual',
    definition: 'Hypothetical attribute edit mapped to the nearest concept.',
  },
  {
    id: 'OP4',
    name: 'Compose',
    definition: 'Satisfy multiple constraints simultaneously; conjunction or multi-image matching.',
  },
  {
    id: 'OP2',
    name: 'Discriminate',
    definition: 'Identify the discriminative attribute(s) separating a target from confusers.',
  },
  {
    id: 'OP3',
    name: 'Similarity',
    definition: 'Identify the closest concept under shared-attribute constraints.',
  },
  {
    id: 'OP1',
    name: 'Verify',
    definition: 'Verify that a concept or image satisfies a described attribute profile.',
  },
] as const satisfies readonly Tag[];
export type Operator = (typeof OPERATORS)[number]['id'];

/** The rule beside the operators (appendix I.2). */
export const OPERATOR_RULE =
  'Exactly one primary and at most one secondary; where two fit, OP6 comes before OP5, OP4, OP2, OP3 and OP1.';

const operatorIds: readonly string[] = OPERATORS.map(({ id }) => id);

/** Primary and secondary in the order that the priority demands. */
export function byPriority<T extends string>(operators: readonly T[]): readonly T[] {
  return [...new Set(operators)].sort((a, b) => operatorIds.indexOf(a) - operatorIds.indexOf(b));
}

/**
 * What can be wrong with a reasoning chain, by the paper's three lenses, applied from the ground up; defined after section 3
 * where it does, and by what the words mean in logic elsewhere.
 */
export const CHAIN_ERRORS = [
  {
    lens: 'L1 Grounding',
    id: 'fabrication',
    name: 'Fabrication',
    definition: 'An attribute or observation that neither the image nor the evidence supports.',
  },
  {
    lens: 'L1 Grounding',
    id: 'misattribution',
    name: 'Misattribution',
    definition: 'A correct trait, given to the wrong entity.',
  },
  {
    lens: 'L1 Grounding',
    id: 'citation_misalignment',
    name: 'Citation misalignment',
    definition: 'A source is cited that does not support the claim.',
  },
  {
    lens: 'L1 Grounding',
    id: 'selective_omission',
    name: 'Selective omission',
    definition: 'A constraint that the answer requires is left out.',
  },
  {
    lens: 'L2 Structure',
    id: 'incomplete_comparison',
    name: 'Incomplete comparison',
    definition: 'One option is confirmed without eliminating plausible confusers.',
  },
  {
    lens: 'L2 Structure',
    id: 'non_uniqueness',
    name: 'Non-uniqueness',
    definition: 'The stated cues remain compatible with several candidates.',
  },
  {
    lens: 'L2 Structure',
    id: 'self_contradiction',
    name: 'Self-contradiction',
    definition: 'Two of its steps exclude each other.',
  },
  {
    lens: 'L2 Structure',
    id: 'procedural_clutter',
    name: 'Procedural clutter',
    definition: 'Steps that carry nothing to the conclusion stand in place of those that would.',
  },
  {
    lens: 'L3 Reasoning',
    id: 'scope_violation',
    name: 'Scope violation',
    definition: 'Something out of scope, such as habitat, is used as decisive evidence.',
  },
  {
    lens: 'L3 Reasoning',
    id: 'affirming_the_consequent',
    name: 'Affirming the consequent',
    definition: 'If A then B; B, hence A.',
  },
  {
    lens: 'L3 Reasoning',
    id: 'over_necessitation',
    name: 'Over-necessitation',
    definition: 'What is typical, or enough, is taken for necessary.',
  },
  {
    lens: 'L3 Reasoning',
    id: 'circular_justification',
    name: 'Circular justification',
    definition: 'The conclusion is among its own premises.',
  },
] as const;
