const WIDTH = 640;
const HEIGHT = 900;
const STEP = 32;
const LETTER: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 7 }, (_, row) => [304, 206 + row * STEP] as const),
  ...Array.from({ length: 7 }, (_, row) => [496, 206 + row * STEP] as const),
  [336, 238],
  [368, 270],
  [432, 270],
  [464, 238],
];
/** Dots of another colour, on the dark panel. */
const TONES = { blue: '#7280EA', teal: '#52B7AE', orange: '#E19A6F', violet: '#B29AEA', green: '#6FB889', amber: '#D6B15B' } as const;
const PICKED: Readonly<Record<string, string>> = {
  ...tones('blue', [
    [400, 14],
    [624, 110],
    [592, 302],
    [48, 590],
    [528, 494],
  ]),
  ...tones('teal', [
    [432, 14],
    [80, 174],
    [560, 270],
    [304, 494],
    [144, 590],
  ]),
  ...tones('orange', [
    [464, 14],
    [368, 78],
    [336, 174],
    [16, 110],
    [272, 302],
  ]),
  ...tones('violet', [
    [528, 78],
    [400, 110],
    [112, 238],
  ]),
  ...tones('green', [
    [48, 142],
    [208, 430],
    [112, 430],
    [368, 526],
  ]),
  ...tones('amber', [
    [336, 46],
    [560, 174],
    [176, 462],
    [496, 590],
  ]),
};

function tones(hue: keyof typeof TONES, places: readonly (readonly [number, number])[]): Record<string, string> {
  return Object.fromEntries(places.map(([x, y]) => [`${x}-${y}`, TONES[hue]]));
}

/** A number from 0 to 1 that is always the same for the same position. */
function noise(x: number, y: number, salt: number): number {
  const wave = Math.sin(x * 12.9898 + y * 78.233 + salt * 37.719) * 43758.5453;
  return wave - Math.floor(wave);
}

interface Dot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly fill: string | undefined;
  readonly opacity: number;
}

/** Towards the left the dots are scattered; towards the bottom they fade. */
function placeDot(column: number, row: number): Dot {
  const x = 16 + column * STEP;
  const y = 14 + row * STEP;
  const disorder = Math.max(0, 1 - x / 470) ** 1.6 * 40;
  const fade = Math.max(0, Math.min(1, (720 - y) / 300));
  const id = `${x}-${y}`;
  return { id, x: x + (noise(x, y, 1) - 0.5) * disorder, y: y + (noise(x, y, 2) - 0.5) * disorder, fill: PICKED[id], opacity: fade };
}

const DOTS: readonly Dot[] = Array.from({ length: 20 * 23 }, (_, at) => placeDot(at % 20, Math.floor(at / 20))).filter(
  (dot) => dot.opacity > 0 && !isInLetter(dot.id),
);

function isInLetter(id: string): boolean {
  return id === '400-302' || LETTER.some(([x, y]) => `${x}-${y}` === id);
}

/** The pattern of dots behind the slogan. */
export function DotsIllustration() {
  return (
    <svg className="ms-brand-dots" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMin slice" aria-hidden focusable="false">
      {DOTS.map((dot) => (
        <circle
          key={dot.id}
          cx={dot.x.toFixed(1)}
          cy={dot.y.toFixed(1)}
          r={dot.fill ? 3.5 : 2.5}
          fill={dot.fill ?? '#454B7C'}
          opacity={dot.opacity.toFixed(2)}
        />
      ))}
      {LETTER.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="6" fill="#F3F4FF" />
      ))}
      <circle cx="400" cy="302" r="7" fill="#FF8A6E" />
    </svg>
  );
}
