import { type Role, Role as RoleForm } from '../domain/status.ts';
import { HUB_TABLES, type HubTable } from './protocol.ts';

/*
 * Who may write what: the one list. PostgreSQL keeps a copy (casebook.may_write, compared by a test and by
 * casebook hub verify), the app asks it before it writes, and what comes in is judged by it.
 */

/**
 * In whose name somebody may write rows of a table. `anybodys`: in any; `own`: in their own alone; `asked`: in their own, and
 * only what a curator asked them for.
 */
export const AuthorScope = ['asked', 'own', 'anybodys'] as const;
export type AuthorScope = (typeof AuthorScope)[number];

/**
 * Curators bring the casebook with everything that was in it: imported ratings, answers from packages, answers and verdicts of
 * models, what colleagues did in it before it had a hub, and what a restored hub lacks. So they write in anybody's name.
 */
const CURATORS = { curator: 'anybodys' } as const;
/** Those who look after others' work answer and comment what they see, as themselves. */
const OVERSEERS = { ...CURATORS, reviewer: 'own', adjudicator: 'own' } as const;
const PARTICIPANTS = { ...CURATORS, participant: 'asked' } as const;
const JUDGES = { ...CURATORS, judge: 'asked' } as const;
const ADJUDICATORS = { ...CURATORS, adjudicator: 'own' } as const;

/** By table and role; who is not named may write none of it. */
const WRITERS: Readonly<Record<HubTable, Readonly<Partial<Record<Role, AuthorScope>>>>> = {
  meta: CURATORS,
  person: CURATORS,
  image: CURATORS,
  deleted_item: CURATORS,
  item: CURATORS,
  // A fix from Validate; the item itself follows in curators' casebooks.
  edition: OVERSEERS,
  guideline: CURATORS,
  // Their state alone: everybody closes what they were asked.
  assignment: { ...CURATORS, reviewer: 'asked', adjudicator: 'asked', annotator: 'asked' },
  annotation: { ...OVERSEERS, annotator: 'asked' },
  adjudication: ADJUDICATORS,
  comment: { ...OVERSEERS, annotator: 'asked' },
  study: CURATORS,
  session: PARTICIPANTS,
  response: PARTICIPANTS,
  exclusion: CURATORS,
  judging: CURATORS,
  judging_assignment: JUDGES,
  judge_run: CURATORS,
  judge_call: CURATORS,
  judgment: JUDGES,
  verdict_decision: ADJUDICATORS,
};

/** In whose name somebody with these roles may write rows of a table; null: not at all. */
export function mayWrite(roles: readonly Role[], table: HubTable): AuthorScope | null {
  const found = new Set(roles.map((role) => WRITERS[table][role]));
  return AuthorScope.findLast((whose) => found.has(whose)) ?? null;
}

/** Whether somebody may write rows of a table as those of a person, as far as that follows from their roles. */
export function mayWriteFor(roles: readonly Role[], table: HubTable, isOwn: boolean): boolean {
  const whose = mayWrite(roles, table);
  // Everybody who sees a thread may resolve it, not only the person who began it.
  return whose === 'anybodys' || (whose !== null && (isOwn || (table === 'comment' && whose === 'own')));
}

/** The roles that may write rows of a table in some way. */
const writersOf = (table: HubTable): readonly Role[] =>
  RoleForm.options.filter((role) => WRITERS[table][role] !== undefined);

/** The list as rows: what PostgreSQL keeps of it. */
export const writingRights = (): {
  readonly tab: HubTable;
  readonly role: Role;
  readonly whose: AuthorScope;
}[] =>
  HUB_TABLES.flatMap((tab) =>
    RoleForm.options.flatMap((role) => {
      const whose = WRITERS[tab][role];
      return whose === undefined ? [] : [{ tab, role, whose }];
    }),
  );

const NOUNS: Readonly<Record<HubTable, string>> = {
  meta: 'settings',
  person: 'people and roles',
  image: 'images',
  deleted_item: 'deletions of items',
  item: 'items',
  edition: 'editions',
  guideline: 'guidelines',
  assignment: 'assignments',
  annotation: 'answers',
  adjudication: 'decisions',
  comment: 'comments',
  study: 'studies',
  session: 'study sessions',
  response: 'baseline answers',
  exclusion: 'exclusions',
  judging: 'judging tasks',
  judging_assignment: 'judging assignments',
  judge_run: 'runs of LLM judges',
  judge_call: 'calls of LLM judges',
  judgment: 'verdicts',
  verdict_decision: 'decisions between verdicts',
};
/** What rows of a table are called. */
export const nounOf = (table: HubTable): string => NOUNS[table];

/** Words for who may write rows of a table, such as "Only curators and adjudicators may write decisions." */
export function writersInWords(table: HubTable): string {
  const names = writersOf(table).map((role) => `${role}s`);
  const last = names.at(-1) ?? '';
  const list = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `Only ${list} may write ${NOUNS[table]}.`;
}
