import { escapeMarkup } from '#engine/model';

/** Pixels; e-mail programs show the picture smaller on phones. */
export const WIDTH = 640;
export const INK = '#1c2430';
export const FAINT = '#5b6472';
export const TRACK = '#e3e7ed';
const COLORS = ['#2f6fb7', '#d9822b', '#2e8b57', '#8e5bb5', '#c94f4f', '#4a9fa8', '#a88432', '#6b7280'] as const;
/** Colours that are told apart. */
export const MOST_COLORS = COLORS.length;
const FONT = 'font-family="DejaVu Sans, Arial, Helvetica, sans-serif"';
const CHARACTER = 7.4;

export const colorOf = (place: number): string => COLORS[place % COLORS.length] ?? COLORS[0];
export const round = (value: number): number => Math.round(value * 10) / 10;
export const shorten = (label: string, most: number): string => (label.length > most ? `${label.slice(0, most - 1)}…` : label);

export function frame(height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${parts.join('')}</svg>`;
}

export function text(
  x: number,
  y: number,
  content: string,
  options: { size?: number; anchor?: string; fill?: string; bold?: boolean } = {},
): string {
  const { size = 13, anchor = 'start', fill = INK, bold = false } = options;
  const weight = bold ? ' font-weight="bold"' : '';
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" ${FONT} text-anchor="${anchor}" fill="${fill}"${weight}>${escapeMarkup(content)}</text>`;
}

/** The names of colours in lines, and the height that they need. */
export function drawLegend(names: readonly string[]): { readonly parts: readonly string[]; readonly height: number } {
  let [x, line] = [12, 0];
  const parts = names.flatMap((name, place) => {
    const shown = shorten(name, 24);
    const width = 34 + shown.length * CHARACTER;
    if (x > 12 && x + width > WIDTH) [x, line] = [12, line + 1];
    const [left, y] = [x, 10 + line * 22];
    x += width;
    return [
      `<rect x="${round(left)}" y="${y}" width="12" height="12" rx="2" fill="${colorOf(place)}"/>`,
      text(left + 18, y + 11, shown, { size: 12 }),
    ];
  });
  return { parts, height: 10 + (line + 1) * 22 };
}
