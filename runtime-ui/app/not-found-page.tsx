import { homeRoute, useSession } from '../client/index.ts';
import { ButtonLink, EmptyState, t } from '../kit/index.ts';

/** The page for an unknown URL outside of every area: it has no frame. */
export function UnknownPage() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}

/** The page for an unknown URL. */
export function NotFoundPage() {
  const user = useSession((session) => session.user);
  return (
    <EmptyState
      headingLevel={1}
      title={t('frame.notFound.title')}
      help={t('frame.notFound.help')}
      actions={
        <ButtonLink variant="primary" href={user ? homeRoute(user) : '/login'}>
          {t('frame.notFound.action')}
        </ButtonLink>
      }
    />
  );
}
