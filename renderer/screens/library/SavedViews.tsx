import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { SavedView } from '../../../shared/contract/items.ts';
import { useMayCurate } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, orpc } from '../../client/index.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';

/** Combinations of filter and sort that were given a name. */
export function SavedViews() {
  const { filter, sort, setFilter, setSort } = useListContext(
    useShallow(({ filter, sort, setFilter, setSort }) => ({ filter, sort, setFilter, setSort })),
  );
  const writable = useMayCurate();
  const views = useQuery(orpc.items.views.queryOptions()).data ?? [];
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');

  const save = async (next: readonly SavedView[], done: string) => {
    const saved = await client.items.saveViews([...next]);
    queryClient.setQueryData(orpc.items.views.queryKey(), saved);
    toast(done, {
      undo: async () => {
        const restored = await client.items.saveViews([...views]);
        queryClient.setQueryData(orpc.items.views.queryKey(), restored);
      },
    });
  };
  const attempt = (work: Promise<void>) => {
    work.catch((error: unknown) => {
      toastFailure('The views were not saved', error);
    });
  };

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Bookmark size={14} aria-hidden />}
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={220}>
          {views.length === 0 && <Menu.Label>No saved views yet.</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => {
                setFilter(view.filter);
                setSort(view.sort);
              }}
            >
              {view.name}
            </Menu.Item>
          ))}
          {writable && (
            <>
              <Menu.Divider />
              <Menu.Item
                onClick={() => {
                  setName('');
                  setNaming(true);
                }}
              >
                Save this filter and sort…
              </Menu.Item>
              {views.map((view) => (
                <Menu.Item
                  key={view.name}
                  leftSection={<Trash2 size={14} aria-hidden />}
                  onClick={() => {
                    attempt(
                      save(
                        views.filter((each) => each.name !== view.name),
                        `The view “${view.name}” was deleted.`,
                      ),
                    );
                  }}
                >
                  Delete “{view.name}”
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={naming}
        onClose={() => setNaming(false)}
        title="Save this filter and sort"
        size="sm"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const named = name.trim();
            setNaming(false);
            attempt(
              save(
                [...views.filter((each) => each.name !== named), { name: named, filter, sort }],
                `Saved as “${named}”.`,
              ),
            );
          }}
        >
          <TextInput
            label="Name"
            data-autofocus
            value={name}
            description={
              views.some((each) => each.name === name.trim())
                ? 'This replaces the existing view of that name.'
                : undefined
            }
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="md">
            <Button type="submit" disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
