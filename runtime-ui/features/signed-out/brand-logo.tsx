import type { Branding } from '../../client/index.ts';
import { Logo } from '../../kit/index.ts';

/** The logo of a branding: an image of this server by its path, or else that of the product. */
export function BrandLogo({
  branding,
  size,
  onDark = false,
}: {
  readonly branding: Branding;
  readonly size: number;
  readonly onDark?: boolean;
}) {
  const { logo = '' } = branding;
  if (/^\/(?![/\\])/u.test(logo)) return <img src={logo} alt="" height={size} className="ms-brand-logo" />;
  return <Logo size={size} onDark={onDark} />;
}
