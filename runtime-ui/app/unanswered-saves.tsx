import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { moduleRoute, recordRoute, type SessionState } from '../client/index.ts';
import { adoptForm, isCutOff, listForms, type KeptForm } from '../headless/index.ts';
import { loadLateTexts, showNotice, t } from '../kit/index.ts';

/** A save younger than this may still be under way in another tab. */
const LEAST_AGE = 60_000;

function routeOf({ module, recordId, beside }: KeptForm, user: NonNullable<SessionState['user']>): string {
  if (beside !== undefined) return recordRoute(beside.module, beside.recordId, user);
  return recordId === undefined ? `${moduleRoute(module, user)}/new` : `${recordRoute(module, recordId, user)}/edit`;
}

/** After sign-in or a reload: tells of saves that had no answer and of edits that were cut off, and leads to their form, where they are sent again by choice. */
export function UnansweredSaves({ user }: { readonly user: NonNullable<SessionState['user']> }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const userId = user._id;
  useEffect(() => {
    let isCurrent = true;
    const tell = (id: string, text: string, first: KeptForm) => {
      const open = () => void adoptForm(first).then(() => navigate(routeOf(first, user)));
      showNotice({ id, kind: 'warning', text, duration: Number.POSITIVE_INFINITY, action: { label: t('actions.open'), onPress: open } });
    };
    void listForms(userId).then(async (forms) => {
      const elsewhere = forms.filter((form) => routeOf(form, user) !== pathname);
      const lost = elsewhere.filter((form) => form.unanswered !== undefined && Date.now() - form.at >= LEAST_AGE);
      if (isCurrent && lost[0] !== undefined) tell('unanswered-saves', t('frame.unanswered', { count: lost.length, title: lost[0].title }), lost[0]);
      const [cut] = elsewhere.filter(isCutOff);
      if (cut === undefined) return;
      await loadLateTexts();
      if (isCurrent) tell('cut-off-edits', t('views.form.cutOff', { title: cut.title }), cut);
    });
    return () => {
      isCurrent = false;
    };
    // Once for each visit: later pages are opened knowing of it.
  }, [userId]);
  return null;
}
