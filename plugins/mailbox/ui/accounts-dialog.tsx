import { useState } from 'react';
import { toText } from '#engine/model';
import { Button, ConfirmDialog, Dialog, formatRelativeTime, showNotice, useAction, type RecordData } from '#ui';
import { cancelApproval, disconnectAccount, fetchAccount, removeAccount } from './mailbox-api.ts';
import { tMailbox } from './texts.ts';

interface LineProps {
  readonly account: RecordData;
  readonly onSettings: () => void;
  readonly onLeave: () => void;
}

function hasConnection({ status }: RecordData): boolean {
  return status === 'Connected' || status === 'Failing';
}

function AccountLine({ account, onSettings, onLeave }: LineProps) {
  const { isBusy, run } = useAction();
  const synced = toText(account['last_synced_at']);
  const failure = toText(account['failure']);
  const status = toText(account['status']);
  const isConnected = hasConnection(account);
  const isWaiting = status === 'Waiting for Approval';
  const cancel = (): void => run(() => cancelApproval(account._id));
  const fetchNow = (): void =>
    run(async () => {
      await fetchAccount(account._id);
      showNotice({ kind: 'ok', text: tMailbox('fetching') });
    });
  return (
    <li className="mb-account">
      <strong>{toText(account['gmail_email_address'])}</strong>
      <span className="mb-note">
        {status} · {synced === '' ? tMailbox('neverFetched') : tMailbox('lastFetched', { time: formatRelativeTime(synced) })}
      </span>
      {failure !== '' && <p className="mb-failing">{failure}</p>}
      <div className="mb-account-actions">
        {isConnected && (
          <Button loading={isBusy} onClick={fetchNow}>
            {tMailbox('fetchAccount')}
          </Button>
        )}
        <Button onClick={onSettings}>{tMailbox(status === 'Connected' ? 'settings' : 'reconnect')}</Button>
        {isWaiting && (
          <Button loading={isBusy} onClick={cancel}>
            {tMailbox('cancelApproval')}
          </Button>
        )}
        <Button onClick={onLeave}>{tMailbox(isConnected ? 'disconnect' : 'remove')}</Button>
      </div>
    </li>
  );
}

interface AccountsDialogProps {
  readonly accounts: readonly RecordData[];
  /** Opens the settings of an account; undefined: of a new one. */
  readonly onSettings: (account?: RecordData) => void;
  readonly onClose: () => void;
}

/** The mail accounts of the user: whether they are fetched, and why not. */
export function AccountsDialog({ accounts, onSettings, onClose }: AccountsDialogProps) {
  const [leaving, setLeaving] = useState<RecordData>();
  const { run } = useAction();
  const leave = (account: RecordData): void => {
    setLeaving(undefined);
    run(async () => {
      const isConnected = hasConnection(account);
      await (isConnected ? disconnectAccount(account._id) : removeAccount(account._id));
      showNotice({ kind: 'ok', text: tMailbox(isConnected ? 'disconnected' : 'removed') });
    });
  };
  if (leaving !== undefined) {
    const what = hasConnection(leaving) ? 'disconnect' : 'remove';
    return (
      <ConfirmDialog
        opened
        danger
        title={tMailbox(`${what}Title`, { address: toText(leaving['gmail_email_address']) })}
        text={tMailbox(`${what}Text`)}
        confirmLabel={tMailbox(what)}
        onConfirm={() => leave(leaving)}
        onCancel={() => setLeaving(undefined)}
      />
    );
  }
  return (
    <Dialog
      opened
      title={tMailbox('accounts')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tMailbox('close')}</Button>
          <Button variant="primary" onClick={() => onSettings()}>
            {tMailbox('connectAnother')}
          </Button>
        </>
      }
    >
      <ul className="mb-accounts">
        {accounts.map((account) => (
          <AccountLine key={account._id} account={account} onSettings={() => onSettings(account)} onLeave={() => setLeaving(account)} />
        ))}
      </ul>
    </Dialog>
  );
}
