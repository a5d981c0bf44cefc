import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { moduleRoute, recordRoute, type SessionState } from '../client/index.ts';
import { adoptLocalDraft, isInterruptedEdit, listLocalDrafts, type LocalDraft } from '../headless/index.ts';
import { loadLazyTexts, showNotice, t } from '../kit/index.ts';

/** A save younger than this may still be running in another tab. */
const MIN_AGE_MILLISECONDS = 60_000;

function routeOf({ module, recordId, hostRecord }: LocalDraft, user: NonNullable<SessionState['user']>): string {
  if (hostRecord !== undefined) return recordRoute(hostRecord.module, hostRecord.recordId, user);
  return recordId === undefined ? `${moduleRoute(module, user)}/new` : `${recordRoute(module, recordId, user)}/edit`;
}

/**
 * After sign-in or a reload: shows a notice about saves without a response and about interrupted edits, with a link to their form, where
 * the user can send them again.
 */
export function UnconfirmedSavesNotice({ user }: { readonly user: NonNullable<SessionState['user']> }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const userId = user._id;
  useEffect(() => {
    let isCurrent = true;
    const notify = (id: string, text: string, first: LocalDraft) => {
      const open = () => void adoptLocalDraft(first).then(() => navigate(routeOf(first, user)));
      showNotice({ id, kind: 'warning', text, duration: Number.POSITIVE_INFINITY, action: { label: t('actions.open'), onPress: open } });
    };
    void listLocalDrafts(userId).then(async (forms) => {
      const elsewhere = forms.filter((form) => routeOf(form, user) !== pathname);
      const unconfirmed = elsewhere.filter((form) => form.unconfirmedSave !== undefined && Date.now() - form.at >= MIN_AGE_MILLISECONDS);
      if (isCurrent && unconfirmed[0] !== undefined)
        notify('unconfirmed-saves', t('frame.unconfirmed', { count: unconfirmed.length, title: unconfirmed[0].title }), unconfirmed[0]);
      const [interrupted] = elsewhere.filter(isInterruptedEdit);
      if (interrupted === undefined) return;
      await loadLazyTexts();
      if (isCurrent) notify('cut-off-edits', t('views.form.cutOff', { title: interrupted.title }), interrupted);
    });
    return () => {
      isCurrent = false;
    };
    // Once per visit.
  }, [userId]);
  return null;
}
