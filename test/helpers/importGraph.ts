import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** Which files each file imports, by paths from the repository's root: types, re-exports and late imports included. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const repository = join(import.meta.dirname, '../..');

/** The source files below a folder of the repository, by paths from its root. */
export function sourceFiles(root: string): readonly string[] {
  return readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file))
    .map((file) => join(root, file));
}

/** The imports of every source file below a folder of the repository. */
export function importGraph(root: string): ImportGraph {
  return new Map(
    sourceFiles(root).map(
      (file) => [file, importsOf(file, readFileSync(join(repository, file), 'utf8'))] as const,
    ),
  );
}

/** The files that a source text at a path imports; packages are left out. */
export function importsOf(file: string, text: string): ReadonlySet<string> {
  const { module, program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
    ...typeImports(program),
  ];
  return new Set(
    specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => normalize(join(dirname(file), specifier.replace(/\?.*$/u, '')))),
  );
}

/** The files that are loaded with a file: no types, and nothing that is imported late. */
export function loadedWith(file: string, loaded: Set<string> = new Set()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const { module } = parseSync(file, readFileSync(join(repository, file), 'utf8'));
  for (const { moduleRequest, entries } of module.staticImports) {
    const isLoaded = entries.length === 0 || entries.some(({ isType }) => !isType);
    if (isLoaded && /^\..*\.ts$/u.test(moduleRequest.value))
      loadedWith(normalize(join(dirname(file), moduleRequest.value)), loaded);
  }
  return loaded;
}

/** What `import('…').Name` in a type names, which is no import statement. */
function typeImports(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(typeImports);
  if (typeof node !== 'object' || node === null) return [];
  const found =
    'type' in node && node.type === 'TSImportType' && 'source' in node && isLiteral(node.source)
      ? [node.source.value]
      : [];
  return [...found, ...Object.values(node).flatMap(typeImports)];
}

function isLiteral(node: unknown): node is { readonly value: string } {
  return typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string';
}

/** The groups of files that import each other in a circle; a file that imports itself counts. */
export function importCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const place = order.size;
    order.set(file, place);
    let low = place;
    open.push(file);
    for (const imported of graph.get(file) ?? []) {
      if (!graph.has(imported)) continue;
      const known = order.get(imported);
      if (known === undefined) low = Math.min(low, visit(imported));
      else if (open.includes(imported)) low = Math.min(low, known);
    }
    lowest.set(file, low);
    if (low === place) {
      const group = open.splice(open.lastIndexOf(file));
      if (group.length > 1 || graph.get(file)?.has(file) === true) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

/** What a layer may import. */
export interface LayerRule {
  /** The layer's files: paths that begin with this, or this one file. */
  readonly of: string;
  /** Beginnings of paths it may import beside its own. */
  readonly may: readonly string[];
  /** Whether the folders in it are kept apart: one may not import another. */
  readonly apart?: true;
  /** Files of it that may import its folders' doors: `index` files. */
  readonly doorsFor?: string;
}

/** Imports below `root` that no rule allows, one line each. A file is judged by the first rule that names it. */
export function violations(graph: ImportGraph, root: string, rules: readonly LayerRule[]): readonly string[] {
  const found: string[] = [];
  for (const [file, imports] of graph) {
    const rule = rules.find(({ of }) => file.startsWith(of));
    for (const imported of imports) {
      if (!imported.startsWith(root)) continue;
      if (rule === undefined || !isAllowed(rule, file, imported)) found.push(`${file} -> ${imported}`);
    }
  }
  return found;
}

function isAllowed(rule: LayerRule, file: string, imported: string): boolean {
  if (rule.may.some((path) => imported.startsWith(path))) return true;
  if (!imported.startsWith(rule.of)) return false;
  if (rule.apart === undefined) return true;
  const [own, other] = [file, imported].map((path) => folderIn(rule.of, path));
  return own === other || (file === rule.doorsFor && /\/index\.tsx?$/u.test(imported));
}

/** The folder directly below a layer that a file lies in; empty for the layer's own files. */
function folderIn(layer: string, file: string): string {
  const [folder = '', ...rest] = file.slice(layer.length).split('/');
  return rest.length === 0 ? '' : folder;
}
