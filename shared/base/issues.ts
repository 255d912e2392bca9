import { z } from 'zod';

/*
 * What zod finds wrong, in words for a person. Loading this module makes them the words of every issue whose schema has
 * none of its own, wherever it is shown.
 */

z.config({ customError: (issue) => inWords(issue) });

/** How many issues of one value are told at once. */
const TOLD = 5;

/** What is wrong with a value, as sentences. */
export function issuesInWords({ issues }: z.core.$ZodError): string {
  const told = issues.slice(0, TOLD).map(sentence);
  const more = issues.length - told.length;
  return [...told, ...(more > 0 ? [`And ${String(more)} more.`] : [])].join(' ');
}

/** The first thing that is wrong with a value, as a sentence. */
export function firstIssueInWords({ issues: [first] }: z.core.$ZodError): string {
  return first === undefined ? 'It cannot be read.' : sentence(first);
}

function sentence({ message }: { readonly message: string }): string {
  return /[.!?]$/u.test(message) ? message : `${message}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
};

function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { path = [], input } = issue;
  const what = path.length === 0 ? 'It' : `The field ${path.map(String).join('.')}`;
  if (input === undefined && issue.code !== 'custom') return `${what} is missing.`;
  const wrong = wrongIn(issue, input);
  return wrong === undefined ? undefined : `${what} ${wrong}.`;
}

function wrongIn(issue: z.core.$ZodRawIssue, input: unknown): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const { expected } = issue;
      return `must be ${KINDS[expected] ?? expected}, not ${kindOf(input)}`;
    }
    case 'invalid_value':
      return `must be ${listed(issue.values.map(String))}, not ${shown(input)}`;
    case 'invalid_union':
      return `must be ${expectedBy(issue.errors) ?? 'in another form'}, not ${kindOf(input)}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return `has the wrong form (${issue.format})`;
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`;
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return undefined;
  }
}

const shown = (input: unknown): string =>
  typeof input === 'string' ? `"${input.length > 60 ? `${input.slice(0, 60)}…` : input}"` : kindOf(input);

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'boolean') return String(input);
  if (typeof input === 'number') return Number.isFinite(input) ? String(input) : 'not a number';
  return KINDS[typeof input] ?? typeof input;
}

const listed = (values: readonly string[]): string =>
  values.length < 2 ? (values[0] ?? 'nothing') : `one of ${values.join(', ')}`;

/** What the members of a union are, where that is a matter of types alone. */
function expectedBy(errors: readonly (readonly z.core.$ZodIssue[])[]): string | null {
  const kinds = errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? (KINDS[first.expected] ?? null) : null,
  );
  const known = [...new Set(kinds)].filter((kind) => kind !== null);
  return known.length === 0 || kinds.includes(null) ? null : known.join(' or ');
}

type Bound<T extends 'too_small' | 'too_big'> = Extract<z.core.$ZodRawIssue, { code: T }>;

function tooSmall({ origin, minimum, inclusive }: Bound<'too_small'>): string {
  const least = String(minimum);
  if (origin === 'string') return least === '1' ? 'is empty' : `is shorter than ${least} characters`;
  if (origin === 'array') return least === '1' ? 'is an empty list' : `has fewer than ${least} entries`;
  return `must be ${inclusive === false ? 'more than' : 'at least'} ${least}`;
}

function tooBig({ origin, maximum, inclusive }: Bound<'too_big'>): string {
  const most = String(maximum);
  if (origin === 'string') return `is longer than ${most} characters`;
  if (origin === 'array') return `has more than ${most} entries`;
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${most}`;
}
