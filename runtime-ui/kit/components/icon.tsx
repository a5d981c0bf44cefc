import type { LucideIcon } from 'lucide-react';

/** A lucide icon with the design's stroke widths: 1.75 at 16 px, 2 at 14 px or less. Decorative unless `label` is given. */
export function Icon({
  of: Shape,
  size = 16,
  label,
  className,
}: {
  readonly of: LucideIcon;
  readonly size?: number;
  readonly label?: string;
  readonly className?: string;
}) {
  const naming = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  return <Shape size={size} strokeWidth={size <= 14 ? 2 : 1.75} {...(className === undefined ? {} : { className })} {...naming} />;
}
