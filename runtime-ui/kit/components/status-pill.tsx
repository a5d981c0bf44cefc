import { PILL_HUES, type PillHue } from '../themes/theme-table.ts';

/** A stable hue for a text, for values without a defined hue. */
export function hueOf(text: string): PillHue {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  // Gray means "no state" in pills, so the hash never selects it.
  return PILL_HUES[1 + (hash % (PILL_HUES.length - 1))] ?? 'blue';
}

/** A status: a dot, always with its label. `plain` omits the dot (tags, counts). */
export function StatusPill({
  label,
  hue = 'gray',
  plain = false,
  className = '',
}: {
  readonly label: string;
  readonly hue?: PillHue;
  readonly plain?: boolean;
  readonly className?: string;
}) {
  return (
    <span className={`ms-pill ms-hue-${hue} ${className}`}>
      {!plain && <span className="ms-pill-dot" aria-hidden />}
      <span className="ms-pill-text">{label}</span>
    </span>
  );
}
