import { describe, expect, it } from 'vitest';
import { deriveTheme, mixColours, surfacesOf } from './derive-theme.ts';
import { findTheme, PILL_HUES, SCHEMES, THEMES, type Hex, type ThemeRow } from './theme-table.ts';

function luminance(hex: Hex): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Hex, other: Hex): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function worst(colour: Hex, row: ThemeRow): number {
  const { bg, sunken, raised, hover, active, selected } = surfacesOf(row);
  return Math.min(...[bg, sunken, raised, hover, active, selected].map((surface) => contrast(colour, surface)));
}

/** Text colours that styles define themselves on the dark bar. */
const [INK_ACTION, INK_DANGER] = ['#AFBAFF', '#FF9C9E'] as const;

/** The design's table: contrast of white on primary, and the lowest contrast of text-3, link, accent and danger on any surface. */
const DESIGN = [
  ['light', 6.5, 4.6],
  ['default', 6.5, 4.6],
  ['dark', 4.6, 5.3],
  ['blue-and-teal', 6.4, 4.7],
  ['bluecoral', 8, 4.5],
  ['candy', 6.2, 4.8],
  ['fire', 6, 4.7],
  ['indigo-pink', 6.9, 4.8],
  ['pink-bluegrey', 6.3, 4.7],
  ['pistachio', 6.1, 4.8],
  ['matts', 5.3, 5],
  ['justins', 6, 5.2],
] as const;

describe('the twelve themes', () => {
  it("are the specification's", () => {
    expect(THEMES.map((row) => row.name).sort()).toEqual([
      'blue-and-teal',
      'bluecoral',
      'candy',
      'dark',
      'default',
      'fire',
      'indigo-pink',
      'justins',
      'light',
      'matts',
      'pink-bluegrey',
      'pistachio',
    ]);
  });

  it('fall back to light', () => {
    expect(findTheme('gone').name).toBe('light');
    expect(findTheme(null).name).toBe('light');
  });

  it.each(THEMES.map((row) => [row.name, row] as const))('%s: text, links and danger are readable on every surface', (_name, row) => {
    const scheme = SCHEMES[row.scheme];
    const colours = {
      text: scheme.text,
      text2: scheme.text2,
      text3: scheme.text3,
      danger: scheme.danger,
      link: surfacesOf(row).link,
      accent: row.accent,
      warn: scheme.warn,
      ok: scheme.ok,
    };
    const unreadable = Object.entries(colours)
      .filter(([, colour]) => worst(colour, row) < 4.5)
      .map(([name, colour]) => `${name} ${worst(colour, row).toFixed(2)}`);
    expect(unreadable).toEqual([]);
  });

  it.each(THEMES.map((row) => [row.name, row] as const))(
    '%s: white is readable on primary, and the sidebar text on the sidebar',
    (_name, row) => {
      const theme = deriveTheme(row) as Record<string, Hex>;
      expect(contrast('#FFFFFF', row.primary)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#FFFFFF', surfacesOf(row).primaryHover)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#FFFFFF', SCHEMES[row.scheme].dangerSolid)).toBeGreaterThanOrEqual(4.5);
      for (const surface of ['sidebar', 'sidebar-active', 'sidebar-hover']) {
        for (const text of ['sidebar-text', 'sidebar-text-strong', 'sidebar-text-2'])
          expect(contrast(theme[text] as Hex, theme[surface] as Hex)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(PILL_HUES)('the %s pill is readable in both schemes', (hue) => {
    for (const scheme of Object.values(SCHEMES)) expect(contrast(scheme.pills[hue].text, scheme.pills[hue].bg)).toBeGreaterThanOrEqual(5.9);
  });

  it.each(THEMES.map((row) => [row.name, row] as const))(
    '%s: the border of a control and the focus ring have a contrast of 3 to 1',
    (_name, row) => {
      const { bg, sunken, raised, hover, link } = surfacesOf(row);
      // Selected or pressed elements are filled; borders are drawn on these surfaces.
      for (const surface of [bg, sunken, raised, hover]) expect(contrast(SCHEMES[row.scheme].control, surface)).toBeGreaterThanOrEqual(3);
      expect(worst(row.scheme === 'dark' ? link : row.primary, row)).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(Object.entries(SCHEMES))('%s: text on the dark bar, on danger and in notices is readable', (_name, scheme) => {
    for (const text of [scheme.inkText, scheme.inkText2, INK_ACTION, INK_DANGER])
      expect(contrast(text, scheme.ink)).toBeGreaterThanOrEqual(4.5);
    for (const text of [scheme.text, scheme.text2, scheme.danger]) expect(contrast(text, scheme.dangerBg)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(DESIGN)('%s: white on primary is %s to 1 and the lowest text contrast %s, as designed', (name, onPrimary, lowest) => {
    const row = findTheme(name);
    expect(row.name).toBe(name);
    expect(Math.abs(contrast('#FFFFFF', row.primary) - onPrimary)).toBeLessThanOrEqual(0.1);
    const texts = [SCHEMES[row.scheme].text3, surfacesOf(row).link, row.accent, SCHEMES[row.scheme].danger];
    expect(Math.min(...texts.map((text) => worst(text, row)))).toBeGreaterThanOrEqual(lowest - 0.1);
  });
});

describe('mixing', () => {
  it('interpolates between two colours', () => {
    expect(mixColours('#000000', '#FFFFFF', 0)).toBe('#000000');
    expect(mixColours('#000000', '#FFFFFF', 1)).toBe('#FFFFFF');
    expect(mixColours('#FF0000', '#0000FF', 0.5)).toBe('#800080');
  });
});
