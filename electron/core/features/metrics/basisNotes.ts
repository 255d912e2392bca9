import { counted } from '../../../../shared/base/counts.ts';
import type { Basis, BasisPart } from './basis.ts';

/** Which items the figures are of, in words, with how many; nothing where one respondent stands alone. */
export function basisNotes({ asked, parts }: Basis): string[] {
  // Tasks that are all compared on what everybody answered need no line each.
  const plain = parts.filter((part) => part.title !== null && isPlain(part));
  const rest = parts.filter((part) => !plain.includes(part) || plain.length < 2);
  return [
    ...(plain.length < 2
      ? []
      : [
          `Everybody is compared on the items that everybody answered: ${plain.map(({ title, count }) => `${String(count ?? 0)} of ${title ?? ''}`).join('; ')}.`,
        ]),
    ...rest.flatMap((part) => {
      const said = sentence(part, asked);
      return said === null ? [] : [part.title === null ? said : `${part.title}: ${said}`];
    }),
    ...parts.flatMap((part) => {
      const said = individuals(part.answered).length < 2 ? null : shrinking(part);
      return said === null ? [] : [part.title === null ? said : `${part.title}: ${said}`];
    }),
  ];
}

const isPlain = ({ items, answered, count, together }: BasisPart): boolean =>
  items === 'common' && individuals(answered).length > 1 && together === count;

function sentence(part: BasisPart, asked: Basis['asked']): string | null {
  const { items, count, together } = part;
  const own = individuals(part.answered);
  if (own.length < 2) return null;
  const [n, nobody] = [counted(count ?? 0, 'item'), 'No item has everybody’s answers'];
  switch (items) {
    case 'common':
      return `Everybody is compared on the ${n} that everybody answered.${
        together > (count ?? 0) ? ` Participants together and every model answered ${String(together)}.` : ''
      }`;
    case 'together': {
      const begin =
        asked === 'common'
          ? `${nobody}, because participants answered different ones. The figures compare`
          : 'The figures compare';
      const people = own.filter(({ kind }) => kind === 'human');
      const whose =
        own.length === people.length
          ? 'participants together answered'
          : 'participants together and every model answered';
      return `${begin} the ${n} that ${whose}; each participant’s row covers their own among these (${listed(people.map(({ called, items: of }) => [called, of]))}).`;
    }
    case 'own': {
      const each = listed(part.answered.map(({ called, items: of }) => [called, of]));
      if (asked !== 'own')
        return `${nobody}: the figures cannot be compared. Each covers the items that its respondent answered: ${each}.`;
      return `Each figure covers the items that its respondent answered, which need not be the same: ${each}.`;
    }
  }
}

/** How many of those who make the common items fewer are named at most. */
const SHRINKING = 5;

/** Who makes the items fewer on which all are compared, and by how much; null where nobody does. */
function shrinking({ shrinks, count }: BasisPart): string | null {
  if (shrinks.length === 0) return null;
  const of = count ?? 0;
  const named = shrinks
    .slice(0, SHRINKING)
    .map(({ key, called, lacks, alone }) =>
      alone === 0
        ? `${called} ${hasOrHave(key)} no answer to ${counted(lacks, 'item')} that others lack, too`
        : `${called} ${hasOrHave(key)} no answer to ${counted(lacks, 'item')}; without ${called} there would be ${counted(of + alone, 'item')} in place of ${String(of)}`,
    );
  const rest = shrinks.length - SHRINKING;
  return `${[...named, ...(rest > 0 ? [`${String(rest)} more lack answers`] : [])].join('. ')}.`;
}

/** The row of all people is the only one of several. */
const hasOrHave = (key: string): string => (key === 'people' ? 'have' : 'has');

const individuals = (answered: BasisPart['answered']): BasisPart['answered'] =>
  answered.filter(({ kind }) => kind !== 'people');

/** How many names a note lists before it counts the rest. */
const NAMED = 12;

function listed(of: Iterable<readonly [string, number]>): string {
  const all = [...of].map(([called, count]) => `${called} ${String(count)}`);
  const rest = all.length - NAMED;
  return [...all.slice(0, NAMED), ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join(', ');
}
