import { Checkbox, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import { Button, Dialog, FieldError, getErrorMessage, showNotice, useAction, type RecordData } from '#ui';
import { ApprovalPart } from './approval-part.tsx';
import { readProvider, saveAccount, testSettings, type AccountSettings, type MailProvider, type ServerFolder } from './mailbox-api.ts';
import { tMailbox } from './texts.ts';

const PORTS: { readonly [security: string]: number } = { TLS: 993, STARTTLS: 143, None: 143 };

function readSettings(account: RecordData | undefined): AccountSettings {
  const security = toText(account?.['incoming_security']) || 'TLS';
  const host = toText(account?.['incoming_host']);
  return {
    ...(account === undefined ? {} : { account: account._id }),
    address: toText(account?.['gmail_email_address']),
    nickname: toText(account?.['account_nickname']),
    username: toText(account?.['username']),
    host: host === '' && account?.['kind'] === 'Gmail' ? 'imap.gmail.com' : host,
    port: Number(account?.['incoming_port'] ?? PORTS[security]),
    security,
    password: '',
  };
}

function readLeftOut(account: RecordData | undefined): readonly string[] {
  const lines = account?.['left_out_folders'];
  return Array.isArray(lines) ? lines.map((line) => toText((line as { readonly path?: string }).path)) : [];
}

interface FieldsProps {
  readonly settings: AccountSettings;
  readonly onChange: (change: Partial<AccountSettings>) => void;
}

function ServerFields({ settings, onChange }: FieldsProps) {
  const isStored = settings.account !== undefined;
  return (
    <>
      <div className="mb-server">
        <TextInput
          label={tMailbox('host')}
          maxLength={253}
          placeholder="imap.example.com"
          value={settings.host}
          onChange={(event) => onChange({ host: event.target.value })}
        />
        <NumberInput
          label={tMailbox('port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          value={settings.port}
          onChange={(value) => onChange({ port: Number(value) })}
        />
        <Select
          label={tMailbox('security')}
          allowDeselect={false}
          data={Object.keys(PORTS)}
          value={settings.security}
          onChange={(value) => onChange({ security: value ?? 'TLS', port: PORTS[value ?? 'TLS'] ?? settings.port })}
        />
      </div>
      <TextInput
        label={tMailbox('username')}
        description={tMailbox('usernameHelp')}
        autoComplete="off"
        value={settings.username}
        onChange={(event) => onChange({ username: event.target.value })}
      />
      <PasswordInput
        label={tMailbox('password')}
        description={tMailbox(isStored ? 'passwordStored' : 'passwordHelp')}
        autoComplete="new-password"
        maxLength={1_000}
        value={settings.password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
    </>
  );
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
  const [folders, setFolders] = useState<readonly ServerFolder[]>();
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (error) => setProblem(getErrorMessage(error)) });
  const test = async (): Promise<void> => {
    setProblem('');
    setFolders(undefined);
    setFolders((await testSettings(settings)).folders);
  };
  const change = (part: Partial<AccountSettings>): void => {
    setFolders(undefined);
    setSettings((before) => ({ ...before, ...part }));
  };
  const save = (): void =>
    run(async () => {
      // Settings that were not tested are not stored.
      if (folders === undefined) await test();
      await saveAccount(settings, leftOut);
      showNotice({ kind: 'ok', text: tMailbox('saved') });
      onSaved();
    });
  return { settings, change, leftOut, setLeftOut, folders, problem, isBusy, test: () => run(test), save };
}

interface AccountDialogProps {
  /** Undefined: a new account. */
  readonly account?: RecordData | undefined;
  readonly onClose: () => void;
}

/** Connects a mail account: with a password, tested before it is stored, or with the approval of its provider. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const { settings, change, leftOut, setLeftOut, folders, problem, isBusy, test, save } = useConnection(account, onClose);
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
        {provider !== undefined && <ApprovalPart settings={settings} provider={provider} onConnected={onClose} />}
        <ServerFields settings={settings} onChange={change} />
        {folders !== undefined && <p role="status">{tMailbox('tested')}</p>}
        {folders !== undefined && <FolderChoice folders={folders} leftOut={leftOut} onChange={setLeftOut} />}
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  );
}
