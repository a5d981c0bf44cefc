import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { logout, useSession } from '../../client/index.ts';
import { deleteLocalDraftsOf } from '../../headless/index.ts';
import { Button, ButtonLink, t } from '../../kit/index.ts';
import { SignedOutPage } from './signed-out-page.tsx';

/** `/logout`: ends the session, then offers to sign in. With state `{ inactive: true }` it shows the reason. */
export function LogoutPage() {
  const queryClient = useQueryClient();
  const { state } = useLocation() as { state: { inactive?: boolean; ended?: boolean } | null };
  const [done, setDone] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const user = useSession.getState().user;
    // A user who signs out leaves no local drafts on this device; after an automatic sign-out they are kept.
    if (user && state?.ended !== true) void deleteLocalDraftsOf(user._id);
    void logout().then(() => {
      // Data read by one user must not be shown to the next one who signs in.
      queryClient.clear();
      if (isCurrent) setDone(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [queryClient, state]);
  return (
    <SignedOutPage
      title={done ? t('logout.done') : t('logout.signingOut')}
      {...(done && state?.inactive ? { help: t('logout.inactivity') } : {})}
    >
      {done ? (
        <ButtonLink href="/login" variant="primary" size="lg" className="ms-full-width">
          {t('logout.login')}
        </ButtonLink>
      ) : (
        <Button size="lg" fullWidth loading>
          {t('logout.signingOut')}
        </Button>
      )}
    </SignedOutPage>
  );
}
