import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GalleryVerticalEnd, Gavel, Scale } from 'lucide-react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { isActivePerson } from '../../../shared/domain/status.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { useCasebook, usePerson } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { useRatingStates } from '../../ui/items/useDisputes.ts';
import { orpc } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { nextStep, teamProgress } from './teamProgress.ts';

/** On what raters agree, or somebody has decided, and what nobody has accepted yet. */
const READY: ItemFilter = { ratings: ['unanimous', 'decided'], status: ['draft', 'in_review'] };

/** The same where items are validated: what the validation queue counts as ready. */
const VALIDATED: ItemFilter = { ...READY, validation: { state: ['ready'] } };

/** Where the work of several people stands, and what a curator does next. */
export function NextStep({
  people,
  progress,
}: {
  readonly people: readonly Person[];
  readonly progress: readonly AssignmentProgress[];
}) {
  const { roles } = usePerson();
  const states = useRatingStates();
  const filter = findBenchmark(useCasebook().benchmark)?.validation === undefined ? READY : VALIDATED;
  const acceptance = useQuery(orpc.items.acceptance.queryOptions({ input: { filter } })).data;
  if (states === undefined || acceptance === undefined) return null;
  const { acceptable, unsigned, broken } = acceptance;
  const standing = teamProgress(people, progress, states, acceptance);
  const { compared, disputes, ready } = standing;
  if (standing.asked === 0 && !compared) return <Begin people={people} />;
  const { state, title, sentences } = nextStep(standing);
  return (
    <Notice state={state} title={title}>
      {sentences.join(' ')}
      {compared && (
        <Group gap="sm" mt="xs">
          {disputes > 0 && (
            <Button
              variant="default"
              leftSection={<Gavel size={14} aria-hidden />}
              onClick={() => goTo(places.adjudicate)}
            >
              {roles.includes('adjudicator') ? 'Decide' : 'Show cases'}
            </Button>
          )}
          {ready > 0 && (
            <Button
              variant="default"
              leftSection={<GalleryVerticalEnd size={14} aria-hidden />}
              onClick={() => {
                const all = unsigned.length + broken.length === 0;
                useListContext.getState().setFilter(all ? filter : { ...filter, ids: acceptable });
                goTo(places.library);
              }}
            >
              Show items to accept
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<Scale size={14} aria-hidden />}
            onClick={() => goTo(places.agreement)}
          >
            Show agreement
          </Button>
        </Group>
      )}
    </Notice>
  );
}

/** Before anything is assigned. */
function Begin({ people }: { readonly people: readonly Person[] }) {
  const validates = findBenchmark(useCasebook().benchmark)?.validation !== undefined;
  const answering = people.filter(
    ({ roles, ...person }) =>
      isActivePerson(person) && (roles.includes('annotator') || (validates && roles.includes('reviewer'))),
  );
  return answering.length < 2 ? (
    <Notice state="neutral" title="Next: add annotators">
      When two or more people answer the same items blind, their agreement shows how reliable the labels are.
    </Notice>
  ) : (
    <Notice state="neutral" title="Next: assign items">
      Nothing is assigned yet. “Assign items…” assigns the same items to as many people as you choose.
    </Notice>
  );
}
