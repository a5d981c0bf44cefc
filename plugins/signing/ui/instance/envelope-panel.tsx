import { Award, Ban, Bell, Download, Ellipsis, FilePlus, Files, PenLine, Send } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button, ErrorState, formatRelativeTime, getErrorMessage, IconButton, Menu, showNotice, useAction, type SlotProps } from '#ui';
import { hueClass } from '../pages/recipient-roles.ts';
import { CancelDialog, CopiesDialog, InPersonDialog } from './envelope-dialogs.tsx';
import {
  convertToDocument,
  download,
  readLog,
  readRecipients,
  remind,
  requestSignature,
  type Recipient,
  type SigningEvent,
  type SigningLog,
} from './instance-api.ts';
import { tEnvelope } from './texts.ts';
import '../pages/forms.css';
import './envelope.css';

/** States in which nobody signs any more. */
const ENDED: readonly unknown[] = ['Completed', 'Declined', 'Expired', 'Canceled'];
const DONE: readonly unknown[] = ['Signed', 'Declined'];

type Opened = 'cancel' | 'copies' | Recipient;

interface PartProps {
  readonly id: string;
  readonly canAct: boolean;
  readonly run: ReturnType<typeof useAction>['run'];
  readonly onOpen: (opened: Opened) => void;
  readonly onChanged: () => void;
}

