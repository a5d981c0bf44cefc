import { hueOf } from './status-pill.tsx';

/** Initials of the first and the last word, at most two, upper case. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** A person's initials on a hue derived from the name. Sizes: 18, 20, 26, 44. Decorative: the name is shown next to it. */
export function Avatar({
  name,
  size = 20,
  className = '',
}: {
  readonly name: string;
  readonly size?: 18 | 20 | 26 | 32 | 44;
  readonly className?: string;
}) {
  return (
    <span aria-hidden className={`ms-avatar ms-avatar-${size} ms-hue-${hueOf(name)} ${className}`}>
      {initialsOf(name)}
    </span>
  );
}
