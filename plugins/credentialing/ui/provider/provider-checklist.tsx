import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { toText } from '#engine/model';
import { ButtonLink, Card, EmptyState, Icon, recordRoute, useSession, type RecordData } from '#ui';
import { doneDayOf, isDone, noteOf, StatePill, stateOf, type ItemTimes } from '../items/item-state.tsx';
import { ITEMS, labelOf } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { actionOf } from './provider-actions.ts';

const OPEN: readonly string[] = ['Open', 'Needs Correction', 'Expired'];

/** What a provider has to do first: what is due first, then what has no day. */
function sortByDue(items: readonly RecordData[]): readonly RecordData[] {
  const dueOf = (item: RecordData): string => toText(item['due_date']) || '9999';
  return [...items].sort((one, two) => dueOf(one).localeCompare(dueOf(two)));
}

function Line({ item, times, isOpen }: { readonly item: RecordData; readonly times: ItemTimes; readonly isOpen: boolean }) {
  const user = useSession((session) => session.user);
  const href = recordRoute(ITEMS, item._id, user);
  const note = noteOf(item, times);
  const state = stateOf(item, times);
  return (
    <li className="cr-own-item">
      <span className="cr-line-name">
        <strong>{labelOf(item)}</strong>
        {note !== '' && (
          <span className="cr-line-note" data-late={state === 'overdue' || state === 'rejected' || state === 'expired'}>
            {note}
          </span>
        )}
      </span>
      {isOpen ? (
        <ButtonLink variant="primary" size="phone" href={href}>
          {tCredentialing(`action.${actionOf(item)}`)}
        </ButtonLink>
      ) : (
        <>
          <span className="ms-muted ms-tabular">{state === 'approved' ? doneDayOf(item) : ''}</span>
          <StatePill state={state} />
        </>
      )}
    </li>
  );
}

function Done({ items, times }: { readonly items: readonly RecordData[]; readonly times: ItemTimes }) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <section className="cr-own-done">
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
          {tCredentialing('own.done')} <span className="ms-count">{items.length}</span>
        </button>
      </h2>
      {isOpen && (
        <ul className="cr-list">
          {items.map((item) => (
            <Line key={item._id} item={item} times={times} isOpen={false} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The checklist of a provider for themselves: what is left in order, with one button each, then what is in review and what is done. */
export function ProviderChecklist({ items, times }: { readonly items: readonly RecordData[]; readonly times: ItemTimes }) {
  const requested = items.filter((item) => item['not_applicable'] !== true && item['provider_assigned'] === true);
  const isToDo = (item: RecordData) => OPEN.includes(toText(item['status'])) && item['reference_only'] !== true && item['locked'] !== true;
  const toDo = sortByDue(requested.filter(isToDo));
  const waiting = requested.filter(({ status }) => status === 'Submitted');
  const done = requested.filter((item) => isDone(item, times) && !isToDo(item));
  return (
    <div className="cr-own">
      <Card title={tCredentialing('own.todo')} note={toDo.length}>
        {toDo.length === 0 && (
          <EmptyState compact headingLevel={3} title={tCredentialing('own.none')} help={tCredentialing('own.noneHelp')} />
        )}
        <ul className="cr-list">
          {toDo.map((item) => (
            <Line key={item._id} item={item} times={times} isOpen />
          ))}
        </ul>
      </Card>
      {waiting.length > 0 && (
        <Card title={tCredentialing('own.waiting')} note={waiting.length}>
          <ul className="cr-list">
            {waiting.map((item) => (
              <Line key={item._id} item={item} times={times} isOpen={false} />
            ))}
          </ul>
        </Card>
      )}
      <Done items={done} times={times} />
    </div>
  );
}
