import { Box, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../../shared/contract/application.ts';
import { isActivePerson, onlyTakesPart } from '../../../shared/domain/status.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { runCommand, useCommands } from '../../ui/commands/commands.ts';
import { chooseNameCommands } from './commands.ts';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { roleTitles } from '../../ui/text/roleTitles.ts';
import { workAs } from '../../ui/window/workAs.ts';
import classes from './ChooseNameScreen.module.css';

/** Choose your name Asked once at the start, where several people work on the casebook. */
export function ChooseNameScreen() {
  const { title, device } = useCasebook();
  const people = useQuery(orpc.people.list.queryOptions());
  const everybody = people.data?.filter(isActivePerson) ?? [];
  const humans = everybody.filter((person) => !onlyTakesPart(person));
  const participants = everybody.filter(onlyTakesPart);
  useCommands(
    'screen',
    Object.values(chooseNameCommands).map((command, index) => ({
      ...command,
      enabled: () => humans[index] !== undefined,
      run: () => {
        const person = humans[index];
        if (person !== undefined) void workAs(person);
      },
    })),
  );
  return (
    <main className={classes['screen']}>
      <div className={classes['page']}>
        <p className={classes['casebook']}>{title}</p>
        <h1>{device === undefined ? 'Choose your name' : 'This casebook is closed to you'}</h1>
        <p className={classes['why']}>
          {device === undefined
            ? 'Several people work on this casebook. Casebook keeps your work under your name and shows what your roles and assignments allow.'
            : 'The person who joined the team with this casebook was deactivated. Casebook keeps what they sent. A curator can reactivate them on the Team screen.'}
        </p>
        {device !== undefined ? null : people.error !== null ? (
          <ErrorState error={people.error} onRetry={() => void people.refetch()} />
        ) : people.data === undefined ? (
          <LoadingState label="Loading the people" />
        ) : (
          <>
            <ol ref={focusFirst} className={classes['people']} aria-label="People">
              {humans.map((person, index) => (
                <li key={person.id}>
                  <Choice person={person} number={index + 1} />
                </li>
              ))}
            </ol>
            {participants.length > 0 && <Participants people={participants} />}
          </>
        )}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<LogOut size={14} aria-hidden />}
          onClick={() => runCommand('casebook.close')}
        >
          Close the casebook
        </Button>
      </div>
    </main>
  );
}

/** The only way on is to choose: the keyboard is there at once. */
function focusFirst(list: HTMLOListElement | null): void {
  list?.querySelector('button')?.focus();
}

/** There can be hundreds of them: they have little room each, and a field to find one by. */
function Participants({ people }: { readonly people: readonly Person[] }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = people.filter(({ name, handle }) =>
    [name, handle].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <section className={classes['participants']} aria-label="Participants">
      <h2>Take part in a study</h2>
      {people.length > MANY && (
        <TextInput
          aria-label="Find a participant"
          placeholder="Find a participant"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul>
        {found.map((person) => (
          <li key={person.id}>
            <Button variant="default" onClick={() => void workAs(person)}>
              {person.name}
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No names match.</p>}
    </section>
  );
}

const MANY = 12;

function Choice({ person, number }: { readonly person: Person; readonly number: number }) {
  return (
    <button type="button" className={classes['person']} onClick={() => void workAs(person)}>
      <UserRound size={20} strokeWidth={1.75} aria-hidden />
      <Box component="span" fz="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {person.name}
      </Box>
      <span className={classes['roles']}>{person.roles.map((role) => roleTitles[role]).join(', ')}</span>
      {number <= 9 && (
        <span className={classes['key']}>
          <KeyCaps value={String(number)} />
        </span>
      )}
    </button>
  );
}
