/** The recipe of CONTRIBUTING.md for a kind of addition, as it stands there; throws where there is none. */
export function recipeFor(kind: string, contributing: string): string {
  const [, recipe] =
    new RegExp(`^## Adding a ${kind}\\n\\n(.*?)\\n(?=## |$(?![\\s\\S]))`, 'msu').exec(contributing) ?? [];
  if (recipe === undefined) throw new Error(`CONTRIBUTING.md has no recipe "Adding a ${kind}".`);
  return recipe.trimEnd();
}
