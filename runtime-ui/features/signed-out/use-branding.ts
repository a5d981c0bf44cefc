import { peekRedirect, usePublicSettings, type Branding } from '../../client/index.ts';
import { t } from '../../kit/index.ts';

/** The first branding with a marker that is part of host or path (saved redirect included); an empty marker always matches. */
export function pickBranding(brandings: readonly Branding[], address: string): Branding {
  const found = brandings.find((branding) => address.includes(branding.marker ?? ''));
  return found ?? { title: t('product') };
}

/** The branding of the open page; without texts of its own until the settings are loaded, so that none is replaced visibly. */
export function useBranding(): Branding {
  const { data, isPending } = usePublicSettings();
  if (isPending) return { title: t('product'), tagline: '' };
  return pickBranding(data?.brandings ?? [], `${location.host}${location.pathname}${location.search} ${peekRedirect() ?? ''}`);
}
