import type { ReactNode } from 'react';
import { TextLink, usePageTitle } from '../../kit/index.ts';
import { BrandLogo } from './brand-logo.tsx';
import { BrandPanel } from './brand-panel.tsx';
import { useBranding } from './use-branding.ts';
import './signed-out.css';

export interface SignedOutPageProps {
  readonly title: string;
  readonly help?: string;
  readonly foot?: string;
  readonly children: ReactNode;
}

/** The frame of every page before sign-in: branding at the left, one form of 360 px at the right. */
export function SignedOutPage({ title, help, foot, children }: SignedOutPageProps) {
  const branding = useBranding();
  usePageTitle(title, branding.title);
  return (
    <div className="ms-signed-out">
      <BrandPanel branding={branding} />
      <main className="ms-out-main">
        <TextLink href="/login" look="bare" className="ms-out-small-brand">
          <BrandLogo branding={branding} size={28} /> {branding.title}
        </TextLink>
        <div className="ms-out-form">
          <h1 className="ms-out-title">{title}</h1>
          {help !== undefined && <p className="ms-out-help">{help}</p>}
          {children}
        </div>
        <p className="ms-out-foot">{foot}</p>
      </main>
    </div>
  );
}
