import { useEffect } from 'react';
import { homeRoute, useSession } from '../client/index.ts';
import { ButtonLink, EmptyState, t } from '../kit/index.ts';

/** An address of the product whose screen comes with a later version: says so, for neither a blank page nor "does not exist" would be true. */
export function ComingSoonPage({ what }: { readonly what: string }) {
  const user = useSession((session) => session.user);
  useEffect(() => {
    document.title = `${what} · ${t('product')}`;
  }, [what]);
  const home = user ? homeRoute(user) : '/login';
  return <EmptyState title={t('frame.later.title')} help={t('frame.later.help', { what })} actions={<ButtonLink variant="primary" href={home}>{t(user ? 'frame.notFound.action' : 'forgot.back')}</ButtonLink>} />;
}

/** The same for areas that need no session, such as the signing of documents by somebody without an account. */
export function PublicComingSoonPage({ what }: { readonly what: string }) {
  return <main><ComingSoonPage what={what} /></main>;
}
