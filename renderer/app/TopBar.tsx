import { ActionIcon, Box, Button, Menu, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { BookOpen, ChevronDown, CircleQuestionMark, Keyboard, LogOut, Search, UserRound } from 'lucide-react';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { KeyCaps } from '../ui/commands/KeyCaps.tsx';
import { useCasebook, useCurates } from '../ui/window/applicationState.ts';
import { runCommand } from '../ui/commands/commands.ts';
import { HubIndicator } from './HubIndicator.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { SaveIndicator } from './SaveIndicator.tsx';
import classes from './TopBar.module.css';

/** The casebook's name and menu, whether everything is saved, the palette, the team’s hub, the current user. */
export function TopBar() {
  const casebook = useCasebook();
  const curates = useCurates();
  return (
    <header className={classes['bar']}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes['casebook']}>
            <BookOpen size={16} aria-hidden />
            <span className={classes['title']}>{casebook.title}</span>
            <span className={classes['benchmark']}>
              {findBenchmark(casebook.benchmark)?.title ?? casebook.benchmark}
            </span>
            <ChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {curates && (
            <>
              <Menu.Item onClick={() => runCommand('transfer.import')} disabled={casebook.readOnly !== null}>
                Import…
              </Menu.Item>
              <Menu.Item onClick={() => runCommand('transfer.attach')} disabled={casebook.readOnly !== null}>
                Attach missing images…
              </Menu.Item>
              <Menu.Item onClick={() => runCommand('transfer.export')}>Export…</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => runCommand('casebook.backup')}>Save a copy…</Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<LogOut size={14} aria-hidden />}
            onClick={() => runCommand('casebook.close')}
          >
            Close the casebook
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveIndicator />
      <Box flex={1} />
      <Button
        variant="default"
        className={classes['palette'] ?? ''}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<KeyCaps value="Ctrl+K" />}
        onClick={spotlight.open}
      >
        Commands
      </Button>
      <Tooltip label="Help for this screen (F1)">
        <ActionIcon aria-label="Help for this screen" onClick={() => runCommand('app.help')}>
          <CircleQuestionMark size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Keyboard shortcuts">
        <ActionIcon aria-label="Keyboard shortcuts" onClick={() => runCommand('app.keys')}>
          <Keyboard size={16} />
        </ActionIcon>
      </Tooltip>
      <HubIndicator />
      <PersonMenu icon={<UserRound size={15} aria-hidden />} />
    </header>
  );
}
