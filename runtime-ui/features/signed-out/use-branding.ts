import { peekRedirect, usePublicSettings, type Branding } from '../../client/index.ts';
import { t } from '../../kit/index.ts';

/** The first branding whose marker is part of host or path (saved redirect included); an empty marker fits always. */
export function pickBranding(brandings: readonly Branding[], address: string): Branding {
  const found = brandings.find((branding) => address.includes(branding.marker));
  return found ?? { marker: '', title: t('product') };
}

/** The branding of the page that is open. */
export function useBranding(): Branding {
  const { data } = usePublicSettings();
  return pickBranding(data?.brandings ?? [], `${location.host}${location.pathname}${location.search} ${peekRedirect() ?? ''}`);
}
