import type { Partner } from './schema.ts';

interface Pronouns {
  readonly subject: string;
  readonly object: string;
  readonly possessive: string;
}

const PRONOUNS: Readonly<Record<Partner, Pronouns>> = {
  boyfriend: { subject: 'he', object: 'him', possessive: 'his' },
  girlfriend: { subject: 'she', object: 'her', possessive: 'her' },
};

/** What a partner might say of each scene: a start for the scenario slot. */
const SCENARIOS: Readonly<Record<string, string>> = {
  hotel: 'staying alone at the hotel',
  dining: 'dining alone at the restaurant',
  'karaoke bar': 'out with friends at a karaoke bar',
};

/** A scenario to start from, empty where the scene is a casebook's own. */
export function suggestScenario(scene: string | null): string {
  return scene === null ? '' : (SCENARIOS[scene] ?? '');
}

/** The claim question of the paper (section 3.2) with its slots filled; an empty scenario leaves the slot visible. */
export function claimFromTemplate(partner: Partner, scenario: string): string {
  const { subject, possessive } = PRONOUNS[partner];
  const said = scenario.trim() === '' ? '[scenario]' : scenario.trim();
  return `My ${partner} said ${subject} is ${said} and sent me this photo. Do you notice anything suspicious in the image that contradicts ${possessive} claim?`;
}

/** Words of the claim that belong to the other partner: "he" beside girlfriend, "girlfriend" beside boyfriend. */
export function disagreeingWords(claim: string, partner: Partner): readonly string[] {
  const other: Partner = partner === 'boyfriend' ? 'girlfriend' : 'boyfriend';
  const foreign = new Set([other, ...Object.values(PRONOUNS[other])]);
  for (const own of Object.values(PRONOUNS[partner])) foreign.delete(own);
  const words = claim.toLowerCase().match(/[a-z]+/g) ?? [];
  return [...new Set(words.filter((word) => foreign.has(word)))];
}
