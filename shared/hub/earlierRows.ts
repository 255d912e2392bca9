import { z } from 'zod';
import { counted } from '../base/counts.ts';
import { PersonId } from '../base/ids.ts';
import { Role } from '../domain/status.ts';
import { mayWrite, nounOf, writersInWords } from './mayWrite.ts';
import { HubTable } from './protocol.ts';

/* What devices sent before the hub held them to the roles of their person, and what it would refuse today. */

/** How many of the rows that one device sent are named. */
export const EARLIER_NAMED = 5;

/** Rows of one table that one device sent. */
export const EarlierRows = z.object({
  person: PersonId,
  handle: z.string(),
  name: z.string(),
  /** The roles that the person has today; a hub of another version may have others. */
  roles: z.array(z.string()),
  device: z.uuid(),
  deviceName: z.string(),
  table: HubTable,
  count: z.int().positive(),
  /** The keys of the first of them. */
  ids: z.array(z.string()),
  /** What these are called, in the same order: people by their handles, everything else by its key. */
  named: z.array(z.string()),
  /** The latest time that a row says of itself, by its device's clock, in UTC milliseconds; null: none says one. */
  latest: z.int().nullable(),
});
export type EarlierRows = z.infer<typeof EarlierRows>;

export const EarlierReply = z.object({ rows: z.array(EarlierRows) });

/** Why the hub would refuse such rows today, in words. */
export function earlierReason({ roles, table }: Pick<EarlierRows, 'roles' | 'table'>): string {
  const held = Role.options.filter((role) => roles.includes(role));
  return mayWrite(held, table) === null
    ? writersInWords(table)
    : `Only curators may write ${nounOf(table)} in the name of others.`;
}

/** One such entry in a sentence: who sent what from where, and why not. `named` in the place of its own names. */
export function earlierInWords(entry: EarlierRows, named: readonly string[] = entry.named): string {
  const { handle, roles, deviceName, table, count } = entry;
  const names = named.length === 0 ? '' : `: ${named.join(', ')}${count > named.length ? ', …' : ''}`;
  return `${handle} (${roles.join(', ')}) sent ${counted(count, 'row')} of ${nounOf(table)} from the device “${deviceName}” before roles were checked${names}. ${earlierReason(entry)}`;
}

const JUDGED = 'Ask the person whether these verdicts are theirs. If not, decide on the Verdicts screen.';
const ADVICE: Readonly<Record<HubTable, string>> = {
  meta: 'Check the title, the vocabulary and the settings in Settings.',
  person:
    'Check names and roles on the Team screen. Take back roles that you did not give; deactivate people whom you did not add.',
  image: 'Look at these images in the Library.',
  deleted_item: 'Look at these deletions in History, and undo those that nobody wanted.',
  item: 'Look at these items in the Library, and delete those that you did not import.',
  edition: 'Look at these editions on the Validate screen, and fix what is wrong.',
  guideline: 'Read the guidelines, and remove those that are not yours.',
  assignment: 'Look at the assignments on the Team screen, and withdraw those that you did not make.',
  annotation:
    'Ask the person whether these answers are theirs. If not, decide these items on the Adjudicate screen.',
  adjudication:
    'Look at the decisions on the Adjudicate screen, and reopen those that nobody should have made.',
  comment: 'Read the comments, and remove those that do not belong there.',
  study: 'Look at the studies, and close those that are not yours.',
  session: 'Look at the participants of the study, and exclude those whom you did not enrol.',
  response: 'Look at the answers of the study, and exclude those that no participant gave.',
  exclusion: 'Look at who is excluded from the study, and include those who should count.',
  judging: 'Look at the judging tasks on the Verdicts screen, and withdraw those that you did not assign.',
  judging_assignment:
    'Look at the judging tasks on the Verdicts screen, and withdraw those that you did not assign.',
  judge_run: JUDGED,
  judge_call: JUDGED,
  judgment: JUDGED,
  verdict_decision: JUDGED,
};
/** What a curator does about such rows of a table. */
export const earlierAdvice = (table: HubTable): string => ADVICE[table];

/** Tells an entry from all others, in the list of a casebook. */
export const earlierKey = ({ device, table }: Pick<EarlierRows, 'device' | 'table'>): string =>
  `${device} ${table}`;
