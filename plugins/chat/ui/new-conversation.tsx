import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError, Button, ErrorState, getErrorMessage, showNotice } from '#ui';
import type { ChatPerson } from '../shared/chat.ts';
import { findConversation, searchPeople, type Recipients } from './chat-api.ts';
import { Composer } from './conversation-pane.tsx';
import { tChat } from './texts.ts';

/** Time without typing after which colleagues are searched. */
const PAUSE_MS = 200;

function usePeople(search: string) {
  const [found, setFound] = useState<readonly ChatPerson[]>();
  const [error, setError] = useState<ApiError>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        searchPeople(search).then(
          (people) => {
            if (!isCurrent) return;
            setFound(people);
            setError(undefined);
          },
          (cause: unknown) => {
            if (isCurrent && cause instanceof ApiError) setError(cause);
          },
        );
      },
      search === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, attempt]);
  return { found, error, retry: () => setAttempt(attempt + 1) };
}

function PeopleChoice({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly ChatPerson[];
  readonly onChoose: (people: readonly ChatPerson[]) => void;
}) {
  const [search, setSearch] = useState('');
  const { found, error, retry } = usePeople(search.trim());
  const all = [...chosen, ...(found ?? []).filter(({ _id }) => chosen.every((one) => one._id !== _id))];
  return (
    <>
      <TextInput
        type="search"
        aria-label={tChat('searchPeople')}
        placeholder={tChat('searchPeople')}
        value={search}
        autoFocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error !== undefined && <ErrorState compact text={error.message} code={error.code} onRetry={retry} />}
      {found?.length === 0 && <p className="ms-muted">{tChat('nobody')}</p>}
      <ul className="ct-people" aria-label={tChat('people')}>
        {all.map((person) => (
          <li key={person._id}>
            <Checkbox
              label={person.name}
              checked={chosen.includes(person)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(checked ? [...chosen, person] : chosen.filter((one) => one !== person))
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Chooses colleagues and writes the first message; where they have a conversation already, it is opened. */
export function NewConversation({ onOpen, onCancel }: { readonly onOpen: (key: string) => void; readonly onCancel: () => void }) {
  const [chosen, setChosen] = useState<readonly ChatPerson[]>([]);
  const [groupName, setGroupName] = useState('');
  const [to, setTo] = useState<(Recipients & { readonly key: string }) | undefined>();
  const begin = async () => {
    try {
      const { key, people, exists } = await findConversation(chosen.map(({ _id }) => _id));
      if (exists) onOpen(key);
      else setTo({ key, people, groupName: groupName.trim() });
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    }
  };
  const names = chosen.map(({ name }) => name).join(', ');
  if (to !== undefined)
    return (
      <div className="ct-new">
        <p>{tChat('chosen', { names })}</p>
        <Composer conversation={undefined} to={to} name={to.groupName || names} onSent={() => onOpen(to.key)} />
        <Button onClick={() => setTo(undefined)}>{tChat('cancel')}</Button>
      </div>
    );
  return (
    <div className="ct-new">
      <PeopleChoice chosen={chosen} onChoose={setChosen} />
      {chosen.length > 1 && (
        <TextInput
          label={tChat('groupName')}
          value={groupName}
          maxLength={100}
          onChange={(event) => setGroupName(event.currentTarget.value)}
        />
      )}
      <div className="ct-new-actions">
        <Button onClick={onCancel}>{tChat('cancel')}</Button>
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => void begin()}>
          {tChat('begin')}
        </Button>
      </div>
    </div>
  );
}
