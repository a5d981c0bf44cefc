import type { AnchorHTMLAttributes } from 'react';
import { useLinkClick } from '../link-context.tsx';

/** Props of a link, beside those of the HTML element. */
export interface TextLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** An absolute path inside the application, or an address. */
  readonly href: string;
  /** `link` coloured; `name` in the text's colour, for names of records; `bare` adds no style. */
  readonly look?: 'link' | 'name' | 'bare';
}

/** A link; paths inside the application are opened by the router. */
export function TextLink({ href, look = 'link', className = '', onClick, children, ...rest }: TextLinkProps) {
  const click = useLinkClick(href, onClick);
  return (
    <a
      {...rest}
      href={href}
      onClick={click}
      className={`${look === 'bare' ? 'ms-link-bare' : `ms-link ms-link-${look}`} ${className}`.trim()}
    >
      {children}
    </a>
  );
}
