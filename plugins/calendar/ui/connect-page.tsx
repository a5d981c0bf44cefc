import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  Button,
  callApi,
  ConfirmDialog,
  ErrorState,
  formatFullDay,
  getErrorMessage,
  PageHeader,
  showNotice,
  SkeletonRows,
  usePageTitle,
} from '#ui';
import { IcsImport } from './ics-import.tsx';
import { tCalendar } from './texts.ts';
import './calendar.css';

const PATH = '/api/calendar-feeds/mine';

interface Feed {
  readonly _id: string;
  readonly name: string;
  readonly expiresAt: string;
}

function useFeeds() {
  const [feeds, setFeeds] = useState<readonly Feed[]>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    callApi<{ readonly data: readonly Feed[] }>('GET', PATH, { signal: controller.signal }).then(
      ({ data }) => {
        setFeeds(data);
        setError(undefined);
      },
      (failure: unknown) => {
        if (!controller.signal.aborted) setError(failure);
      },
    );
    return () => controller.abort();
  }, [attempt]);
  return { feeds, error, reload: () => setAttempt((before) => before + 1) };
}

/** The form of a new feed, and its address after it was created. */
function NewFeed({ onCreated }: { readonly onCreated: () => void }) {
  const [name, setName] = useState(tCalendar('feedDefault'));
  const [url, setUrl] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const create = async (): Promise<void> => {
    setSaving(true);
    try {
      const made = await callApi<{ readonly url: string }>('POST', PATH, { body: { name: name.trim() } });
      setUrl(made.url);
      onCreated();
    } catch (failure) {
      showNotice({ kind: 'error', text: getErrorMessage(failure) });
    }
    setSaving(false);
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url ?? '');
    showNotice({ kind: 'ok', text: tCalendar('copied') });
  };
  return (
    <>
      <div className="cl-row">
        <TextInput
          size="xs"
          label={tCalendar('feedName')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button variant="primary" loading={isSaving} disabled={name.trim() === ''} onClick={() => void create()}>
          {tCalendar('createFeed')}
        </Button>
      </div>
      {url !== undefined && (
        <div role="status" className="cl-section">
          <p>{tCalendar('feedUrl')}</p>
          <div className="cl-url" data-testid="feed-url">
            {url}
          </div>
          <div>
            <Button onClick={() => void copy()}>{tCalendar('copy')}</Button>
          </div>
        </div>
      )}
    </>
  );
}

/** The user's feeds. */
function FeedList({ feeds, onRevoked }: { readonly feeds: readonly Feed[]; readonly onRevoked: () => void }) {
  const [leaving, setLeaving] = useState<Feed>();
  const revoke = async ({ _id, name }: Feed): Promise<void> => {
    try {
      await callApi('DELETE', `${PATH}/${encodeURIComponent(_id)}`);
      showNotice({ kind: 'ok', text: tCalendar('revoked', { name }) });
      onRevoked();
    } catch (failure) {
      showNotice({ kind: 'error', text: getErrorMessage(failure) });
    }
    setLeaving(undefined);
  };
  if (feeds.length === 0) return <p>{tCalendar('noFeeds')}</p>;
  return (
    <>
      <ul className="cl-list">
        {feeds.map((feed) => (
          <li key={feed._id}>
            <span>{feed.name}</span>
            <span>{tCalendar('validUntil', { day: formatFullDay(feed.expiresAt.slice(0, 10)) })}</span>
            <Button size="sm" onClick={() => setLeaving(feed)}>
              {tCalendar('revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          opened
          title={tCalendar('revokeTitle', { name: leaving.name })}
          text={tCalendar('revokeText')}
          confirmLabel={tCalendar('revoke')}
          onConfirm={() => void revoke(leaving)}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

/** `/app/x/calendar/connect`: the user's feeds, and the import of iCalendar files. */
export function ConnectPage() {
  usePageTitle(tCalendar('connect'));
  const { feeds, error, reload } = useFeeds();
  return (
    <>
      <PageHeader title={tCalendar('connect')} />
      <div className="ms-page cl-page">
        <section className="cl-section" aria-labelledby="cl-feeds">
          <h2 id="cl-feeds">{tCalendar('feeds')}</h2>
          <p>{tCalendar('feedsHelp')}</p>
          <NewFeed onCreated={reload} />
          {error !== undefined && <ErrorState title={tCalendar('feedsFailed')} text={getErrorMessage(error)} onRetry={reload} />}
          {error === undefined && feeds === undefined && <SkeletonRows rows={2} columns={3} />}
          {feeds !== undefined && <FeedList feeds={feeds} onRevoked={reload} />}
        </section>
        <IcsImport />
      </div>
    </>
  );
}
