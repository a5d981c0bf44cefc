import type { Branding } from '../../client/index.ts';
import { createLazyComponent, LazyBoundary, t } from '../../kit/index.ts';
import { BrandLogo } from './brand-logo.tsx';

// An ornament: the form does not wait for it.
const DotsIllustration = createLazyComponent(async () => (await import('./dots-illustration.tsx')).DotsIllustration);

/** The left half of the sign-in pages: name, dot pattern and slogan. Not shown if there is no space for it. */
export function BrandPanel({ branding }: { readonly branding: Branding }) {
  return (
    <aside className="ms-brand" data-background={branding.background ?? 'staff'}>
      <LazyBoundary fallback={null}>
        <DotsIllustration />
      </LazyBoundary>
      <p className="ms-brand-name">
        <BrandLogo branding={branding} size={30} onDark /> {branding.title}
      </p>
      <div className="ms-brand-text">
        <p className="ms-brand-headline">{branding.headline ?? t('signIn.headline')}</p>
        <p className="ms-brand-tagline">{branding.tagline ?? t('signIn.tagline')}</p>
      </div>
    </aside>
  );
}
