import { counted } from '../base/counts.ts';

/** What goes with deleted items. */
interface Goes {
  readonly items: number;
  readonly assignments: number;
  readonly answers: number;
  readonly drafts: number;
  readonly boxes: number;
  readonly decisions: number;
  readonly comments: number;
  readonly responses: number;
  readonly verdicts: number;
  readonly editions: number;
}

/** What would be deleted with items, in a sentence that leaves out what there is none of. */
export function deletedInWords(goes: Goes): string {
  const parts: readonly (readonly [count: number, one: string, many?: string])[] = [
    [goes.answers, 'answer'],
    [goes.drafts, 'draft'],
    [goes.boxes, 'box', 'boxes'],
    [goes.assignments, 'assignment'],
    [goes.decisions, 'decision'],
    [goes.comments, 'comment'],
    [goes.responses, 'respondent’s answer', 'respondents’ answers'],
    [goes.verdicts, 'verdict'],
    [goes.editions, 'fix', 'fixes'],
  ];
  const said = parts.flatMap(([count, one, many]) => (count === 0 ? [] : [counted(count, one, many)]));
  const items = counted(goes.items, 'item');
  return said.length === 0 ? `${items} without any work on them.` : `${items} with ${said.join(', ')}.`;
}

/** What somebody is asked who deletes items; `isShared`: of a team. */
export function deletionQuestion(goes: Goes & { readonly isShared: boolean }): string {
  const everywhere = goes.isShared ? ' Every casebook of the team deletes them on its next exchange.' : '';
  return `This deletes ${deletedInWords(goes)}${everywhere} Neither a merge nor another import of the same file brings them back; Undo in History does. Image files stay.`;
}
