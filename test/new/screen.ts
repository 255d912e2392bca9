import { type NewName, type Plan, replaced, withImport } from './plan.ts';

/** A screen on the rail: the screen, its address, its page of the guide, and a test of what it shows first. */
export function planScreen({ camel, pascal, title }: NewName): Plan {
  const file = `renderer/screens/${camel}/${pascal}Screen.tsx`;
  return {
    files: {
      [`renderer/screens/${camel}/index.ts`]: `import { Square } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';

/** ${title}, on the rail. */
export const ${camel}: Screen = {
  id: '${camel}',
  title: '${title}',
  help: '${camel}',
  icon: Square,
  path: places.${camel},
  command: goCommand('${camel}', '${title}', []),
  roles: ['curator'],
  component: lazy(async () => import('./${pascal}Screen.tsx')),
};
`,
      [file]: `import { Square } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';

/** What it is for. */
export default function ${pascal}Screen() {
  return (
    <ScreenPage>
      <ScreenHeader title="${title}" description="What this screen shows." />
      <EmptyState icon={Square} title="There is nothing here yet" />
    </ScreenPage>
  );
}
`,
      [`resources/guide/${camel}.md`]: `# ${title}

What the screen shows, and what to do there.
`,
      [`test/component/${camel}.test.tsx`]: `import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ${pascal}Screen from '../../renderer/screens/${camel}/${pascal}Screen.tsx';

beforeEach(() => {
  // jsdom has neither, and the component library asks for both.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What a person reads on it first. */
const FIRST = 'The first line of the screen';

it('shows what a person reads first', () => {
  const { container } = render(
    <MantineProvider>
      <${pascal}Screen />
    </MantineProvider>,
  );
  expect(
    container.textContent,
    'Put what a person reads first into FIRST, and show it in ${file}',
  ).toContain(FIRST);
});
`,
    },
    lines: [
      {
        path: 'renderer/routes.tsx',
        add: (text) =>
          replaced(
            withImport(text, `import { ${camel} } from './screens/${camel}/index.ts';`),
            /(?<=const screens: readonly Screen\[\] = \[[^\]]*)\n {2}settings,/u,
            `\n  ${camel},$&`,
          ),
      },
      {
        path: 'renderer/ui/window/navigate.ts',
        add: (text) => replaced(text, /\n {2}settings: '\/settings'/u, `\n  ${camel}: '/${camel}',$&`),
      },
      {
        path: 'renderer/screens/help/guide.ts',
        add: (text) => replaced(text, / glossary'/u, ` ${camel}$&`),
      },
      {
        path: '.oxlintrc.json',
        add: (text) => replaced(text, /\(app\|benchmarks\/\[a-z\]\+\|[^)]*/u, `$&|${camel}`),
      },
    ],
  };
}
