/** The eight hues of status pills, avatars and charts. */
export const PILL_HUES = ['gray', 'blue', 'teal', 'green', 'amber', 'orange', 'red', 'violet'] as const;

/** One of the eight hues. */
export type PillHue = (typeof PILL_HUES)[number];

/** A colour as `#RRGGBB`. */
export type Hex = `#${string}`;

/** Colours shared by all themes of a scheme: text, danger, pills, the dark bar. */
export interface SchemeColours {
  readonly text: Hex;
  readonly text2: Hex;
  readonly text3: Hex;
  readonly danger: Hex;
  readonly dangerSolid: Hex;
  readonly dangerBg: Hex;
  readonly dangerBorder: Hex;
  readonly warn: Hex;
  readonly ok: Hex;
  readonly control: Hex;
  readonly ink: Hex;
  readonly inkText: Hex;
  readonly inkText2: Hex;
  readonly pills: { readonly [hue in PillHue]: { readonly bg: Hex; readonly text: Hex } };
}

/** Surfaces of a theme; those of the two base schemes are given, those of the other themes are mixed. */
export interface SurfaceColours {
  readonly bg: Hex;
  readonly sunken: Hex;
  readonly raised: Hex;
  readonly hover: Hex;
  readonly active: Hex;
  readonly selected: Hex;
  readonly border: Hex;
  readonly border2: Hex;
  readonly rowLine: Hex;
  readonly link: Hex;
  readonly primaryHover: Hex;
}

export type ColourScheme = 'light' | 'dark';

/** A row of the theme table. */
export interface ThemeRow {
  readonly name: string;
  readonly scheme: ColourScheme;
  readonly primary: Hex;
  readonly accent: Hex;
  readonly surface: Hex;
  /** Fixed surfaces; absent: mixed from primary and surface. */
  readonly surfaces?: SurfaceColours;
  /** Colours of the sidebar; absent: the sunken surface. */
  readonly sidebar?: { readonly bg: Hex; readonly active: Hex; readonly text: Hex };
}

/** The colour of a pill's dot and of its share in a chart: the same in every theme. */
export const PILL_DOTS: { readonly [hue in PillHue]: Hex } = {
  gray: '#7F8795',
  blue: '#3F78E8',
  teal: '#17A093',
  green: '#2BA05B',
  amber: '#D69A12',
  orange: '#EA7A35',
  red: '#E0484F',
  violet: '#8A5BE0',
};

export const SCHEMES: { readonly [scheme in ColourScheme]: SchemeColours } = {
  light: {
    text: '#15171C',
    text2: '#474D59',
    text3: '#5E6572',
    danger: '#C0232C',
    dangerSolid: '#C0232C',
    dangerBg: '#FDF0F0',
    dangerBorder: '#F3C3C5',
    warn: '#8A5A00',
    ok: '#17693A',
    control: '#7F8795',
    ink: '#191B22',
    inkText: '#F4F5F7',
    inkText2: '#AEB4C0',
    pills: {
      gray: { bg: '#ECEEF2', text: '#474D59' },
      blue: { bg: '#E2ECFF', text: '#1D4CB0' },
      teal: { bg: '#D6F2EF', text: '#0B5F58' },
      green: { bg: '#DCF3E1', text: '#17633A' },
      amber: { bg: '#FBEFC9', text: '#765000' },
      orange: { bg: '#FFE7D8', text: '#963C0A' },
      red: { bg: '#FDE3E4', text: '#A81E27' },
      violet: { bg: '#EDE5FD', text: '#5F32B0' },
    },
  },
  dark: {
    text: '#ECEDF0',
    text2: '#B0B6C1',
    text3: '#969DA9',
    danger: '#FF8A8C',
    dangerSolid: '#C9353D',
    dangerBg: '#2B1518',
    dangerBorder: '#5C2A2E',
    warn: '#EBC260',
    ok: '#7FD69A',
    control: '#6E7684',
    ink: '#26292F',
    inkText: '#F4F5F7',
    inkText2: '#AEB4C0',
    pills: {
      gray: { bg: '#262930', text: '#B9BFCA' },
      blue: { bg: '#182B52', text: '#9BBEFF' },
      teal: { bg: '#10322F', text: '#72D5C7' },
      green: { bg: '#15331F', text: '#84D99E' },
      amber: { bg: '#382B0C', text: '#EDC566' },
      orange: { bg: '#3F2413', text: '#F9AE82' },
      red: { bg: '#451C1F', text: '#FFA3A5' },
      violet: { bg: '#2E2150', text: '#C9B1FF' },
    },
  },
};

