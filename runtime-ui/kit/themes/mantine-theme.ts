import { createTheme, Loader, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Mantine requires ten shades; all visible ones are overridden by our variables, so each is the theme's primary. */
const PRIMARY_SHADES = Array.from({ length: 10 }, (_, shade) =>
  shade === 7 ? 'var(--ms-primary-hover)' : 'var(--ms-primary)',
) as unknown as MantineColorsTuple;

/** Id of the landmark that contains menus and dialogs, so that all content is inside a landmark. */
export const OVERLAYS = 'ms-overlays';

/** Mantine's theme with our tokens: sizes, radii, type and the focus ring of the design. */
export const MANTINE_THEME = createTheme({
  colors: { primary: PRIMARY_SHADES },
  primaryColor: 'primary',
  primaryShade: 6,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '15px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '20px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  shadows: { xs: 'var(--ms-s1)', sm: 'var(--ms-s1)', md: 'var(--ms-s2)', lg: 'var(--ms-s2)', xl: 'var(--ms-s3)' },
  breakpoints: { xs: '420px', sm: '681px', md: '900px', lg: '1200px', xl: '1440px' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '15px', lineHeight: '20px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    Portal: { defaultProps: { target: `#${OVERLAYS}` } },
    Loader: Loader.extend({ defaultProps: { type: 'oval', color: 'var(--ms-primary)', size: 16 } }),
    Switch: { defaultProps: { withThumbIndicator: false } },
    Popover: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' } } },
    Menu: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' } } },
    Combobox: { defaultProps: { transitionProps: { duration: 120, transition: 'fade' } } },
    Modal: { defaultProps: { transitionProps: { duration: 180, transition: 'fade' } } },
    Drawer: { defaultProps: { transitionProps: { duration: 180 } } },
  },
});

const TOKENS: Record<string, string> = {
  '--mantine-color-body': 'var(--ms-bg)',
  '--mantine-color-text': 'var(--ms-text)',
  '--mantine-color-bright': 'var(--ms-text)',
  '--mantine-color-dimmed': 'var(--ms-text-3)',
  '--mantine-color-placeholder': 'var(--ms-text-3)',
  '--mantine-color-anchor': 'var(--ms-link)',
  '--mantine-color-default': 'var(--ms-bg)',
  '--mantine-color-default-hover': 'var(--ms-hover)',
  '--mantine-color-default-color': 'var(--ms-text)',
  '--mantine-color-default-border': 'var(--ms-border-2)',
  '--mantine-color-error': 'var(--ms-danger)',
  '--mantine-color-disabled': 'var(--ms-sunken)',
  '--mantine-color-disabled-color': 'var(--ms-text-3)',
  '--mantine-color-disabled-border': 'var(--ms-border)',
  '--mantine-primary-color-filled': 'var(--ms-primary)',
  '--mantine-primary-color-filled-hover': 'var(--ms-primary-hover)',
  '--mantine-primary-color-light': 'var(--ms-selected)',
  '--mantine-primary-color-light-color': 'var(--ms-link)',
};

/** Maps Mantine's colours to our tokens in both schemes. */
export const resolveMantineVariables: CSSVariablesResolver = () => ({ variables: {}, light: TOKENS, dark: TOKENS });
