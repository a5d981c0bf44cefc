import { PILL_DOTS, PILL_HUES, SCHEMES, type Hex, type SurfaceColours, type ThemeRow } from './theme-table.ts';

const LIGHT_INK: Hex = '#15171C';
const WHITE: Hex = '#FFFFFF';
const BLACK: Hex = '#000000';

/** `share` (0 to 1) of `over` mixed into `under`. */
export function mixColours(under: Hex, over: Hex, share: number): Hex {
  const part = (hex: Hex, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const channels = [1, 3, 5].map((at) => Math.round(part(under, at) * (1 - share) + part(over, at) * share));
  return `#${channels
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

function mixSurfaces(row: ThemeRow): SurfaceColours {
  const isDark = row.scheme === 'dark';
  const toward = (share: number) => mixColours(row.surface, isDark ? WHITE : LIGHT_INK, share);
  return {
    bg: row.surface,
    sunken: isDark ? mixColours(row.surface, BLACK, 0.28) : toward(0.035),
    raised: isDark ? toward(0.04) : WHITE,
    hover: toward(0.05),
    active: toward(0.09),
    selected: mixColours(row.surface, row.primary, isDark ? 0.28 : 0.09),
    border: toward(0.1),
    border2: toward(0.18),
    rowLine: toward(isDark ? 0.05 : 0.07),
    link: isDark ? mixColours(row.primary, WHITE, 0.58) : row.primary,
    primaryHover: mixColours(row.primary, BLACK, 0.16),
  };
}

/** The surfaces of a theme: its own, or mixed by the rules of the design. */
export function surfacesOf(row: ThemeRow): SurfaceColours {
  return row.surfaces ?? mixSurfaces(row);
}

function shadowVariables(isDark: boolean): Record<string, string> {
  const ring = isDark ? '#FFFFFF14' : '#11142012';
  return {
    s1: isDark ? '0 1px 2px #00000066' : '0 1px 2px #1114200F',
    s2: isDark ? `0 0 0 1px ${ring}, 0 12px 24px -6px #0000008C` : `0 0 0 1px ${ring}, 0 12px 24px -6px #1114201F`,
    s3: isDark ? `0 0 0 1px ${ring}, 0 28px 56px -12px #000000B3` : '0 0 0 1px #1114200F, 0 28px 56px -12px #11142042',
    backdrop: isDark ? '#000000A6' : '#1114206B',
  };
}

function sidebarVariables(row: ThemeRow, surfaces: SurfaceColours): Record<string, string> {
  const scheme = SCHEMES[row.scheme];
  const own = row.sidebar;
  const dark = SCHEMES.dark;
  const count = own ? dark.pills.red : scheme.pills.red;
  return {
    sidebar: own?.bg ?? surfaces.sunken,
    'sidebar-active': own?.active ?? surfaces.active,
    'sidebar-hover': own ? mixColours(own.bg, own.active, 0.6) : surfaces.hover,
    'sidebar-text': own?.text ?? scheme.text2,
    'sidebar-text-strong': own ? dark.text : scheme.text,
    'sidebar-text-2': own ? scheme.inkText2 : scheme.text3,
    'sidebar-border': own ? own.active : surfaces.border,
    'sidebar-mark': own ? WHITE : surfaces.link,
    'count-bg': count.bg,
    'count-text': count.text,
  };
}

function pillVariables(row: ThemeRow): Record<string, string> {
  const pills = SCHEMES[row.scheme].pills;
  return Object.fromEntries(
    PILL_HUES.flatMap((hue) => [
      [`${hue}-bg`, pills[hue].bg],
      [`${hue}-text`, pills[hue].text],
      [`${hue}-dot`, PILL_DOTS[hue]],
    ]),
  );
}

/** The CSS variables of a theme by name without their prefix `--ms-`. */
export function deriveTheme(row: ThemeRow): Record<string, string> {
  const scheme = SCHEMES[row.scheme];
  const surfaces = surfacesOf(row);
  return {
    bg: surfaces.bg,
    sunken: surfaces.sunken,
    raised: surfaces.raised,
    hover: surfaces.hover,
    active: surfaces.active,
    selected: surfaces.selected,
    border: surfaces.border,
    'border-2': surfaces.border2,
    'row-line': surfaces.rowLine,
    text: scheme.text,
    'text-2': scheme.text2,
    'text-3': scheme.text3,
    link: surfaces.link,
    primary: row.primary,
    'primary-hover': surfaces.primaryHover,
    accent: row.accent,
    danger: scheme.danger,
    'danger-solid': scheme.dangerSolid,
    'danger-bg': scheme.dangerBg,
    'danger-border': scheme.dangerBorder,
    warn: scheme.warn,
    ok: scheme.ok,
    control: scheme.control,
    ink: scheme.ink,
    'ink-text': scheme.inkText,
    'ink-text-2': scheme.inkText2,
    ...sidebarVariables(row, surfaces),
    ...pillVariables(row),
    ...shadowVariables(row.scheme === 'dark'),
  };
}
