import { Checkbox, Textarea } from '@mantine/core';
import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  createRecord,
  findModule,
  formatRelativeTime,
  useAction,
  useModuleChanges,
  useNamesById,
  useRecordSearch,
  useShell,
  useUserId,
  type RecordData,
} from '#ui';
import { markViewed } from '../credentialing-api.ts';
import { MESSAGES } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';

const MOST = 200;

/** Ids of the users who have read a message. */
function readersOf(message: RecordData): readonly string[] {
  const value = message['viewedBy'];
  return Array.isArray(value) ? value.map((one) => toText(one)) : [];
}

/** Whether somebody else wrote it and the user has not read it. */
function isUnread(message: RecordData, userId: string | undefined): boolean {
  return toText(message['created_by']) !== userId && userId !== undefined && !readersOf(message).includes(userId);
}

function useMessages(item: string) {
  const module = findModule(useShell().data, MESSAGES);
  const { data, refetch } = useRecordSearch(module, {
    searchTerms: { required_item: { equals: item } },
    sortField: 'createdAt',
    sortOrder: 'asc',
    pageSize: MOST,
  });
  useModuleChanges(MESSAGES, () => void refetch());
  return { module, messages: data?.data ?? [], refetch };
}

function Message({
  message,
  names,
  userId,
}: {
  readonly message: RecordData;
  readonly names: ReadonlyMap<string, string>;
  readonly userId: string | undefined;
}) {
  const author = toText(message['created_by']);
  const readers = readersOf(message)
    .filter((id) => id !== author)
    .flatMap((id) => (id === userId ? [tCredentialing('messages.you')] : (names.get(id) ?? [])));
  return (
    <li className="cr-message" data-own={author === userId} data-staff={message['staff_only'] === true}>
      <span className="cr-message-head">
        <strong>{author === userId ? tCredentialing('messages.you') : (names.get(author) ?? tCredentialing('messages.somebody'))}</strong>
        <span className="ms-muted">{formatRelativeTime(toText(message['createdAt']))}</span>
        {message['staff_only'] === true && <span className="ms-tag">{tCredentialing('messages.staffOnly')}</span>}
      </span>
      <p>{toText(message['message'])}</p>
      {readers.length > 0 && <span className="ms-muted">{tCredentialing('messages.viewedBy', { names: readers.join(', ') })}</span>}
    </li>
  );
}

/** The form for a new message; staff may write one that the provider does not see. */
function NewMessage({ item, path, onSent }: { readonly item: string; readonly path: string; readonly onSent: () => void }) {
  const isStaff = useShell().data?.isStaff === true;
  const [text, setText] = useState('');
  const [isInternal, setInternal] = useState(false);
  const { isBusy, run } = useAction();
  const send = () =>
    run(async () => {
      await createRecord(path, { required_item: item, message: text.trim(), ...(isInternal ? { staff_only: true } : {}) });
      setText('');
      onSent();
    });
  return (
    <div className="cr-new-message">
      <Textarea
        label={tCredentialing(isStaff ? 'messages.write' : 'messages.question')}
        autosize
        minRows={2}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isStaff && (
        <Checkbox
          label={tCredentialing('messages.onlyStaff')}
          checked={isInternal}
          onChange={(event) => setInternal(event.target.checked)}
        />
      )}
      <Button icon={Send} size={isStaff ? 'md' : 'phone'} loading={isBusy} disabled={text.trim() === ''} onClick={send}>
        {tCredentialing('messages.send')}
      </Button>
    </div>
  );
}

/** What staff and provider wrote about an item; what is shown counts as read. */
export function Messages({ item }: { readonly item: string }) {
  const userId = useUserId();
  const { module, messages, refetch } = useMessages(item);
  const unread = messages.filter((message) => isUnread(message, userId)).map(({ _id }) => _id);
  const { names } = useNamesById(
    'users',
    messages.flatMap((message) => [toText(message['created_by']), ...readersOf(message)]).filter((id) => id !== ''),
  );
  useEffect(() => {
    if (unread.length > 0 && userId !== undefined)
      void markViewed(unread, userId).then(
        () => refetch(),
        () => undefined,
      );
  }, [unread.join(), userId]);
  if (module === undefined) return null;
  return (
    <section className="cr-block" aria-label={tCredentialing('messages.title')}>
      <h2 className="cr-block-title">
        {tCredentialing('messages.title')} <span className="ms-count">{messages.length}</span>
      </h2>
      <ol className="cr-list">
        {messages.map((message) => (
          <Message key={message._id} message={message} names={names} userId={userId} />
        ))}
      </ol>
      {module.rights.create && <NewMessage item={item} path={module.path} onSent={() => void refetch()} />}
    </section>
  );
}
