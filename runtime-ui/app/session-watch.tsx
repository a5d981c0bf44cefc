import type { ShellView } from '#engine/model/wire';
import { LazyBoundary, createLazyComponent, loadAdminTexts } from '../kit/index.ts';
import { IdleWarning } from '../features/idle/index.ts';
import { ExplainPage, ImpersonationBar, useSessionChange } from '../features/impersonation/index.ts';
import { UnconfirmedSavesNotice } from './unconfirmed-saves-notice.tsx';

const PreviewBar = createLazyComponent(
  async () => (await Promise.all([import('../features/studio/index.ts'), loadAdminTexts()]))[0].PreviewBar,
);

function SessionChange({ user }: Pick<ShellView, 'user'>) {
  useSessionChange(user);
  return null;
}

/**
 * What accompanies every page of a session, started after its first page is shown: the idle timeout, saves without a response, and the bar
 * of someone who acts as another user, or sees a preview.
 */
export function SessionWatch({ shell }: { readonly shell: ShellView }) {
  const { user, impersonator, preview } = shell;
  if (preview !== undefined)
    return (
      <>
        <LazyBoundary fallback={null}>
          <PreviewBar preview={preview} />
        </LazyBoundary>
        <IdleWarning user={user} />
      </>
    );
  return (
    <>
      <SessionChange user={user} />
      {impersonator !== null && (
        <ImpersonationBar
          user={user}
          impersonator={impersonator}
          actions={impersonator.userType === 'System Admin' && <ExplainPage shell={shell} />}
        />
      )}
      <IdleWarning user={user} />
      <UnconfirmedSavesNotice user={user} />
    </>
  );
}
