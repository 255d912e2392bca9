import { parseSync, Visitor } from 'vite';
import { z } from 'zod';

/** Attributes of elements that people read or hear. */
const READ = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'label',
  'placeholder',
  'description',
]);

/** The parts of a syntax tree that texts stand in. */
const Node = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Literal'), value: z.unknown() }),
  z.object({
    type: z.literal('TemplateLiteral'),
    quasis: z.array(z.object({ value: z.object({ raw: z.string() }) })),
  }),
  z.object({ type: z.literal('ConditionalExpression'), consequent: z.unknown(), alternate: z.unknown() }),
  z.object({ type: z.literal('LogicalExpression'), left: z.unknown(), right: z.unknown() }),
  z.object({ type: z.literal('ParenthesizedExpression'), expression: z.unknown() }),
  z.object({ type: z.literal('JSXExpressionContainer'), expression: z.unknown() }),
]);

/**
 * Texts that the elements of a source write themselves, in their content and in attributes that are read: what an
 * expression can come to counts, what it hands to a function does not. A single letter is no text.
 */
export function writtenTexts(file: string, source: string): readonly string[] {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const found: string[] = [];
  const take = (text: string): void => {
    if (/\p{L}{2,}/u.test(text)) found.push(text.trim());
  };
  const takeValue = (value: unknown): void => {
    const { data: node } = Node.safeParse(value);
    switch (node?.type) {
      case undefined:
        return;
      case 'Literal':
        if (typeof node.value === 'string') take(node.value);
        return;
      case 'TemplateLiteral':
        for (const quasi of node.quasis) take(quasi.value.raw);
        return;
      case 'ConditionalExpression':
        takeValue(node.consequent);
        takeValue(node.alternate);
        return;
      case 'LogicalExpression':
        takeValue(node.left);
        takeValue(node.right);
        return;
      case 'ParenthesizedExpression':
      case 'JSXExpressionContainer':
        takeValue(node.expression);
        return;
    }
  };
  new Visitor({
    JSXText: ({ value }) => {
      take(value);
    },
    JSXElement: ({ children }) => {
      for (const child of children) takeValue(child);
    },
    JSXFragment: ({ children }) => {
      for (const child of children) takeValue(child);
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && READ.has(name.name)) takeValue(value);
    },
  }).visit(program);
  return found;
}
