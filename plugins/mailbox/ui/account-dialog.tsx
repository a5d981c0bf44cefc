import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import { Button, Dialog, FieldError, getErrorMessage, showNotice, useAction, type RecordData } from '#ui';
import { INCOMING_PORTS, OUTGOING_PORTS } from '../shared/mail-servers.ts';
import { ApprovalPart } from './approval-part.tsx';
import {
  readProvider,
  saveAccount,
  testSettings,
  type AccountSettings,
  type MailProvider,
  type ServerFolder,
  type TestResult,
} from './mailbox-api.ts';
import { ServerFields } from './server-fields.tsx';
import { tMailbox } from './texts.ts';

function readSettings(account: RecordData | undefined): AccountSettings {
  const security = toText(account?.['incoming_security']) || 'TLS';
  const outgoingSecurity = toText(account?.['outgoing_security']) || 'TLS';
  const host = toText(account?.['incoming_host']);
  return {
    ...(account === undefined ? {} : { account: account._id }),
    address: toText(account?.['gmail_email_address']),
    nickname: toText(account?.['account_nickname']),
    username: toText(account?.['username']),
    host: host === '' && account?.['kind'] === 'Gmail' ? 'imap.gmail.com' : host,
    port: Number(account?.['incoming_port'] ?? INCOMING_PORTS[security]),
    security,
    outgoingHost: toText(account?.['outgoing_host']),
    outgoingPort: Number(account?.['outgoing_port'] ?? OUTGOING_PORTS[outgoingSecurity]),
    outgoingSecurity,
    password: '',
  };
}

function readLeftOut(account: RecordData | undefined): readonly string[] {
  const lines = account?.['left_out_folders'];
  return Array.isArray(lines) ? lines.map((line) => toText((line as { readonly path?: string }).path)) : [];
}

interface FoldersProps {
  readonly folders: readonly ServerFolder[];
  readonly leftOut: readonly string[];
  readonly onChange: (leftOut: readonly string[]) => void;
}

function FolderChoice({ folders, leftOut, onChange }: FoldersProps) {
  return (
    <fieldset className="mb-folders">
      <legend>{tMailbox('foldersFetched')}</legend>
      {folders.map(({ path, isInbox }) => (
        <Checkbox
          key={path}
          label={path}
          checked={isInbox || !leftOut.includes(path)}
          disabled={isInbox}
          onChange={(event) => onChange(event.target.checked ? leftOut.filter((one) => one !== path) : [...leftOut, path])}
        />
      ))}
    </fieldset>
  );
}

/** The provider from the settings; undefined: none, or not read yet. */
function useProvider(): MailProvider | undefined {
  const [provider, setProvider] = useState<MailProvider>();
  useEffect(() => {
    let isCurrent = true;
    readProvider().then(
      (read) => isCurrent && read.name !== null && setProvider(read),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return provider;
}

/** The settings as they are typed, their test, and what came of it. */
function useConnection(account: RecordData | undefined, onSaved: () => void) {
  const [settings, setSettings] = useState(() => readSettings(account));
  const [leftOut, setLeftOut] = useState(() => readLeftOut(account));
  const [tested, setTested] = useState<TestResult>();
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (error) => setProblem(getErrorMessage(error)) });
  const test = async (): Promise<void> => {
    setProblem('');
    setTested(undefined);
    setTested(await testSettings(settings));
  };
  const change = (part: Partial<AccountSettings>): void => {
    setTested(undefined);
    setSettings((before) => ({ ...before, ...part }));
  };
  const save = (): void =>
    run(async () => {
      // Settings that were not tested are not stored.
      if (tested === undefined) await test();
      await saveAccount(settings, leftOut);
      showNotice({ kind: 'ok', text: tMailbox('saved') });
      onSaved();
    });
  return { settings, change, leftOut, setLeftOut, tested, problem, isBusy, test: () => run(test), save };
}

interface AccountDialogProps {
  /** Undefined: a new account. */
  readonly account?: RecordData | undefined;
  readonly onClose: () => void;
}

/** Connects a mail account: with a password, tested before it is stored, or with the approval of its provider. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const { settings, change, leftOut, setLeftOut, tested, problem, isBusy, test, save } = useConnection(account, onClose);
  const provider = useProvider();
  const { address, host, password } = settings;
  const isReady = address.trim() !== '' && host.trim() !== '' && (password !== '' || account !== undefined);
  return (
    <Dialog
      opened
      title={
        account === undefined ? tMailbox('connectTitle') : tMailbox('settingsTitle', { address: toText(account['gmail_email_address']) })
      }
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tMailbox('cancel')}</Button>
          <Button disabled={!isReady} loading={isBusy} onClick={test}>
            {tMailbox('test')}
          </Button>
          <Button variant="primary" disabled={!isReady} loading={isBusy} onClick={save}>
            {tMailbox('save')}
          </Button>
        </>
      }
    >
      <div className="mb-account-form">
        <TextInput
          label={tMailbox('address')}
          type="email"
          maxLength={320}
          value={address}
          onChange={(event) => change({ address: event.target.value })}
        />
        <TextInput label={tMailbox('nickname')} value={settings.nickname} onChange={(event) => change({ nickname: event.target.value })} />
        {provider !== undefined && <ApprovalPart settings={settings} provider={provider} onEnd={onClose} />}
        <ServerFields settings={settings} onChange={change} />
        {tested !== undefined && <p role="status">{tMailbox(tested.sends ? 'testedBoth' : 'tested')}</p>}
        {tested !== undefined && <FolderChoice folders={tested.folders} leftOut={leftOut} onChange={setLeftOut} />}
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  );
}
