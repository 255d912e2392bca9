import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
<<<<<<< ff245167cfd3bca4e48d16ab948138c711e716e6:renderer/canvas-page.tsx
import './ui/theme/theme.css';
import { giveNonceToStyles, styleNonce } from './ui/theme/nonce.ts';
import { cssVariables, theme } from './ui/theme/theme.ts';
import { readAddress } from './canvas/standalone/address.ts';
import { StandaloneCanvas } from './canvas/standalone/StandaloneCanvas.tsx';

/**
 * The canvas alone, for anybody who wants to try or time it:
 * `canvas.html?image=ADDRESS&boxes=COUNT`. See `canvas/standalone/address.ts` for all there is.
=======
import '../../renderer/app/theme.css';
import { giveNonceToStyles, styleNonce } from '../../renderer/app/nonce.ts';
import { cssVariables, theme } from '../../renderer/app/theme.ts';
import { readAddress } from './address.ts';
import { StandaloneCanvas } from './StandaloneCanvas.tsx';

/**
 * The canvas alone, for whoever wants to try or time it:
 * `canvas.html?image=ADDRESS&boxes=COUNT`. See `address.ts` for all there is.
>>>>>>> 5499343b56228e3c6571134e87b4ab3eb3944712:test/canvas/page.tsx
 */
giveNonceToStyles();
const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root.');
const scene = await readAddress(new URLSearchParams(location.search));
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <StandaloneCanvas scene={scene} />
    </MantineProvider>
  </StrictMode>,
);
