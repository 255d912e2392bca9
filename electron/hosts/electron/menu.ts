import type { MenuItemConstructorOptions } from 'electron';

/** What the menu shows and does; everything that concerns a casebook is a command of the window. */
export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Casebooks opened lately, newest first. */
  readonly recent: readonly { readonly path: string; readonly title: string }[];
  /** Changed keys by command id, as the settings hold them. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly developerTools: boolean;
  readonly run: (commandId: string) => void;
  readonly open: (path: string) => void;
  readonly showLogs: () => void;
  readonly about: () => void;
}

interface MenuCommand {
  readonly id: string;
  readonly label: string;
  /** The command's usual keys, as the window's registry writes them. */
  readonly key?: string;
}

/** The window's commands that the menu offers. Their ids and keys are the window's; a test holds them together. */
export const MENU_COMMANDS = {
  create: { id: 'casebook.new', label: 'New Casebook…', key: 'Ctrl+N' },
  open: { id: 'casebook.open', label: 'Open…', key: 'Ctrl+O' },
  import: { id: 'transfer.import', label: 'Import…', key: 'Ctrl+I' },
  export: { id: 'transfer.export', label: 'Export…', key: 'Ctrl+E' },
  attach: { id: 'transfer.attach', label: 'Attach Missing Images…' },
  backup: { id: 'casebook.backup', label: 'Save a Copy…' },
  close: { id: 'casebook.close', label: 'Close Casebook' },
  undo: { id: 'desk.undo', label: 'Undo', key: 'Ctrl+Z' },
  redo: { id: 'desk.redo', label: 'Redo', key: 'Ctrl+Shift+Z' },
  library: { id: 'go.library', label: 'Library', key: 'Alt+1' },
  agreement: { id: 'go.agreement', label: 'Agreement', key: 'Alt+6' },
  health: { id: 'go.health', label: 'Health', key: 'Alt+2' },
  history: { id: 'go.history', label: 'History', key: 'Alt+3' },
  team: { id: 'go.team', label: 'Team', key: 'Alt+4' },
  settings: { id: 'go.settings', label: 'Settings', key: 'Alt+5' },
  palette: { id: 'app.palette', label: 'Find a Command', key: 'Ctrl+K' },
  theme: { id: 'app.theme', label: 'Switch Between Light and Dark' },
  help: { id: 'app.help', label: 'Help for This Screen', key: 'F1' },
  keys: { id: 'app.keys', label: 'Keyboard Shortcuts', key: 'Shift+F1' },
  diagnostics: { id: 'app.diagnostics', label: 'Copy Diagnostics' },
} as const satisfies Readonly<Record<string, MenuCommand>>;

const RECENT_SHOWN = 10;

/** The application's menu. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin';
  const item = (command: MenuCommand): MenuItemConstructorOptions => ({
    id: command.id,
    label: command.label,
    click: () => options.run(command.id),
    ...shownKey(options.keys[command.id]?.[0] ?? (command.id in options.keys ? undefined : command.key)),
  });
  const commands = MENU_COMMANDS;
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        item(commands.create),
        item(commands.open),
        { label: 'Open Recent', submenu: recentItems(options) },
        SEPARATOR,
        item(commands.import),
        item(commands.export),
        item(commands.attach),
        SEPARATOR,
        item(commands.backup),
        item(commands.close),
        SEPARATOR,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        // Text fields of macOS undo through the menu alone; boxes have undone before the key gets here.
        ...(isMac
          ? [{ role: 'undo' as const }, { role: 'redo' as const }]
          : [item(commands.undo), item(commands.redo)]),
        SEPARATOR,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        item(commands.library),
        item(commands.agreement),
        item(commands.health),
        item(commands.history),
        item(commands.team),
        item(commands.settings),
        SEPARATOR,
        item(commands.palette),
        item(commands.theme),
        SEPARATOR,
        { role: 'togglefullscreen' },
        ...(options.developerTools ? [{ role: 'toggleDevTools' as const }] : []),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    {
      role: 'help',
      label: '&Help',
      submenu: [
        item(commands.help),
        item(commands.keys),
        SEPARATOR,
        item(commands.diagnostics),
        { label: 'Show Logs', click: options.showLogs },
        SEPARATOR,
        { label: 'About Casebook', click: options.about },
      ],
    },
  ];
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

function recentItems({ recent, open }: MenuOptions): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ label: 'No casebooks yet', enabled: false }];
  return recent.slice(0, RECENT_SHOWN).map(({ path, title }) => ({
    // Menus read a single & as the mark of a shortcut letter.
    label: (title === '' ? path : title).replaceAll('&', '&&'),
    sublabel: path,
    toolTip: path,
    click: () => open(path),
  }));
}

/** Shows a key beside an item without taking it: the window's own shortcuts know where and when it is meant. */
function shownKey(
  key: string | undefined,
): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  // What a menu cannot show is left out: it refuses keys that it does not know.
  if (key === undefined || !/^(?:(?:Ctrl|Alt|Shift)\+)*(?:[A-Z0-9]|F[0-9]{1,2})$/u.test(key)) return {};
  return { accelerator: key.replace('Ctrl', 'CommandOrControl'), registerAccelerator: false };
}
