import type { CasebookFiles } from '../casebook.ts';
import type { RecordedCasebook } from '../records.ts';
import { type KeptConflict, Sides } from './conflicts.ts';
import { endInSameAnswer } from './forks.ts';

/**
 * What merging could not unite and still waits for somebody, oldest first. What was resolved elsewhere meanwhile does not
 * wait: decisions in Adjudicate, answers by the person's own newer one; nor do two answers that say the same.
 */
export function openConflictsOf(casebook: RecordedCasebook): KeptConflict[] {
  const conflicts = casebook.records.conflicts.open();
  if (conflicts.length === 0) return [];
  const answersOpen = answersStandOpen(casebook, conflicts);
  const decisionsOpen = decisionsStandOpen(casebook);
  return conflicts.filter((conflict) => {
    if (conflict.kind === 'answer') return answersOpen(conflict);
    return conflict.kind !== 'decision' || decisionsOpen(conflict);
  });
}

/** How many conflicts are open and what to do about them, in words; null where there are none. */
export function openConflictsInWords(count: number): string | null {
  if (count === 0) return null;
  const [conflicts, them] = count === 1 ? ['merge conflict is', 'it'] : ['merge conflicts are', 'them'];
  return `${String(count)} ${conflicts} open: results can still change until somebody resolves ${them}. Resolve ${them} on the Team screen, or with the command casebook conflicts.`;
}

function decisionsStandOpen({
  database,
}: Pick<CasebookFiles, 'database'>): (conflict: KeptConflict) => boolean {
  const head = database
    .prepare<[string], number>(
      'SELECT 1 FROM adjudication a WHERE id = ? AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id)',
    )
    .pluck();
  return ({ ours, theirs }) =>
    [ours, theirs]
      .flatMap((side) => Sides.decision.parse(side).decisions)
      .filter((id) => head.get(id) !== undefined).length > 1;
}

function answersStandOpen(
  { database }: Pick<CasebookFiles, 'database'>,
  conflicts: readonly KeptConflict[],
): (conflict: KeptConflict) => boolean {
  const idsOf = database
    .prepare<[string, string, number, string], string>(
      `SELECT id FROM annotation WHERE (item_id, task, round, person_id) = (?, ?, ?, ?) AND state = 'submitted' ORDER BY version`,
    )
    .pluck();
  const sidesOf = ({ ours, theirs }: KeptConflict) =>
    [ours, theirs].map((side) => Sides.answer.parse(side).answers);
  const inConflict = new Set<string>(
    conflicts.flatMap((conflict) =>
      conflict.kind === 'answer'
        ? sidesOf(conflict)
            .flat()
            .map(({ annotation }) => annotation.id)
        : [],
    ),
  );
  return (conflict) => {
    const [ours = [], theirs = []] = sidesOf(conflict);
    if (endInSameAnswer(ours, theirs)) return false;
    const other = theirs.at(-1)?.annotation;
    if (other === undefined) return false;
    const here = idsOf.all(other.item_id, other.task, other.round, other.person_id);
    const last = here.at(-1);
    // Where the other side's answer is not here, the person has not seen it.
    return last === undefined || inConflict.has(last) || !here.includes(other.id);
  };
}
