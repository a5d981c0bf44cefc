import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import type { ControlSize } from './button.tsx';
import { Icon } from './icon.tsx';

/** Props of a button with an icon and no text. */
export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it shows. */
  readonly icon: LucideIcon;
  /** The accessible name and the tooltip. */
  readonly label: string;
  /** Its height; default 'md'. */
  readonly size?: ControlSize;
  /** Its look; default 'quiet'. */
  readonly variant?: 'quiet' | 'default' | 'ink';
  /** A red count at its corner; 0 shows nothing. */
  readonly count?: number;
  /** The element. */
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon and no text. */
export function IconButton({ icon, label, size = 'md', variant = 'quiet', count = 0, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`ms-button ms-icon-button ms-button-${variant} ms-control-${size} ${className}`}
    >
      <Icon of={icon} size={size === 'phone' ? 22 : size === 'xs' ? 14 : 16} />
      {count > 0 && <span className="ms-corner-count">{count > 99 ? '99+' : count}</span>}
    </button>
  );
}
