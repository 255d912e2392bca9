/**
 * An instruction with its placeholders (in square brackets) filled in, all in one go: what an answer holds is never
 * taken for a placeholder. What `values` does not name stays as it is.
 */
export function fillPlaceholders(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\[([^[\]]+)\]/gu, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );
}

/**
 * What an LLM judge says where it has to say one of few words: without the markdown, quotation marks and full stop that models
 * put around a single word ("**yes**.").
 */
export function singleWord(reply: string): string {
  return reply.replaceAll(/^[\s*_`"'“”‘’]+|[\s*_`"'“”‘’.]+$/gu, '');
}
