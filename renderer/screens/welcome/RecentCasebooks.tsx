import { ActionIcon, Box, Text, Tooltip } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { RecentCasebook } from '../../../shared/contract/application.ts';
import { openCasebook } from '../../ui/window/openCasebook.ts';
import { queryClient } from '../../client/queryClient.ts';
import { orpc } from '../../client/index.ts';
import { formatAgo } from '../../ui/text/format.ts';
import classes from './WelcomeScreen.module.css';

/** The casebooks opened last; those that are not where they were are marked and can be forgotten. */
export function RecentCasebooks({ recent }: { readonly recent: readonly RecentCasebook[] }) {
  const forget = useMutation({
    ...orpc.application.forgetRecent.mutationOptions(),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: orpc.application.state.queryKey() }),
  });
  if (recent.length === 0)
    return <Text c="dimmed">Your recent casebooks appear here. To look around, open the sample.</Text>;
  return (
    <section aria-label="Recent casebooks">
      <Box component="h2" mb="xs" fz="sm">
        Recent
      </Box>
      <ul className={classes['recent']}>
        {recent.map((each) => (
          <li key={each.path} className={classes['row']}>
            <button
              type="button"
              className={classes['open']}
              disabled={!each.exists}
              onClick={() => void openCasebook(each.path)}
            >
              <Picture path={each.path} exists={each.exists} />
              <span>
                <span className={classes['title']}>{each.title}</span>{' '}
                <Box component="span" c="dimmed">
                  {aboutOf(each)}
                </Box>
              </span>
              {each.exists ? (
                <Box component="span" c="dimmed">
                  {formatAgo(each.openedAt)}
                </Box>
              ) : (
                <span className={classes['missing']}>
                  <TriangleAlert size={13} aria-hidden />
                  not found
                </span>
              )}
              <span className={classes['path']}>{each.path}</span>
            </button>
            <Tooltip label="Remove from list">
              <ActionIcon
                aria-label={`Remove ${each.title} from list`}
                onClick={() => forget.mutate({ path: each.path })}
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

/** Its benchmark, and what it held when it was last open. */
function aboutOf({ benchmark, items, people }: RecentCasebook): string {
  return [
    findBenchmark(benchmark)?.title ?? benchmark,
    ...(items === undefined ? [] : [counted(items, 'item')]),
    ...(people === undefined ? [] : [counted(people, 'person', 'people')]),
  ].join(', ');
}

/** One of its images, or an empty frame. */
function Picture({ path, exists }: { readonly path: string; readonly exists: boolean }) {
  const { data } = useQuery(
    orpc.application.recentPicture.queryOptions({ input: exists ? { path } : skipToken }),
  );
  return (
    <span className={classes['picture']} aria-hidden>
      {data !== undefined && data !== null && <img src={data} alt="" />}
    </span>
  );
}
