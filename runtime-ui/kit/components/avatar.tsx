import { hueOf } from './status-pill.tsx';

/** First letters of the first and last word, two at most, upper case. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** A person's initials on a hue of their own. Sizes: 18, 20, 26, 44. Decorative: the name stands beside it. */
export function Avatar({ name, size = 20, className = '' }: { readonly name: string; readonly size?: 18 | 20 | 26 | 32 | 44; readonly className?: string }) {
  return <span aria-hidden className={`ms-avatar ms-avatar-${size} ms-hue-${hueOf(name)} ${className}`}>{initialsOf(name)}</span>;
}
