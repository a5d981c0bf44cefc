import { Lock, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { useLinkClick } from '../link-context.tsx';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

/** `primary` once per page; `default` outlined; `quiet` without a border; `danger` for destructive actions; `ink` on the dark bar. */
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-quiet' | 'ink' | 'ink-danger';

/** Heights: xs 24, sm 28 (toolbars), md 32, lg 40 (sign-in), phone 44. */
export type ControlSize = 'xs' | 'sm' | 'md' | 'lg' | 'phone';

/** Props of a button, beside those of the HTML element. */
export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Its look; default `default`. */
  readonly variant?: ButtonVariant;
  /** Its height; default `md`. */
  readonly size?: ControlSize;
  /** Before the label; default: none. */
  readonly icon?: LucideIcon;
  /** After the label, such as a chevron or a shortcut. */
  readonly trailing?: ReactNode;
  /** Its action is running: it shows this, and ignores clicks; default false. */
  readonly loading?: boolean;
  /** Default false. */
  readonly disabled?: boolean;
  /** Not allowed: the button stays focusable, shows a lock, and a click shows the reason instead of running the action. */
  readonly blocked?: { readonly onExplain: () => void } | undefined;
  /** As wide as its container; default false. */
  readonly fullWidth?: boolean;
  /** The HTML element. */
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The classes of a button, for a link that is styled as one. */
export function buttonClass(variant: ButtonVariant = 'default', size: ControlSize = 'md', more = ''): string {
  return `ms-button ms-button-${variant} ms-control-${size} ${more}`.trim();
}

/** A button; `type` is `button` by default. */
export function Button({
  variant = 'default',
  size = 'md',
  icon,
  trailing,
  loading = false,
  blocked,
  fullWidth = false,
  disabled = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) return blocked.onExplain();
    if (!loading) onClick?.(event);
  };
  const shape = blocked ? Lock : icon;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, `${fullWidth ? 'ms-full-width' : ''} ${className}`)}
      disabled={disabled}
      aria-disabled={blocked || loading ? true : undefined}
      aria-busy={loading || undefined}
      data-blocked={blocked ? true : undefined}
      title={rest.title ?? (blocked ? t('states.blocked') : undefined)}
      onClick={press}
    >
      {loading ? <span className="ms-spinner" aria-hidden /> : shape && <Icon of={shape} size={size === 'xs' ? 14 : 16} />}
      {children !== undefined && <span className="ms-button-label">{children}</span>}
      {trailing}
    </button>
  );
}

/** Props of a link that looks like a button. */
export interface ButtonLinkProps {
  /** The address that it opens. */
  readonly href: string;
  /** Its look; default 'default'. */
  readonly variant?: ButtonVariant;
  /** Its height; default 'md'. */
  readonly size?: ControlSize;
  /** Shown before the text; absent: none. */
  readonly icon?: LucideIcon;
  /** Its text. */
  readonly children: ReactNode;
  /** Further CSS classes. */
  readonly className?: string;
}

/** A link that is styled as a button. */
export function ButtonLink({ href, variant = 'default', size = 'md', icon, children, className = '' }: ButtonLinkProps) {
  const onClick = useLinkClick(href);
  return (
    <a href={href} onClick={onClick} className={buttonClass(variant, size, className)}>
      {icon && <Icon of={icon} size={size === 'xs' ? 14 : 16} />}
      <span className="ms-button-label">{children}</span>
    </a>
  );
}
