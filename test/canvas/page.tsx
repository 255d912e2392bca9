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
const root = createRoot(present(document.querySelector('#root')));
let shown = 0;

async function showScene(query: string): Promise<void> {
  delete window.canvasBench;
  const scene = await readAddress(new URLSearchParams(query));
  shown += 1;
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <StandaloneCanvas key={shown} scene={scene} />
      </MantineProvider>
    </StrictMode>,
  );
}

window.showScene = showScene;
await showScene(location.search);