const LIGHT_SURFACES: SurfaceColours = {
  bg: '#FFFFFF',
  sunken: '#F6F7F9',
  raised: '#FFFFFF',
  hover: '#F2F3F6',
  active: '#E8EAEF',
  selected: '#EDF0FE',
  border: '#E6E8EC',
  border2: '#D3D7DE',
  rowLine: '#EFF0F3',
  link: '#3648C4',
  primaryHover: '#3141B0',
};

const DARK_SURFACES: SurfaceColours = {
  bg: '#131418',
  sunken: '#0D0E11',
  raised: '#1A1C21',
  hover: '#1D1F25',
  active: '#272A31',
  selected: '#1B2038',
  border: '#272A31',
  border2: '#383C46',
  rowLine: '#1E2026',
  link: '#9BA9FF',
  primaryHover: '#4A5BD0',
};

/** All twelve themes. `light` is the fallback. */
export const THEMES: readonly ThemeRow[] = [
  { name: 'light', scheme: 'light', primary: '#3C4FD0', accent: '#B8402B', surface: '#FFFFFF', surfaces: LIGHT_SURFACES },
  {
    name: 'default',
    scheme: 'light',
    primary: '#3C4FD0',
    accent: '#B8402B',
    surface: '#FFFFFF',
    surfaces: LIGHT_SURFACES,
    sidebar: { bg: '#191B22', active: '#2A2D37', text: '#C3C8D2' },
  },
  { name: 'dark', scheme: 'dark', primary: '#5568E8', accent: '#FF8F7A', surface: '#131418', surfaces: DARK_SURFACES },
  { name: 'blue-and-teal', scheme: 'light', primary: '#1B5FAF', accent: '#0B6B64', surface: '#FAFCFE' },
  { name: 'bluecoral', scheme: 'light', primary: '#1F5673', accent: '#B73E2E', surface: '#FCFBFA' },
  { name: 'candy', scheme: 'light', primary: '#B4206F', accent: '#6A35C4', surface: '#FFFAFD' },
  { name: 'fire', scheme: 'light', primary: '#B83216', accent: '#8A5300', surface: '#FFFBF8' },
  { name: 'indigo-pink', scheme: 'light', primary: '#3F51B5', accent: '#B8185A', surface: '#FCFCFF' },
  { name: 'pink-bluegrey', scheme: 'light', primary: '#B8185A', accent: '#455A64', surface: '#F9FAFB' },
  { name: 'pistachio', scheme: 'light', primary: '#4B6B1F', accent: '#8A5300', surface: '#FBFDF7' },
  { name: 'matts', scheme: 'dark', primary: '#1F7A55', accent: '#EDC566', surface: '#14181A' },
  { name: 'justins', scheme: 'dark', primary: '#1D63B8', accent: '#F2B84B', surface: '#0F1722' },
];

/** The theme used if none was chosen, or if the chosen one no longer exists. */
export const FALLBACK_THEME = 'light';

/** Returns a theme by name; the fallback for an unknown name. */
export function findTheme(name: string | null | undefined): ThemeRow {
  const found = THEMES.find((row) => row.name === name) ?? THEMES.find((row) => row.name === FALLBACK_THEME);
  return found as ThemeRow;
}
