import { Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  EmptyState,
  ErrorState,
  findModule,
  formatRelativeTime,
  PageHeader,
  showNotice,
  SkeletonRows,
  useAction,
  useModuleChanges,
  useRecordSearch,
  useShell,
  useUserId,
  type RecordData,
} from '#ui';
import type { MailLine } from '../shared/mailbox.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountsDialog } from './accounts-dialog.tsx';
import { fetchInbox, markRead } from './mailbox-api.ts';
import { tMailbox } from './texts.ts';
import { ThreadPane } from './thread-pane.tsx';
import { useMailList } from './use-mail-list.ts';
import './mailbox.css';

const MOST = 200;

/** The records of a module that belong to the user. */
function useOwnRecords(name: string, userId: string, sortField: string): readonly RecordData[] | undefined {
  const module = findModule(useShell().data, name);
  const { data, refetch } = useRecordSearch(module, {
    searchTerms: { user: { equals: userId } },
    sortField,
    sortOrder: 'asc',
    pageSize: MOST,
  });
  useModuleChanges(name, () => void refetch());
  return data?.data;
}

function Line({ line, isChosen, onChoose }: { readonly line: MailLine; readonly isChosen: boolean; readonly onChoose: () => void }) {
  return (
    <li>
      <button type="button" className="mb-line" data-unread={!line.read} aria-current={isChosen} onClick={onChoose}>
        <span className="mb-sender">{line.sender}</span>
        <span className="mb-note">{formatRelativeTime(line.receivedAt)}</span>
        <span className="mb-line-subject">
          {!line.read && <span className="mb-dot" role="img" aria-label={tMailbox('unread')} />}
          {line.subject}
          {line.hasAttachments && (
            <span aria-label={tMailbox('attachment')} role="img">
              {' 📎'}
            </span>
          )}
        </span>
        <span className="mb-note mb-snippet">{line.snippet}</span>
      </button>
    </li>
  );
}

interface ListProps {
  readonly list: ReturnType<typeof useMailList>;
  readonly chosen: MailLine | undefined;
  readonly onChoose: (line: MailLine) => void;
}

function MailList({ list, chosen, onChoose }: ListProps) {
  const { lines, error, hasMore, reload, readMore } = list;
  if (error !== '') return <ErrorState title={tMailbox('loadFailed')} text={error} onRetry={reload} />;
  if (lines === undefined) return <SkeletonRows rows={8} />;
  if (lines.length === 0) return <EmptyState title={tMailbox('none')} help={tMailbox('noneHelp')} />;
  return (
    <>
      <ul className="mb-lines">
        {lines.map((line) => (
          <Line key={line._id} line={line} isChosen={line._id === chosen?._id} onChoose={() => onChoose(line)} />
        ))}
      </ul>
      {hasMore && <Button onClick={readMore}>{tMailbox('earlier')}</Button>}
    </>
  );
}

function AccountStates({ accounts }: { readonly accounts: readonly RecordData[] }) {
  const failing = accounts.filter(({ status }) => status === 'Failing');
  return failing.map((account) => (
    <p key={account._id} className="mb-failing" role="status">
      {tMailbox('failing', { address: toText(account['gmail_email_address']), reason: toText(account['failure']) })}
    </p>
  ));
}

/** What is open over the inbox: the list of accounts, or the settings of one (undefined: a new one). */
type Opened = 'accounts' | { readonly account: RecordData | undefined };

interface AccountPartProps {
  readonly accounts: readonly RecordData[];
  readonly opened: Opened | undefined;
  readonly onOpen: (opened: Opened | undefined) => void;
}

function AccountPart({ accounts, opened, onOpen }: AccountPartProps) {
  const close = (): void => onOpen(undefined);
  if (opened === undefined) return null;
  if (opened === 'accounts') return <AccountsDialog accounts={accounts} onSettings={(account) => onOpen({ account })} onClose={close} />;
  return <AccountDialog account={opened.account} onClose={close} />;
}

function Inbox({ userId, opened, onOpen }: Pick<AccountPartProps, 'opened' | 'onOpen'> & { readonly userId: string }) {
  const [folder, setFolder] = useState('');
  const [search, setSearch] = useState('');
  const [unread, setUnread] = useState(false);
  const [chosen, setChosen] = useState<MailLine>();
  const accounts = useOwnRecords('mailAccounts', userId, 'name');
  const folders = useOwnRecords('emailFolders', userId, 'order') ?? [];
  const list = useMailList({ folder, search, unread });
  const { isBusy, run } = useAction({ onEnd: () => undefined });
  const choose = (line: MailLine): void => {
    setChosen(line);
    if (!line.read) void markRead([line._id], true).then(list.reload, list.reload);
  };
  const part = <AccountPart accounts={accounts ?? []} opened={opened} onOpen={onOpen} />;
  if (accounts?.length === 0)
    return (
      <>
        <EmptyState
          title={tMailbox('noAccount')}
          help={tMailbox('noAccountHelp')}
          actions={<Button onClick={() => onOpen({ account: undefined })}>{tMailbox('connect')}</Button>}
        />
        {part}
      </>
    );
  const nameFolder = ({ name, unread_count: count }: RecordData): string =>
    `${toText(name)}${Number(count ?? 0) > 0 ? ` (${Number(count)})` : ''}`;
  return (
    <>
      {part}
      <AccountStates accounts={accounts ?? []} />
      <div className="mb-inbox" data-open={chosen !== undefined}>
        <div className="mb-list">
          <div className="mb-filters">
            <Select
              aria-label={tMailbox('folders')}
              allowDeselect={false}
              data={[{ value: '', label: tMailbox('allMail') }, ...folders.map((one) => ({ value: one._id, label: nameFolder(one) }))]}
              value={folder}
              onChange={(value) => setFolder(value ?? '')}
            />
            <TextInput
              aria-label={tMailbox('search')}
              placeholder={tMailbox('search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Checkbox label={tMailbox('unreadOnly')} checked={unread} onChange={(event) => setUnread(event.target.checked)} />
            <Button
              loading={isBusy}
              onClick={() =>
                void run(async () => {
                  await fetchInbox();
                  showNotice({ kind: 'ok', text: tMailbox('fetching') });
                })
              }
            >
              {tMailbox('refresh')}
            </Button>
          </div>
          <MailList list={list} chosen={chosen} onChoose={choose} />
        </div>
        <div className="mb-pane">
          <ThreadPane line={chosen} folders={folders} onBack={() => setChosen(undefined)} onChanged={list.reload} />
        </div>
      </div>
    </>
  );
}

/** `/app/inbox`: the messages of the user's mail accounts. */
export function InboxPage() {
  const userId = useUserId();
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <PageHeader title={tMailbox('inbox')} actions={<Button onClick={() => setOpened('accounts')}>{tMailbox('accounts')}</Button>} />
      <div className="ms-page">{userId !== undefined && <Inbox userId={userId} opened={opened} onOpen={setOpened} />}</div>
    </>
  );
}
