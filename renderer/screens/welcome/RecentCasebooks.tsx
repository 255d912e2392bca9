import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { RecentCasebook } from '../../../shared/contract/application.ts';
import { openCasebook } from '../../ui/window/openCasebook.ts';
import { queryClient } from '../../client/queryClient.ts';
import { orpc } from '../../client/index.ts';
import { formatAgo } from '../../ui/format.ts';
import classes from './WelcomeScreen.module.css';

/** The casebooks opened last; those that are not where they were are marked and can be forgotten. */
export function RecentCasebooks({ recent }: { readonly recent: readonly RecentCasebook[] }) {
  const forget = useMutation({
    ...orpc.application.forgetRecent.mutationOptions(),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: orpc.application.state.queryKey() }),
  });
  if (recent.length === 0)
    return (
      <Text c="dimmed">
        Casebooks that you have opened will be listed here. To look around first, open the sample.
      </Text>
    );
  return (
    <section aria-label="Recent casebooks">
      <h2 className={classes['heading']}>Recent</h2>
      <ul className={classes['recent']}>
        {recent.map((each) => (
          <li key={each.path} className={classes['row']}>
            <button
              type="button"
              className={classes['open']}
              disabled={!each.exists}
              onClick={() => void openCasebook(each.path)}
            >
              <span>
                <span className={classes['title']}>{each.title}</span>{' '}
                <span className={classes['when']}>
                  {findBenchmark(each.benchmark)?.title ?? each.benchmark}
                </span>
              </span>
              {each.exists ? (
                <span className={classes['when']}>{formatAgo(each.openedAt)}</span>
              ) : (
                <span className={classes['missing']}>
                  <TriangleAlert size={13} aria-hidden />
                  not found
                </span>
              )}
              <span className={classes['path']}>{each.path}</span>
            </button>
            <Tooltip label="Take off this list">
              <ActionIcon
                aria-label={`Take ${each.title} off this list`}
                onClick={() => {
                  forget.mutate({ path: each.path });
                }}
              >
                <X size={14} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  );
}
