import { useState, type ReactNode } from 'react';
import type { UserAccountView } from '#engine/model/wire';
import {
  getErrorMessage,
  queryKeys,
  accessRoute,
  recordRoute,
  sendUserPassword,
  setUserActive,
  startImpersonating,
  useInvalidateRecords,
  type PopulatedRecord,
} from '../../../client/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { Button, ConfirmDialog, Dialog, showNotice, t, type ButtonProps, type MenuGroup } from '../../../kit/index.ts';
import { useAdminAction } from '../use-admin-action.ts';

interface UserActions {
  readonly groups: readonly MenuGroup[];
  readonly dialogs: ReactNode;
  readonly impersonate: { readonly isBusy: boolean; readonly blocked: ButtonProps['blocked']; readonly run: () => void };
}

/** Acting as the user, or the reason why that is not allowed. */
function useImpersonation(user: PopulatedRecord, account: UserAccountView | undefined) {
  const [isBusy, setBusy] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const refused = account?.impersonationRefused ?? null;
  const run = () => {
    if (refused !== null) return setExplained(true);
    setBusy(true);
    // The page is loaded again as that user.
    startImpersonating(user._id).catch((error: unknown) => {
      setBusy(false);
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    });
  };
  const close = () => setExplained(false);
  const dialog = isExplained && (
    <Dialog
      opened
      size="confirm"
      title={t('people.impersonateRefused')}
      onCancel={close}
      actions={
        <Button variant="primary" data-autofocus onClick={close}>
          {t('actions.close')}
        </Button>
      }
    >
      <p className="ms-dialog-text">{refused}</p>
    </Dialog>
  );
  return { isBusy, blocked: refused === null ? undefined : { onExplain: () => setExplained(true) }, run, dialog };
}

/** What an admin can do with the account of a user. */
export function useUserActions(user: PopulatedRecord, account: UserAccountView | undefined): UserActions {
  const invalidate = useInvalidateRecords();
  const { isBusy, run } = useAdminAction(queryKeys.userAccount(user._id));
  const [isAsking, setAsking] = useState(false);
  const { dialog, ...impersonate } = useImpersonation(user, account);
  const name = textOf(user['name']);
  const isActive = user['active'] === true;
  const setActive = (active: boolean) =>
    run(
      () => setUserActive(user._id, active).finally(() => invalidate(['users'])),
      t(active ? 'people.activated' : 'people.deactivated', { name }),
      () => setAsking(false),
    );
  const send = () => run(() => sendUserPassword(user._id), t('people.sent', { email: textOf(user['email']) }));
  const groups: readonly MenuGroup[] = [
    {
      id: 'work',
      items: [
        { id: 'impersonate', label: t('people.impersonate'), onSelect: impersonate.run },
        {
          id: 'send',
          label: t(account?.hasPassword === false ? 'people.sendInvite' : 'people.sendReset'),
          onSelect: send,
          disabled: !isActive,
        },
        { id: 'access', label: t('people.explainAccess'), href: accessRoute({ user: user._id }) },
        { id: 'record', label: t('people.openRecord'), href: recordRoute('users', user._id) },
      ],
    },
    {
      id: 'end',
      items: [
        isActive
          ? { id: 'deactivate', label: t('people.deactivateOne'), danger: true, onSelect: () => setAsking(true) }
          : { id: 'activate', label: t('people.activate'), onSelect: () => setActive(true) },
      ],
    },
  ];
  const dialogs = (
    <>
      {dialog}
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('people.deactivateTitle', { name })}
          text={t('people.deactivateText')}
          confirmLabel={t('people.deactivate')}
          onConfirm={() => setActive(false)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
  return { groups, dialogs, impersonate };
}
