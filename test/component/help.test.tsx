import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Router, Switch } from 'wouter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { helpOf } from '../../renderer/app/railScreens.ts';
import { useApplicationCommands } from '../../renderer/app/useGlobalCommands.ts';
import { orpc } from '../../renderer/client/index.ts';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { windowParts } from '../../renderer/routes.tsx';
import { findPage, searchGuide } from '../../renderer/screens/help/guide.ts';
import HelpScreen from '../../renderer/screens/help/HelpScreen.tsx';
import { installShortcuts } from '../../renderer/ui/commands/shortcuts.ts';
import { HELP_PATH } from '../../renderer/ui/window/help.ts';
import { goTo, hashRouting } from '../../renderer/ui/window/navigate.ts';
import { WindowPartsContext } from '../../renderer/ui/window/windowParts.ts';
import { ApplicationSettings, type OpenCasebook } from '../../shared/contract/application.ts';
import { casebookOf } from './casebook.ts';

const casebook = casebookOf({ benchmark: 'caughtcheating' });

beforeEach(() => installShortcuts());
afterEach(() => {
  queryClient.clear();
});

function Window() {
  useApplicationCommands();
  return (
    <Switch>
      <Route path={HELP_PATH}>
        <HelpScreen />
      </Route>
      <Route>
        <label>
          A screen <textarea />
        </label>
      </Route>
    </Switch>
  );
}

function open(at: string, opened: OpenCasebook | null = casebook): void {
  queryClient.setQueryData(orpc.application.state.queryKey(), {
    host: 'browser',
    version: '0.1.0',
    electron: null,
    casebook: opened,
    recent: [],
    settings: ApplicationSettings.parse({}),
    documents: '/',
  });
  goTo(at);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <WindowPartsContext value={windowParts}>
          <Router {...hashRouting}>
            <Window />
          </Router>
        </WindowPartsContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('F1', () => {
  it.each([
    ['/team', 'Team'],
    ['/verdicts/trust', 'Verdicts'],
    ['/desk/0199a000-0000-7000-8000-000000000002', 'The Desk'],
    ['/health', 'Health'],
    ['/sitting', 'Take part'],
  ])('on %s opens the guide at "%s", also while one types, and Escape leads back', async (place, heading) => {
    const user = userEvent.setup();
    open(place);
    await user.click(screen.getByRole('textbox'));
    await user.keyboard('{F1}');
    expect(await screen.findByRole('heading', { name: heading })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('A screen')).toBeVisible();
    expect(globalThis.location.hash).toBe(`#${place}`);
  });

  it('opens the first page where no casebook is open, and the choice of a name where nobody is chosen', async () => {
    const user = userEvent.setup();
    open('/', null);
    await user.keyboard('{F1}');
    expect(await screen.findByRole('heading', { name: 'Start', level: 1 })).toHaveFocus();
    cleanup();
    open('/', { ...casebook, person: null });
    await user.keyboard('{F1}');
    expect(await screen.findByRole('heading', { name: 'Choose your name' })).toHaveFocus();
  });

  it('does nothing in a study session, whose time runs', async () => {
    const user = userEvent.setup();
    open('/sitting/0199a000-0000-7000-8000-000000000003');
    await user.keyboard('{F1}');
    expect(screen.getByText('A screen')).toBeVisible();
  });

  it.each([...windowParts.screens, ...windowParts.places].map(({ path, help }) => [path, help]))(
    'at %s finds a page and a heading of it',
    (path, help) => {
      expect(helpOf(windowParts, casebook, path)).toBe(help);
      const [name, anchor] = help.split('#');
      const anchors = findPage(name)?.headings.map((heading) => heading.anchor) ?? [];
      expect(anchors).toContain(anchor ?? anchors[0]);
    },
  );
});

describe('the guide', () => {
  it('follows links between pages and marks the one that is open', async () => {
    const user = userEvent.setup();
    open('/help/start');
    await user.click(within(screen.getByRole('article')).getByRole('link', { name: 'glossary' }));
    expect(await screen.findByRole('heading', { name: 'Glossary', level: 1 })).toHaveFocus();
    const contents = screen.getByRole('navigation', { name: 'Pages of the guide' });
    expect(within(contents).getByRole('link', { current: 'page' })).toHaveTextContent('Glossary');
  });

  it('finds headings by their words', async () => {
    const user = userEvent.setup();
    open('/help/start');
    await user.type(screen.getByRole('textbox', { name: 'Search the guide' }), 'your data');
    await user.click(screen.getAllByRole('link', { name: /^Your data/u })[0] ?? document.body);
    expect(await screen.findByRole('heading', { name: 'Your data' })).toHaveFocus();
    await user.type(screen.getByRole('textbox', { name: 'Search the guide' }), ' zeppelin');
    expect(screen.getByRole('status')).toHaveTextContent('Nothing in the guide matches.');
  });

  it('finds words below a heading, in tables and code too, and shows them', async () => {
    const user = userEvent.setup();
    open('/help/start');
    await user.type(screen.getByRole('textbox', { name: 'Search the guide' }), 'pseudonym');
    const found = screen.getByRole('navigation', { name: 'Found in the guide' });
    const privacy = within(found).getByRole('link', { name: /^Privacy.*pseudonym/u });
    await user.click(privacy);
    expect(await screen.findByRole('heading', { name: 'Privacy' })).toHaveFocus();
    expect(searchGuide('validation.jsonl gates').map(({ heading }) => heading)).toContain(
      'Files beside the data',
    );
    expect(searchGuide('--allow-fewer')[0]?.excerpt).toContain('--allow-fewer');
    // What says it in its heading comes first.
    const kinds = searchGuide('export').map(({ excerpt }) => excerpt === null);
    expect(kinds).toEqual([...kinds].sort((a, b) => Number(b) - Number(a)));
  });

  it('says so where a link leads to no page', () => {
    open('/help/start');
    act(() => {
      goTo('/help/nothing');
    });
    expect(screen.getByRole('heading', { name: 'No such page' })).toBeVisible();
  });
});
