import { useEffect } from 'react';
import { homeRoute, useSession } from '../client/index.ts';
import { ButtonLink, EmptyState, t } from '../kit/index.ts';

/** The page for a route that a later version implements. A blank page or "does not exist" would be wrong. */
export function ComingSoonPage({ what }: { readonly what: string }) {
  const user = useSession((session) => session.user);
  useEffect(() => {
    document.title = `${what} · ${t('product')}`;
  }, [what]);
  const home = user ? homeRoute(user) : '/login';
  return (
    <EmptyState
      headingLevel={1}
      title={t('frame.later.title')}
      help={t('frame.later.help', { what })}
      actions={
        <ButtonLink variant="primary" href={home}>
          {t(user ? 'frame.notFound.action' : 'forgot.back')}
        </ButtonLink>
      }
    />
  );
}

/** The same page for areas that need no session, such as the signing of documents by people without an account. */
export function PublicComingSoonPage({ what }: { readonly what: string }) {
  return (
    <main>
      <ComingSoonPage what={what} />
    </main>
  );
}