function RecipientRow({ recipient, id, canAct, run, onOpen, onChanged }: PartProps & { readonly recipient: Recipient }) {
  const {
    recipientId,
    recipientType,
    name = '',
    email = '',
    status = tEnvelope('waiting'),
    requested_at: requested,
    signed_at: signed,
  } = recipient;
  const time = signed ?? requested;
  const isRequested = status === 'Requested' || status === 'Viewed';
  const remindThis = () =>
    run(async () => {
      showNotice({ kind: 'ok', text: tEnvelope('reminded', { count: await remind(id, recipientId) }) });
      onChanged();
    });
  return (
    <li className={`sg-signer ${hueClass(recipientType)}`}>
      <span className="sg-swatch" aria-hidden />
      <div>
        <p>{name}</p>
        <p className="ms-muted">{tEnvelope('recipient', { role: recipientType, email })}</p>
        <p className="ms-muted">{time === undefined ? status : tEnvelope('since', { status, time: formatRelativeTime(time) })}</p>
      </div>
      {canAct && !DONE.includes(status) && (
        <div className="sg-signer-buttons">
          {isRequested && (
            <Button size="xs" icon={Bell} onClick={remindThis}>
              {tEnvelope('remind')}
            </Button>
          )}
          <Button size="xs" icon={PenLine} onClick={() => onOpen(recipient)}>
            {tEnvelope('inPerson')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Actions({ id, canAct, isEnded, run, onOpen, onChanged }: PartProps & { readonly isEnded: boolean }) {
  const count = (work: () => Promise<number>, some: 'requested' | 'reminded', none: 'noneRequested' | 'noneReminded') =>
    run(async () => {
      const found = await work();
      showNotice({ kind: 'ok', text: found === 0 ? tEnvelope(none) : tEnvelope(some, { count: found }) });
      onChanged();
    });
  const convert = () =>
    run(async () => {
      await convertToDocument(id);
      showNotice({ kind: 'ok', text: tEnvelope('converted') });
    });
  const files = [
    { id: 'download', label: tEnvelope('downloadSigned'), icon: Download, onSelect: () => run(() => download(id, 'download')) },
    { id: 'both', label: tEnvelope('downloadBoth'), icon: Files, onSelect: () => run(() => download(id, 'download-with-coc')) },
    {
      id: 'certificate',
      label: tEnvelope('downloadCertificate'),
      icon: Award,
      onSelect: () => run(() => download(id, 'download-certificate')),
    },
  ];
  const more = [
    { id: 'copies', label: tEnvelope('sendCopies'), icon: Send, onSelect: () => onOpen('copies') },
    { id: 'convert', label: tEnvelope('convert'), icon: FilePlus, onSelect: convert },
    ...(isEnded ? [] : [{ id: 'cancel', label: tEnvelope('cancelDocument'), icon: Ban, danger: true, onSelect: () => onOpen('cancel') }]),
  ];
  return (
    <div className="sg-signer-buttons">
      {canAct && !isEnded && (
        <>
          <Button size="sm" icon={Send} onClick={() => count(() => requestSignature(id), 'requested', 'noneRequested')}>
            {tEnvelope('request')}
          </Button>
          <Button size="sm" icon={Bell} onClick={() => count(() => remind(id), 'reminded', 'noneReminded')}>
            {tEnvelope('remindAll')}
          </Button>
        </>
      )}
      <Menu
        label={tEnvelope('download')}
        target={
          <Button size="sm" icon={Download}>
            {tEnvelope('download')}
          </Button>
        }
        groups={[{ id: 'files', items: files }]}
      />
      {canAct && (
        <Menu
          label={tEnvelope('more')}
          target={<IconButton icon={Ellipsis} size="sm" label={tEnvelope('more')} />}
          groups={[{ id: 'more', items: more }]}
        />
      )}
    </div>
  );
}

function whoDid({ user, nonUser }: SigningEvent): string {
  const name = typeof user === 'object' ? user?.name : undefined;
  return nonUser?.name ?? nonUser?.email ?? name ?? tEnvelope('unknown');
}

function Log({ id, version }: { readonly id: string; readonly version: number }) {
  const [log, setLog] = useState<SigningLog>();
  const [problem, setProblem] = useState('');
  const read = useCallback(() => {
    setProblem('');
    readLog(id).then(setLog, (cause: unknown) => setProblem(getErrorMessage(cause)));
  }, [id]);
  useEffect(read, [read, version]);
  if (problem !== '') return <ErrorState compact title={tEnvelope('loadFailed')} text={problem} onRetry={read} />;
  if (log === undefined) return null;
  const { data, isIntact, brokenAt } = log;
  return (
    <>
      <ol className="sg-events">
        {data.map((event) => (
          <li key={event._id}>
            <p>{tEnvelope('event', { type: event.type, who: whoDid(event) })}</p>
            {event.description !== undefined && event.description !== '' && <p>{event.description}</p>}
            <p className="ms-muted">{event.action_at !== undefined && formatRelativeTime(event.action_at)}</p>
          </li>
        ))}
      </ol>
      <p className={isIntact ? 'ms-muted' : 'ms-overdue'}>
        {isIntact ? tEnvelope('intact') : tEnvelope('broken', { number: brokenAt ?? 0 })}
      </p>
    </>
  );
}

/** The recipients of a document to sign with their states, what can be done with it, and its log. */
export function EnvelopePanel({ module, record, reload }: SlotProps<'record'>) {
  const [opened, setOpened] = useState<Opened>();
  const [version, setVersion] = useState(0);
  const { run } = useAction();
  const { _id: id } = record;
  const recipients = readRecipients(record);
  const isEnded = ENDED.includes(record['status']);
  const changed = (): void => {
    setOpened(undefined);
    setVersion((count) => count + 1);
    reload();
  };
  const part: PartProps = { id, canAct: module.rights.edit !== 'None', run, onOpen: setOpened, onChanged: changed };
  const close = (): void => setOpened(undefined);
  return (
    <div className="sg-envelope">
      <Actions {...part} isEnded={isEnded} />
      <h3>{tEnvelope('recipients')}</h3>
      {recipients.length === 0 && <p className="ms-muted">{tEnvelope('noRecipients')}</p>}
      <ul className="sg-signers">
        {recipients.map((recipient) => (
          <RecipientRow key={recipient.recipientId} {...part} canAct={part.canAct && !isEnded} recipient={recipient} />
        ))}
      </ul>
      <h3>{tEnvelope('log')}</h3>
      <Log id={id} version={version} />
      {opened === 'cancel' && <CancelDialog id={id} onClose={close} onDone={changed} />}
      {opened === 'copies' && <CopiesDialog id={id} recipients={recipients} onClose={close} />}
      {typeof opened === 'object' && <InPersonDialog id={id} recipient={opened} onClose={close} />}
    </div>
  );
}
