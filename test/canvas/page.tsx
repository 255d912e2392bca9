import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import '../../renderer/ui/theme/theme.css';
import { giveNonceToStyles, styleNonce } from '../../renderer/ui/theme/nonce.ts';
import { cssVariables, theme } from '../../renderer/ui/theme/theme.ts';
import { readAddress } from './address.ts';
import { StandaloneCanvas } from './StandaloneCanvas.tsx';
import { present } from '../helpers/present.ts';

/**
 * The canvas alone, for people who try or time it:
 * `canvas.html?image=ADDRESS&boxes=COUNT`. See `address.ts` for all there is.
 */
giveNonceToStyles();
const root = present(document.querySelector('#root'));
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
