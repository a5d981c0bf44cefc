import type { FigureGroup } from '#engine/model/wire';
import { PILL_HUES, type PillHue } from '../../kit/index.ts';

/** How a group is drawn. Groups of one hue differ in shade, and lines also in dashes and markers. */
export interface GroupLook {
  readonly hue: PillHue;
  /** A CSS colour from the variables of the theme. */
  readonly colour: string;
  /** The group has a hue of its own, by its dropdown. */
  readonly isDefined: boolean;
}

/** In the order in which they are given to groups without a hue; neighbours differ clearly. */
const PALETTE: readonly PillHue[] = ['blue', 'orange', 'teal', 'violet', 'green', 'amber', 'red'];

/** Parts of the hue in its first, second and further uses; the rest is the background. */
const SHADES = [100, 62, 40] as const;

const isHue = (hue: string | undefined): hue is PillHue => PILL_HUES.some((one) => one === hue);

function colourOf(hue: PillHue, uses: number): string {
  const part = SHADES[Math.min(uses, SHADES.length - 1)] ?? 100;
  return part === 100 ? `var(--ms-${hue}-dot)` : `color-mix(in srgb, var(--ms-${hue}-dot) ${part}%, var(--ms-bg))`;
}

/** The colours of groups: their hues, else hues that no other group has, as long as there are any. Empty and other values are grey. */
export function chooseLooks(groups: readonly FigureGroup[]): readonly GroupLook[] {
  const uses = new Map<PillHue, number>();
  const take = (hue: PillHue, isDefined: boolean): GroupLook => {
    const before = uses.get(hue) ?? 0;
    uses.set(hue, before + 1);
    return { hue, colour: colourOf(hue, before), isDefined };
  };
  const looks = new Map<number, GroupLook>();
  groups.forEach(({ hue }, at) => {
    if (isHue(hue)) looks.set(at, take(hue, true));
  });
  return groups.map(({ kind }, at) => {
    const defined = looks.get(at);
    if (defined !== undefined) return defined;
    if (kind !== 'value') return take('gray', false);
    const free = [...PALETTE].sort((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0))[0] ?? 'blue';
    return take(free, false);
  });
}
