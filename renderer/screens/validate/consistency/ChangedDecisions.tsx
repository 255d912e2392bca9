import { Box, Button, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { ConsistencyReport } from '../../../../shared/contract/validation.ts';
import type { ValidationDecision } from '../../../../shared/domain/status.ts';
import { usePerson } from '../../../ui/window/applicationState.ts';
import { places } from '../../../ui/window/navigate.ts';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { Section } from '../../../ui/figures/Section.tsx';
import { DECISIONS } from '../../../ui/validation/validationWords.ts';
import { showInLibrary } from '../showInLibrary.ts';
import classes from './Consistency.module.css';

/** More items than this of one person are in the Library. */
const SHOWN = 50;

/** The items on which somebody decided otherwise the second time. */
export function ChangedDecisions({ people }: Pick<ConsistencyReport, 'people'>) {
  const decides = usePerson().roles.includes('adjudicator');
  const changing = people.filter(({ changed }) => changed.length > 0);
  return (
    <Section
      title="Changed decisions"
      description={`Items on which somebody changed their decision in the second round. Click one to open it at the Desk.${
        decides ? ' Undecided cases are left out because you may be the one to decide.' : ''
      }`}
    >
      {changing.length === 0 ? (
        <p className={layoutClasses['foot']}>
          {decides ? 'No decided items changed.' : 'Everybody decided the same both times.'}
        </p>
      ) : (
        changing.map(({ person, items, changed }) => (
          <section key={person} className={classes['person']} aria-label={`Changed by ${person}`}>
            <header>
              <h3>{person}</h3>
              <Box component="span" c="dimmed">
                {formatCount(changed.length)} of {counted(items, 'item')}
              </Box>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Show in Library: what ${person} changed`}
                onClick={() => showInLibrary({ ids: changed.map(({ id }) => id) })}
              >
                Show in Library
              </Button>
            </header>
            <ul>
              {changed.slice(0, SHOWN).map(({ id, externalId, from, to }) => (
                <li key={id}>
                  <Link href={places.desk(id)}>{externalId}</Link>
                  <span>
                    {word(from)} <span aria-hidden>→</span>
                    <VisuallyHidden>then</VisuallyHidden> {word(to)}
                  </span>
                </li>
              ))}
            </ul>
            {changed.length > SHOWN && (
              <p className={layoutClasses['foot']}>
                And {formatCount(changed.length - SHOWN)} more, all in the Library.
              </p>
            )}
          </section>
        ))
      )}
    </Section>
  );
}

const word = (decision: ValidationDecision | null): string =>
  decision === null ? 'undecided' : DECISIONS[decision].toLowerCase();
