import { useRouteError } from 'react-router';
import { getErrorMessage } from '../client/index.ts';
import { ErrorState, t } from '../kit/index.ts';

/** Shown when a page fails to render or to load, so that the page is never blank. */
export function RouteError() {
  const error = useRouteError();
  return (
    <main>
      <ErrorState
        title={t('states.unexpected')}
        text={getErrorMessage(error)}
        reassurance={t('states.unexpectedReassurance')}
        onRetry={() => location.reload()}
        code="page_failed"
      />
    </main>
  );
}
