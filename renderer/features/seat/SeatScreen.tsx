import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut, UserRound } from 'lucide-react';
import type { Person } from '../../../shared/contract/application.ts';
import { useCasebook } from '../../app/applicationState.ts';
import { runCommand, useCommands } from '../../app/commands.ts';
import { seatCommands } from '../../app/keys/seatCommands.ts';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { KeyCaps } from '../../ui/KeyCaps.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { roleTitles } from '../team/roleTitles.ts';
import { sitAs } from '../team/sitAs.ts';
import classes from './SeatScreen.module.css';

/** Who sits here? Asked once at the start, where several people work on the casebook. */
export function SeatScreen() {
  const { title } = useCasebook();
  const people = useQuery(orpc.people.list.queryOptions());
  const humans = people.data?.filter(({ kind }) => kind === 'human') ?? [];
  useCommands(
    'screen',
    Object.values(seatCommands).map((command, index) => ({
      ...command,
      enabled: () => humans[index] !== undefined,
      run: () => {
        const person = humans[index];
        if (person !== undefined) void sitAs(person);
      },
    })),
  );
  return (
    <main className={classes['screen']}>
      <div className={classes['page']}>
        <p className={classes['casebook']}>{title}</p>
        <h1>Who sits here?</h1>
        <p className={classes['why']}>
          Several people work on this casebook. What you do is kept under your name; what you see follows from
          your roles and from what was given to you.
        </p>
        {people.error !== null ? (
          <ErrorState error={people.error} onRetry={() => void people.refetch()} />
        ) : people.data === undefined ? (
          <LoadingState label="Reading who works on it" />
        ) : (
          <ol ref={focusFirst} className={classes['people']} aria-label="People">
            {humans.map((person, index) => (
              <li key={person.id}>
                <Choice person={person} number={index + 1} />
              </li>
            ))}
          </ol>
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

function Choice({ person, number }: { readonly person: Person; readonly number: number }) {
  return (
    <button type="button" className={classes['person']} onClick={() => void sitAs(person)}>
      <UserRound size={20} strokeWidth={1.75} aria-hidden />
      <span className={classes['name']}>{person.name}</span>
      <span className={classes['roles']}>{person.roles.map((role) => roleTitles[role]).join(', ')}</span>
      {number <= 9 && (
        <span className={classes['key']}>
          <KeyCaps value={String(number)} />
        </span>
      )}
    </button>
  );
}
