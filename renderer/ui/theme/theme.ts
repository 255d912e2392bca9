import {
  ActionIcon,
  Button,
  Checkbox,
  createTheme,
  type CSSVariablesResolver,
  DrawerHeader,
  Input,
  InputWrapper,
  type MantineColorsTuple,
  Menu,
  Modal,
  ModalHeader,
  MultiSelect,
  SegmentedControl,
  Switch,
  TagsInput,
  Tooltip,
} from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef3fd',
  '#d9e4fa',
  '#b0c7f4',
  '#84a7ee',
  '#5f8ce8',
  '#4379e0',
  '#2f68d4',
  '#2457b8',
  '#1d4894',
  '#163871',
];

const controlHeight = '28px';

/** Compact controls on a 4 px grid, the system's font at 13 px, one accent colour. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      vars: () => ({
        root: { '--button-height': controlHeight, '--button-fz': '13px', '--button-padding-x': '12px' },
      }),
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 28 } }),
    Input: Input.extend({
      vars: (_theme, props) => ({
        wrapper: props.multiline
          ? { '--input-fz': '13px' }
          : { '--input-height': controlHeight, '--input-fz': '13px' },
      }),
    }),
    InputWrapper: InputWrapper.extend({
      vars: () => ({
        label: { '--input-label-size': '13px' },
        description: { '--input-description-size': '12px' },
        error: { '--input-error-size': '12px' },
        success: {},
      }),
      defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs' } }),
    MultiSelect: MultiSelect.extend({ defaultProps: { size: 'xs' } }),
    TagsInput: TagsInput.extend({ defaultProps: { size: 'xs' } }),
    Switch: Switch.extend({ defaultProps: { size: 'xs' } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs' } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, padding: 'lg', transitionProps: { duration: 100 } },
    }),
    // A dialog's header is no banner of the page.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: DrawerHeader.extend({ defaultProps: { role: 'none' } }),
    Menu: Menu.extend({
      // The focus goes to the first entry: a menu holds entries alone.
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, withArrow: true, transitionProps: { duration: 80 } },
    }),
  },
});

/** Mantine's own greys for secondary text are too faint on its backgrounds; these pass AA on ours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1f24',
    '--mantine-color-dimmed': '#57606a',
    '--mantine-color-placeholder': '#626b75',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#cfd5dc',
    '--mantine-color-anchor': '#2457b8',
  },
  dark: {
    '--mantine-color-body': '#16191d',
    '--mantine-color-text': '#e3e7ec',
    '--mantine-color-dimmed': '#a3adb8',
    '--mantine-color-placeholder': '#98a2ad',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-default': '#1e2227',
    '--mantine-color-default-hover': '#262b31',
    '--mantine-color-default-border': '#3a4149',
    '--mantine-color-anchor': '#84a7ee',
    '--mantine-color-dark-6': '#1e2227',
    '--mantine-color-dark-7': '#16191d',
  },
});
