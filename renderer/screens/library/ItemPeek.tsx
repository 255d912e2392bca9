import { ActionIcon, Box, Button, Group, ScrollArea, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { ItemDetail } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { isList, type Json } from '../../../shared/base/json.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { imageUrl, orpc } from '../../client/index.ts';
import { CommentsButton } from '../../ui/items/CommentsDrawer.tsx';
import { DisputedNotice } from '../../ui/items/DisputedNotice.tsx';
import { SearchHits } from '../../ui/items/SearchHits.tsx';
import { StatusBadge } from '../../ui/items/StatusBadge.tsx';
import { useKeepsBack } from '../../ui/items/RowThumbnail.tsx';
import classes from './ItemPeek.module.css';

/** An item's details beside the list. */
export function ItemPeek({
  id,
  onOpen,
  onClose,
}: {
  readonly id: ItemId | null;
  readonly onOpen: (id: ItemId) => void;
  readonly onClose: () => void;
}) {
  const { data } = useQuery(orpc.items.get.queryOptions({ input: id === null ? skipToken : { id } }));
  return (
    <aside className={classes['peek']} aria-label="Details">
      <div className={classes['head']}>
        <h2 className={classes['name']}>{data?.row.externalId ?? 'Details'}</h2>
        <ActionIcon aria-label="Hide the details" onClick={onClose}>
          <X size={16} />
        </ActionIcon>
      </div>
      {id === null || data === undefined ? (
        <Text c="dimmed" p="md">
          {id === null ? 'Select an item to see its details.' : ''}
        </Text>
      ) : (
        <Details detail={data} onOpen={onOpen} />
      )}
    </aside>
  );
}

function Details({ detail, onOpen }: { readonly detail: ItemDetail; readonly onOpen: (id: ItemId) => void }) {
  const { row, payload, images } = detail;
  const keepsBack = useKeepsBack()(row);
  const { benchmark, vocabulary } = useCasebook();
  const task = findBenchmark(benchmark)?.tasks[0];
  return (
    <ScrollArea flex={1} type="auto">
      {task !== undefined && !row.blind && <DisputedNotice row={row} task={task} vocabulary={vocabulary} />}
      <div className={classes['body']}>
        {keepsBack && <Text c="dimmed">Answer the item to see its image.</Text>}
        {(keepsBack ? [] : images).map((image) =>
          image.imageId === null ? (
            <Text key={image.position} c="dimmed">
              {image.name} is missing.
            </Text>
          ) : (
            <img
              key={image.position}
              className={classes['image']}
              src={imageUrl(image.imageId, 'thumbnail')}
              alt={image.name}
            />
          ),
        )}
        <Group gap="sm" mb="md">
          <StatusBadge status={row.status} />
          <Button variant="default" onClick={() => onOpen(row.id)}>
            Open at the Desk
          </Button>
          <Button variant="subtle" onClick={() => goTo(places.historyOf(row.id))}>
            History
          </Button>
          <CommentsButton itemId={row.id} open={row.openComments} />
        </Group>
        <dl className={classes['fields']}>
          {row.tags.length > 0 && (
            <div>
              <dt>Tags</dt>
              <dd>{row.tags.join(', ')}</dd>
            </div>
          )}
          {Object.entries(payload).map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </ScrollArea>
  );
}

function Value({ value }: { readonly value: Json }) {
  if (isList(value))
    return value.length === 0 ? (
      <Box component="span" c="dimmed">
        none
      </Box>
    ) : (
      <ol>
        {value.map((each, index) => {
          const text = textOf(each);
          return (
            <li key={`${String(index)} ${text.slice(0, 40)}`}>
              <SearchHits>{text}</SearchHits>
            </li>
          );
        })}
      </ol>
    );
  return <SearchHits>{textOf(value)}</SearchHits>;
}

/** Long enough to recognise a text; the Desk shows it whole. */
const SHOWN = 2000;

function textOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
