import { parseSync } from 'vite';
import { isSql, sqlEdits } from './sqlFaults.ts';

/** A piece of a source text that another text takes the place of. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One fault that can be planted into a file. */
export interface Fault extends Edit {
  readonly file: string;
  readonly line: number;
  /** The lines that it is in, and what becomes of them; white space counts once. */
  readonly code: string;
  readonly becomes: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const FLIPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
const SWAPPED: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};
/** What leaves a block early. */
const LEAVES = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']);
/** Whole numbers from here on are sizes of batches, times and the like: one more or less of them makes no difference. */
const LARGE = 20;

/**
 * The faults that can be planted into a source text, in the order of their places: a comparison that is another one, a
 * condition that is the opposite, `&&` for `||`, a guard or a statement that is missing, a number that is one too high,
 * a list that is empty, and the like in SQL. Types and texts for people stay as they are. Throws where the text cannot
 * be parsed.
 */
export function faultsOf(file: string, text: string): readonly Fault[] {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const edits = new Map<string, Edit>();
  visit(program, (node) => {
    for (const edit of editsOf(node, text))
      edits.set(`${String(edit.start)} ${String(edit.end)} ${edit.text}`, edit);
  });
  return [...edits.values()]
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => faultOf(file, text, edit));
}

/** The text with a fault in it. */
export const planted = (text: string, { start, end, text: by }: Edit): string =>
  text.slice(0, start) + by + text.slice(end);

function faultOf(file: string, text: string, edit: Edit): Fault {
  const first = text.lastIndexOf('\n', edit.start - 1) + 1;
  const after = text.indexOf('\n', Math.max(edit.start, edit.end - 1));
  const last = after < 0 ? text.length : after;
  return {
    ...edit,
    file,
    line: text.slice(0, edit.start).split('\n').length,
    code: inOneLine(text.slice(first, last)),
    becomes: inOneLine(
      planted(text.slice(first, last), { ...edit, start: edit.start - first, end: edit.end - first }),
    ),
  };
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number' &&
  'end' in value &&
  typeof value.end === 'number';

/** Tells of every node that is run; of what only the types are made of, nothing. */
function visit(value: unknown, tell: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, tell);
  if (!isNode(value) || value.type === 'ImportDeclaration') return;
  if (value.type.startsWith('TS')) {
    visit(value['expression'], tell);
    return;
  }
  tell(value);
  for (const part of Object.values(value)) visit(part, tell);
}

function editsOf(node: Node, text: string): readonly Edit[] {
  switch (node.type) {
    case 'BinaryExpression':
      return operatorEdits(node, text, FLIPPED);
    case 'LogicalExpression':
      return logicalEdits(node, text);
    case 'UnaryExpression':
      return node['operator'] === '!' && isNode(node['argument'])
        ? [{ start: node.start, end: node.end, text: sourceOf(node['argument'], text) }]
        : [];
    case 'IfStatement':
      return [...opposite(node['test'], text), ...withoutGuard(node)];
    case 'ConditionalExpression':
      return opposite(node['test'], text);
    case 'ExpressionStatement':
      return isEffect(node['expression']) ? [{ start: node.start, end: node.end, text: ';' }] : [];
    case 'MemberExpression':
      return swappedCall(node);
    case 'ArrayExpression':
      return Array.isArray(node['elements']) && node['elements'].length > 0
        ? [{ start: node.start, end: node.end, text: '[]' }]
        : [];
    case 'Literal':
      return literalEdits(node, text);
    case 'TemplateLiteral':
      return templateEdits(node, text);
    default:
      return [];
  }
}

const sourceOf = ({ start, end }: Node, text: string): string => text.slice(start, end);

function operatorEdits(node: Node, text: string, others: Readonly<Record<string, string>>): readonly Edit[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  const other = others[operator];
  const at = text.indexOf(operator, left.end);
  if (other === undefined || at < 0 || at >= right.start) return [];
  return [{ start: at, end: at + operator.length, text: other }];
}

/** `&&` for `||` and the other way round, in brackets: they bind differently. What `??` falls back to is left out. */
function logicalEdits(node: Node, text: string): readonly Edit[] {
  const { start, end, left, right, operator } = node;
  if (!isNode(left) || !isNode(right)) return [];
  const [first, second] = [sourceOf(left, text), sourceOf(right, text)];
  if (operator === '??') return [{ start, end, text: first }];
  return [{ start, end, text: `((${first}) ${operator === '&&' ? '||' : '&&'} (${second}))` }];
}

/** Comparisons and combined conditions have faults of their own. */
const OWN = new Set(['LogicalExpression', 'UnaryExpression']);
function opposite(test: unknown, text: string): readonly Edit[] {
  if (!isNode(test) || OWN.has(test.type)) return [];
  const hasOwn = test.type === 'BinaryExpression' && ['===', '!=='].includes(String(test['operator']));
  return hasOwn ? [] : [{ start: test.start, end: test.end, text: `!(${sourceOf(test, text)})` }];
}

/** An `if` that only leaves. */
function withoutGuard({ start, end, consequent, alternate }: Node): readonly Edit[] {
  if (alternate !== null || !isNode(consequent)) return [];
  const body: unknown = consequent['body'];
  const last: unknown = Array.isArray(body) ? body.at(-1) : consequent;
  return isNode(last) && LEAVES.has(last.type) ? [{ start, end, text: ';' }] : [];
}

function isEffect(expression: unknown): boolean {
  if (!isNode(expression)) return false;
  if (expression.type === 'AwaitExpression') return isEffect(expression['argument']);
  if (expression.type === 'ChainExpression') return isEffect(expression['expression']);
  return ['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(expression.type);
}

function swappedCall({ property, computed }: Node): readonly Edit[] {
  if (computed === true || !isNode(property) || typeof property['name'] !== 'string') return [];
  const other = Object.hasOwn(SWAPPED, property['name']) ? SWAPPED[property['name']] : undefined;
  return other === undefined ? [] : [{ start: property.start, end: property.end, text: other }];
}

function literalEdits({ start, end, value }: Node, text: string): readonly Edit[] {
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }];
  if (typeof value === 'number')
    return value >= LARGE && Number.isInteger(value) ? [] : [{ start, end, text: String(value + 1) }];
  if (typeof value !== 'string' || !isSql(value)) return [];
  const raw = text.slice(start + 1, end - 1);
  // A quotation mark in the SQL would end the literal.
  return sqlEdits(raw).flatMap((edit) =>
    text[start] === "'" && edit.text.includes("'") ? [] : [moved(edit, start + 1)],
  );
}

function templateEdits({ quasis }: Node, text: string): readonly Edit[] {
  if (!Array.isArray(quasis)) return [];
  const parts = quasis.filter(isNode).map((quasi) => {
    const start = quasi.start + (/[`}]/u.test(text[quasi.start] ?? '') ? 1 : 0);
    const value: unknown = quasi['value'];
    const raw: unknown = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : '';
    return { start, raw: typeof raw === 'string' ? raw : '' };
  });
  if (!isSql(parts.map(({ raw }) => raw).join('?'))) return [];
  return parts.flatMap(({ start, raw }) => sqlEdits(raw).map((edit) => moved(edit, start)));
}

const moved = (edit: Edit, by: number): Edit => ({ ...edit, start: edit.start + by, end: edit.end + by });
