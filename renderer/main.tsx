import { StrictMode } from 'react';
import { z } from 'zod';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './ui/theme/theme.css';
import { App } from './app/App.tsx';
import { windowParts } from './routes.tsx';
import { giveNonceToStyles } from './ui/theme/nonce.ts';
import { reportWindowErrors } from './ui/window/diagnostics.ts';

// The content security policy forbids making code from text, which zod would try.
z.config({ jitless: true });
giveNonceToStyles();
reportWindowErrors();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App parts={windowParts} />
  </StrictMode>,
);
