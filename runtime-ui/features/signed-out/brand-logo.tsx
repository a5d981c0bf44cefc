import type { Branding } from '../../client/index.ts';
import { Logo } from '../../kit/index.ts';

/** The logo of a branding: a built-in one by name, or an image of this server by its path. */
export function BrandLogo({
  branding,
  size,
  onDark = false,
}: {
  readonly branding: Branding;
  readonly size: number;
  readonly onDark?: boolean;
}) {
  const { logo = 'muster' } = branding;
  if (/^\/(?![/\\])/u.test(logo)) return <img src={logo} alt="" height={size} className="ms-brand-logo" />;
  return <Logo size={size} onDark={onDark} look={logo === 'provider' ? 'provider' : 'muster'} />;
}
