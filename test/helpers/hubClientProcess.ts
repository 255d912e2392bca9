import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { answer } from './branches.ts';
import { quietly } from './casebooks.ts';
import { testPorts } from './core.ts';

/*
 * Somebody who annotates in a program of their own, which may be killed at any moment: they join a team by an invitation,
 * answer one item after the other and exchange after each. Each line that it prints is a promise: `joined`, `answered ID`
 * once an answer is on disk, `done` once the hub has everything.
 */

const Options = z.object({
  /** Where the program keeps its settings and its casebook. */
  folder: z.string(),
  invitation: z.string(),
  /** The address of the hub once they have joined. */
  link: z.url(),
  handle: z.string(),
  /** How many items they are asked about. */
  items: z.number(),
  /** How long they take for an item, in milliseconds. */
  pace: z.number(),
});
export type HubClientOptions = z.infer<typeof Options>;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function open({ folder, invitation, link }: HubClientOptions): Promise<Services> {
  const core = createCore(testPorts(folder));
  const marker = join(folder, 'casebook');
  if (existsSync(marker)) return core.keeper.open(readFileSync(marker, 'utf8'), 'write');
  const joined = await core.keeper.joinTeam(invitation, null, quietly);
  joined.open.casebook.database.prepare('UPDATE hub SET address = ?').run(link);
  writeFileSync(marker, joined.open.casebook.path);
  return joined.open;
}

const answersOf = ({ casebook }: Services): string[] =>
  casebook.database
    .prepare<[], string>("SELECT id FROM annotation WHERE state = 'submitted' ORDER BY submitted_at, id")
    .pluck()
    .all();

/** The items without an answer, in an order that stays. */
const outstanding = ({ casebook }: Services): ItemId[] =>
  casebook.database
    .prepare<[], string>(
      `SELECT id FROM item WHERE NOT EXISTS (SELECT 1 FROM annotation a
         WHERE a.item_id = item.id AND a.state = 'submitted') ORDER BY id`,
    )
    .pluck()
    .all()
    .map((id) => ItemId.parse(id));

async function work(options: HubClientOptions): Promise<void> {
  const services = await open(options);
  say('joined');
  const told = new Set<string>();
  const tell = (): void => {
    for (const id of answersOf(services)) {
      if (!told.has(id)) say(`answered ${id}`);
      told.add(id);
    }
  };
  tell();
  for (;;) {
    const [item] = outstanding(services);
    if (item !== undefined) answer(services, options.handle, item, { kind: 'a' }, 3);
    tell();
    // A link that fails is tried again; a curator may have yet to send what is asked.
    await services.hub.exchange(quietly).catch(() => undefined);
    const state = services.hub.state();
    if (told.size >= options.items && state?.waiting === 0 && state.phase === 'idle') break;
    await after(options.pace);
  }
  say('done');
}

const [given] = process.argv.slice(2);
if (given !== undefined && process.argv[1] === import.meta.filename)
  await work(Options.parse(JSON.parse(given))).catch((error: unknown) => {
    say(`failed ${JSON.stringify(String(error))}`);
    process.exitCode = 1;
  });
