/** The ten domains of commonsense with the number of items of each (Table 1 of the paper; 1,430 in all), in its order. */
export const DOMAINS = [
  { code: '01', name: 'Fire and Combustion', volume: 151 },
  { code: '02', name: 'Food and Water', volume: 184 },
  { code: '03', name: 'Electricity and Chemical', volume: 142 },
  { code: '04', name: 'Emergency and Medical', volume: 147 },
  { code: '05', name: 'Weather and Nature', volume: 169 },
  { code: '06', name: 'Road Safety', volume: 120 },
  { code: '07', name: 'Outdoor Protection', volume: 171 },
  { code: '08', name: 'Indoor Security', volume: 104 },
  { code: '09', name: 'Wildlife and Environment', volume: 132 },
  { code: '10', name: 'Relationships and Survive', volume: 110 },
] as const;

/** The shorter names of the paper's Table 3. */
const ALIASES: Readonly<Record<string, string>> = {
  traffic: 'Road Safety',
  outdoor: 'Outdoor Protection',
  indoor: 'Indoor Security',
};

/** The name that a domain goes by here: Table 1's, where the text is one of the paper's names or numbers for it. */
export function domainName(text: string): string {
  const plain = text.trim().toLowerCase();
  const known = DOMAINS.find(
    ({ code, name }) => name.toLowerCase() === plain || code === plain.padStart(2, '0'),
  );
  return known?.name ?? (Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined) ?? text.trim();
}
