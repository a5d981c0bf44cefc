import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { toText, type JsonValue } from '#engine/model';
import {
  Button,
  ButtonLink,
  callApi,
  FieldInput,
  findField,
  findModule,
  formatDayInText,
  isWritable,
  readRelate,
  recordRoute,
  SafeText,
  showNotice,
  updateRecord,
  useAction,
  useModuleQuery,
  useSession,
  useShell,
  type SlotProps,
} from '#ui';
import { ITEMS } from '../items/use-items.ts';
import { Messages } from '../review/messages.tsx';
import { tCredentialing } from '../texts.ts';
import { actionOf, ownOptionsOf } from './provider-actions.ts';

const OPEN: readonly string[] = ['Open', 'Needs Correction', 'Expired', 'Submitted'];

type ItemProps = SlotProps<'record'>;

/** Saves what the provider enters; the server submits the item with it. */
function useHandIn({ module, record, reload }: ItemProps) {
  const { isBusy, run } = useAction();
  const send = (fields: Readonly<Record<string, unknown>>) =>
    run(async () => {
      await updateRecord(module.path, record._id, { ...fields, _version: record._version });
      showNotice({ kind: 'ok', text: tCredentialing('own.sent') });
      reload();
    });
  return { isBusy, send };
}

/** The values that can be chosen: those of the item, else those of the dropdown that it names. */
function useOptions({ record }: ItemProps): readonly string[] {
  const own = ownOptionsOf(record);
  const name = toText(record['dropdown']);
  const { data = [] } = useModuleQuery(ITEMS, { dropdown: own.length > 0 ? '' : name }, async (signal) => {
    if (own.length > 0 || name === '') return [];
    const { options } = await callApi<{ readonly options: readonly { readonly label: string }[] }>('POST', '/api/dropdowns/get-by-name', {
      body: { name },
      signal,
    });
    return options.map(({ label }) => label);
  });
  return own.length > 0 ? own : data;
}

function ChoiceForm(props: ItemProps) {
  const { isBusy, send } = useHandIn(props);
  const options = useOptions(props);
  const [choice, setChoice] = useState<string | null>(toText(props.record['provider_response']) || null);
  return (
    <>
      <Select label={tCredentialing('own.choice')} data={[...new Set(options)]} value={choice} onChange={setChoice} />
      <Button
        variant="primary"
        size="phone"
        disabled={choice === null}
        loading={isBusy}
        onClick={() => send({ provider_response: choice })}
      >
        {tCredentialing('own.send')}
      </Button>
    </>
  );
}

function DateForm(props: ItemProps) {
  const { module, record } = props;
  const { isBusy, send } = useHandIn(props);
  const [day, setDay] = useState<JsonValue | undefined>(record['response_date']);
  const field = findField(module, 'response_date');
  if (field === undefined) return null;
  return (
    <>
      <FieldInput id="cr-day" module={module} field={field} value={day} onChange={setDay} />
      <Button variant="primary" size="phone" disabled={toText(day) === ''} loading={isBusy} onClick={() => send({ response_date: day })}>
        {tCredentialing('own.send')}
      </Button>
    </>
  );
}

/** For what is done elsewhere: a sentence about it. A document that goes with it is sent above. */
function SentenceForm(props: ItemProps) {
  const { isBusy, send } = useHandIn(props);
  const [text, setText] = useState(toText(props.record['provider_response']));
  return (
    <>
      <Textarea
        label={tCredentialing('own.sentence')}
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="phone" disabled={text.trim() === ''} loading={isBusy} onClick={() => send({ provider_response: text.trim() })}>
        {tCredentialing('own.send')}
      </Button>
    </>
  );
}

/** The link to what is to be signed or read. */
function OtherRecord({ record }: ItemProps) {
  const user = useSession((session) => session.user);
  const shell = useShell().data;
  const isToSign = actionOf(record) === 'sign';
  const other = readRelate(record[isToSign ? 'relatedAgreement' : 'relatedLibraryResource']);
  const name = isToSign
    ? ((other as { readonly module?: string } | undefined)?.module ?? 'interactiveDocumentInstances')
    : 'libraryResources';
  const canOpen = other !== undefined && findModule(shell, name)?.rights.access === true;
  if (!canOpen) return isToSign ? <p>{tCredentialing('own.signHelp')}</p> : null;
  return (
    <ButtonLink variant={isToSign ? 'primary' : 'default'} size="phone" href={recordRoute(name, other._id, user)}>
      {tCredentialing(isToSign ? 'action.sign' : 'action.read')}
    </ButtonLink>
  );
}

/** What the provider enters, by the kind of the item. */
function Work(props: ItemProps) {
  const { module, record } = props;
  const field = findField(module, actionOf(record) === 'date' ? 'response_date' : 'provider_response');
  const canWrite = field !== undefined && isWritable(field, false) && record['locked'] !== true && OPEN.includes(toText(record['status']));
  switch (actionOf(record)) {
    case 'date':
      return canWrite ? <DateForm {...props} /> : null;
    case 'choose':
      return canWrite ? <ChoiceForm {...props} /> : null;
    case 'sign':
      return <OtherRecord {...props} />;
    case 'read':
      return (
        <>
          <OtherRecord {...props} />
          {canWrite && <SentenceForm {...props} />}
        </>
      );
    case 'do':
      return canWrite ? <SentenceForm {...props} /> : null;
    default:
      return null;
  }
}

/** An item for its provider: what is asked for, what to correct, the input, and questions. Documents are sent in the part above. */
export function ProviderItem(props: ItemProps) {
  const { record } = props;
  const description = toText(record['description']);
  const isUpload = actionOf(record) === 'upload';
  const due = toText(record['due_date']);
  const note = toText(record['review_note']);
  return (
    <div className="cr-own-page">
      {description !== '' && <SafeText text={description} />}
      {!isUpload && due !== '' && <p>{tCredentialing('note.due', { day: formatDayInText(due) })}</p>}
      {!isUpload && note !== '' && (
        <p className="cr-problem" role="note" aria-label={tCredentialing('item.toCorrect')}>
          {note}
        </p>
      )}
      <div className="cr-own-form">
        <Work {...props} />
      </div>
      <Messages item={record._id} />
    </div>
  );
}
