import { expect, test } from 'vitest';
import { MENU_COMMANDS, type MenuOptions, menuTemplate } from '../../electron/hosts/electron/menu.ts';
import { windowParts } from '../../renderer/routes.tsx';
import { menuItem } from '../helpers/electron/fakeElectron.ts';
import { present } from '../helpers/present.ts';

const known = windowParts.commands;

function template(changes: Partial<MenuOptions> = {}): ReturnType<typeof menuTemplate> {
  return menuTemplate({
    platform: 'linux',
    recent: [],
    keys: {},
    developerTools: false,
    run: () => undefined,
    open: () => undefined,
    showLogs: () => undefined,
    about: () => undefined,
    ...changes,
  });
}

/** Presses an item; a menu without it fails the test. */
function press(menu: ReturnType<typeof template>, label: string): void {
  const click = present(menuItem(menu, label)?.click, `There is no item ${label}.`);
  Reflect.apply(click, undefined, []);
}

test.for(Object.values(MENU_COMMANDS))('$id is a command of the window, shown with its key', (item) => {
  const command = known.find(({ id }) => id === item.id);
  expect(command, item.id).toBeDefined();
  if ('key' in item) expect(command?.defaultKeys).toContain(item.key);
});

test('every item of the menu runs its command', () => {
  const ran: string[] = [];
  const menu = template({ run: (id) => ran.push(id) });
  for (const { label } of Object.values(MENU_COMMANDS)) press(menu, label);
  expect(ran).toEqual(Object.values(MENU_COMMANDS).map(({ id }) => id));
});

test('keys are shown but left to the window, and follow the settings', () => {
  expect(menuItem(template(), 'Import…')).toMatchObject({
    accelerator: 'CommandOrControl+I',
    registerAccelerator: false,
  });
  const changed = template({ keys: { 'transfer.import': ['Ctrl+Shift+M'], 'transfer.export': [] } });
  expect(menuItem(changed, 'Import…')?.accelerator).toBe('CommandOrControl+Shift+M');
  expect(menuItem(changed, 'Export…')?.accelerator).toBeUndefined();
});

test('a key that a menu cannot show is left out rather than refused by the system', () => {
  for (const key of ['Ctrl+ArrowLeft', '?', 'Ctrl++', 'nonsense', '']) {
    expect(menuItem(template({ keys: { 'casebook.open': [key] } }), 'Open…')?.accelerator).toBeUndefined();
  }
});

test('recent casebooks are named, at most ten, and open by their path', () => {
  const opened: string[] = [];
  const recent = Array.from({ length: 14 }, (_, index) => ({
    path: `/data/${String(index)}.casebook`,
    title: `Casebook ${String(index)}`,
  }));
  const menu = template({
    recent: [{ path: '/data/a.casebook', title: 'Salt & pepper' }, ...recent],
    open: (path) => opened.push(path),
  });
  press(menu, 'Salt && pepper');
  press(menu, 'Casebook 8');
  expect(opened).toEqual(['/data/a.casebook', '/data/8.casebook']);
  expect(menuItem(menu, 'Casebook 9')).toBeNull();
  expect(menuItem(template(), 'No casebooks yet')?.enabled).toBe(false);
});

test('macOS has its own menus; developer tools are offered only where they are on', () => {
  const roles = (menu: ReturnType<typeof template>): unknown[] =>
    menu.flatMap(({ role, submenu }) => [
      role,
      ...(Array.isArray(submenu) ? submenu.map((each) => each.role) : []),
    ]);
  expect(roles(template({ platform: 'darwin' }))).toEqual(
    expect.arrayContaining(['appMenu', 'windowMenu', 'undo']),
  );
  expect(roles(template())).not.toContain('appMenu');
  expect(roles(template())).not.toContain('toggleDevTools');
  expect(roles(template({ developerTools: true }))).toContain('toggleDevTools');
});
