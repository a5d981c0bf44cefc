import type { Point } from './chart-figures.ts';
import { colorOf, FAINT, frame, INK, round, shorten, text, TRACK, WIDTH } from './svg.ts';

const MOST_SLICES = 8;
const MOST_DIALS = 12;
const DIALS_IN_LINE = 4;
const TURN = 2 * Math.PI;

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A part of a circle from one turn to another, 0 at the top, clockwise. */
function drawSlice({ x, y, radius }: Circle, from: number, to: number, color: string): string {
  if (to - from >= 1) return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
  const at = (turn: number): string => {
    const angle = turn * TURN - Math.PI / 2;
    return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
  };
  const isLarge = to - from > 0.5 ? 1 : 0;
  return `<path d="M${x} ${y} L${at(from)} A${radius} ${radius} 0 ${isLarge} 1 ${at(to)} Z" fill="${color}"/>`;
}

/** A pie or a ring with its names and values beside it. Undefined if nothing is above 0. */
export function drawPie(all: readonly Point[], hasHole: boolean): string | undefined {
  const points = all.filter(({ value }) => value > 0).slice(0, MOST_SLICES);
  const total = points.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) return undefined;
  const circle = { x: 130, y: 130, radius: 110 };
  let turn = 0;
  const parts = points.flatMap(({ label, value, text: shown }, place) => {
    const from = turn;
    turn += value / total;
    const y = 44 + place * 26;
    return [
      drawSlice(circle, from, turn, colorOf(place)),
      `<rect x="280" y="${y - 11}" width="12" height="12" rx="2" fill="${colorOf(place)}"/>`,
      text(300, y, shorten(label, 26)),
      text(WIDTH - 12, y, shown, { anchor: 'end', fill: FAINT }),
    ];
  });
  return frame(260, [...parts, ...(hasHole ? [`<circle cx="130" cy="130" r="62" fill="#ffffff"/>`] : [])]);
}

/** For each group a small pie with its part of the maximum, or a half ring that fills from the left. */
export function drawDials(all: readonly Point[], maximum: number, isGauge: boolean): string {
  const points = all.slice(0, MOST_DIALS);
  const width = WIDTH / DIALS_IN_LINE;
  const line = isGauge ? 124 : 164;
  const parts = points.flatMap(({ label, value, text: shown }, at) => {
    const [left, top] = [(at % DIALS_IN_LINE) * width, Math.floor(at / DIALS_IN_LINE) * line];
    const circle = { x: left + width / 2, y: top + 58, radius: 44 };
    const part = maximum <= 0 ? 0 : value / maximum;
    const filled = Math.min(1, Math.max(0, part));
    const share = part.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 });
    const dial = isGauge ? drawHalfRing(circle, filled) : drawPart(circle, filled);
    const below = isGauge ? top + 78 : top + 122;
    return [
      ...dial,
      text(circle.x, below, shorten(label, 20), { size: 12, anchor: 'middle', fill: FAINT }),
      text(circle.x, below + 19, `${shown} (${share})`, { anchor: 'middle', bold: true }),
    ];
  });
  return frame(Math.ceil(points.length / DIALS_IN_LINE) * line + 8, parts);
}

const drawPart = (circle: Circle, part: number): readonly string[] => [
  drawSlice(circle, 0, 1, TRACK),
  ...(part === 0 ? [] : [drawSlice(circle, 0, part, colorOf(0))]),
];

/** Its lower half is covered, as is its middle. */
const drawHalfRing = (circle: Circle, part: number): readonly string[] => [
  drawSlice(circle, -0.25, 0.25, TRACK),
  ...(part === 0 ? [] : [drawSlice(circle, -0.25, -0.25 + part / 2, colorOf(0))]),
  `<circle cx="${circle.x}" cy="${circle.y}" r="30" fill="#ffffff"/>`,
];

/** A card with the value of each group. */
export function drawNumbers(points: readonly Point[]): string {
  const width = (WIDTH - 16) / 3;
  const parts = points.slice(0, 6).flatMap(({ label, text: shown }, at) => {
    const [x, y] = [8 + (at % 3) * width, 8 + Math.floor(at / 3) * 92];
    return [
      `<rect x="${round(x + 4)}" y="${y + 4}" width="${round(width - 8)}" height="80" rx="6" fill="#f3f5f8"/>`,
      text(x + 18, y + 30, shorten(label, 22), { size: 12, fill: FAINT }),
      text(x + 18, y + 64, shown, { size: 24, fill: INK, bold: true }),
    ];
  });
  return frame(Math.ceil(Math.min(points.length, 6) / 3) * 92 + 16, parts);
}
