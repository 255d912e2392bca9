import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Router } from 'wouter';
import { ConfirmDialog } from '../ui/dialogs/confirm.tsx';
import { PathPicker } from './PathPicker.tsx';
import { followRefusals, useApplicationState, useKeymapFromSettings } from '../ui/window/applicationState.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { hashRouting } from '../ui/window/navigate.ts';
import { styleNonce } from '../ui/theme/nonce.ts';
import { queryClient } from '../client/queryClient.ts';
import { type WindowParts, WindowPartsContext } from '../ui/window/windowParts.ts';
import { Shell } from './Shell.tsx';
import { followKeyboardLayout } from '../ui/commands/keyboardLayout.ts';
import { installShortcuts } from '../ui/commands/shortcuts.ts';
import { followShell } from '../ui/window/openCasebook.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import classes from './Shell.module.css';

/** The whole window. */
export function App({ parts }: { readonly parts: WindowParts }) {
  useEffect(() => installShortcuts(), []);
  useEffect(() => followKeyboardLayout(), []);
  useEffect(() => followShell(), []);
  useEffect(() => followRefusals(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Themed>
        <Router {...hashRouting}>
          <ErrorBoundary place="window">
            <WindowPartsContext value={parts}>
              <Shell />
            </WindowPartsContext>
          </ErrorBoundary>
        </Router>
        <ConfirmDialog />
        <PathPicker />
        <Notifications position="bottom-left" limit={4} zIndex={400} className={classes['toasts'] ?? ''} />
      </Themed>
    </QueryClientProvider>
  );
}

function Themed({ children }: { readonly children: ReactNode }) {
  useKeymapFromSettings();
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  const chosen = useApplicationState().data?.settings.theme ?? 'system';
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={chosen === 'system' ? system : chosen}
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      {children}
    </MantineProvider>
  );
}
