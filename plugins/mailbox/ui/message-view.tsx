import { useState } from 'react';
import { Button, formatRelativeTime, getErrorMessage, recordRoute, showNotice, TextLink } from '#ui';
import type { ThreadMessage } from '../shared/mailbox.ts';
import { loadPictures } from './mailbox-api.ts';
import { tMailbox } from './texts.ts';

/** Nothing in a message runs or loads: it is shown in a sandbox, with pictures that are in its text only. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

function writeDocument(html: string): string {
  return [
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank">`,
    '<body style="font-family:sans-serif;margin:8px;background:#fff;color:#111;overflow-wrap:anywhere">',
    html,
  ].join('');
}

function MessageContent({ message }: { readonly message: ThreadMessage }) {
  const [html, setHtml] = useState(message.html);
  const [isFilled, setFilled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (html === null) return <pre className="mb-text">{message.text}</pre>;
  const show = async (): Promise<void> => {
    setBusy(true);
    try {
      setHtml((await loadPictures(message._id)).html);
      setFilled(true);
    } catch (cause) {
      showNotice({ kind: 'error', text: getErrorMessage(cause) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {message.remotePictures > 0 && !isFilled && (
        <Button loading={isBusy} onClick={() => void show()}>
          {tMailbox('pictures', { count: String(message.remotePictures) })}
        </Button>
      )}
      <iframe className="mb-html" title={tMailbox('content')} sandbox="allow-popups" srcDoc={writeDocument(html)} />
    </>
  );
}

/** One message of a conversation. */
export function MessageView({ message }: { readonly message: ThreadMessage }) {
  return (
    <article className="mb-message">
      <header className="mb-head">
        <strong>{message.sender}</strong>
        <span className="mb-note">{formatRelativeTime(message.sentAt)}</span>
        <span className="mb-note">{tMailbox('to', { names: [...message.to, ...message.cc].join(', ') })}</span>
        {message.records.map(({ module, id, name }) => (
          <TextLink key={`${module}/${id}`} href={recordRoute(module, id)}>
            {name}
          </TextLink>
        ))}
      </header>
      <MessageContent message={message} />
      {message.files.length > 0 && (
        <ul className="mb-files">
          {message.files.map(({ _id, name, path }) => (
            <li key={_id}>
              <TextLink href={path}>{name}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
