import { Checkbox } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { toText } from '#engine/model';
import { Icon, type RecordData } from '#ui';
import { doneDayOf, isCounted, isDone, noteOf, StatePill, stateOf, type ItemState, type ItemTimes } from '../items/item-state.tsx';
import { groupItems, labelOf } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';

interface LineProps {
  readonly item: RecordData;
  readonly times: ItemTimes;
  readonly isChosen: boolean;
  readonly isSelected: boolean;
  /** Number of messages that the user has not read. */
  readonly unread: number;
  /** Undefined: it cannot be selected. */
  readonly onSelect: ((isSelected: boolean) => void) | undefined;
  readonly onChoose: () => void;
}

/** The messages that the user has not read. */
function UnreadCount({ count }: { readonly count: number }) {
  return count > 0 ? (
    <span className="cr-unread" role="img" aria-label={tCredentialing('messages.unread', { count })}>
      {count}
    </span>
  ) : null;
}

function ItemLine({ item, times, isChosen, isSelected, unread, onSelect, onChoose }: LineProps) {
  const state = stateOf(item, times);
  const note = noteOf(item, times);
  const day = state === 'approved' ? doneDayOf(item) : '';
  return (
    <li className="cr-line" aria-current={isChosen || undefined}>
      {onSelect !== undefined && (
        <Checkbox
          aria-label={tCredentialing('list.select', { item: labelOf(item) })}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      )}
      <button type="button" className="cr-line-open" onClick={onChoose}>
        <span className="cr-line-name">
          {labelOf(item)}
          {item['isOptional'] === true && <span className="ms-muted"> {tCredentialing('list.optional')}</span>}
          {note !== '' && <span className="cr-line-note">{note}</span>}
        </span>
        <UnreadCount count={unread} />
        {day !== '' && <span className="ms-muted ms-tabular">{day}</span>}
        <StatePill state={state} />
      </button>
    </li>
  );
}

/** States in which nobody has to look at an item. */
const QUIET: readonly ItemState[] = ['approved', 'waived', 'reference', 'notApplicable'];

interface CategoryProps extends Omit<ChecklistProps, 'items'> {
  readonly category: string;
  readonly items: readonly RecordData[];
  /** All items of the category, with those that the filter hides. */
  readonly all: readonly RecordData[];
}

function Category({ category, items, all, times, chosen, selected, unread, onSelect, onChoose }: CategoryProps) {
  const counted = all.filter(isCounted);
  const done = counted.filter((item) => isDone(item, times)).length;
  const isComplete = all.every((item) => QUIET.includes(stateOf(item, times)));
  // What is complete is closed at first, unless an item of it is open at the side.
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? (!isComplete || items.some(({ _id }) => _id === chosen));
  return (
    <section className="cr-category">
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
          {category === '' ? tCredentialing('list.noCategory') : category}
          <span className="ms-muted ms-tabular">{tCredentialing('list.doneOf', { done, total: counted.length })}</span>
          {isComplete && !isOpen && <span className="cr-line-end ms-muted">{tCredentialing('list.allApproved')}</span>}
        </button>
      </h2>
      {isOpen && (
        <ul className="cr-list">
          {items.map((item) => (
            <ItemLine
              key={item._id}
              item={item}
              times={times}
              isChosen={item._id === chosen}
              isSelected={selected.has(item._id)}
              unread={unread?.[item._id] ?? Number(item['unreadMessageCount'] ?? 0)}
              onSelect={item['status'] === 'Submitted' && onSelect ? (isSelected) => onSelect(item._id, isSelected) : undefined}
              onChoose={() => onChoose(item._id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ChecklistProps {
  /** All items. */
  readonly items: readonly RecordData[];
  readonly times: ItemTimes;
  /** Id of the item that is shown at the side. */
  readonly chosen: string | undefined;
  /** Ids of the items that are selected for approval. */
  readonly selected: ReadonlySet<string>;
  /** Messages that the user has not read, by item; undefined: those that nobody of the staff has read are shown. */
  readonly unread: { readonly [item: string]: number } | undefined;
  /** Absent: nothing can be selected. */
  readonly onSelect?: ((id: string, isSelected: boolean) => void) | undefined;
  readonly onChoose: (id: string) => void;
}

/** The items of a checklist by category, with what is done of each. */
export function Checklist({ shown, ...props }: ChecklistProps & { readonly shown: (item: RecordData) => boolean }) {
  const { items } = props;
  return groupItems(items).map(({ category, items: all }) => {
    const own = all.filter(shown);
    return own.length === 0 ? null : <Category key={category} {...props} category={category} items={own} all={all} />;
  });
}

/** Percent of the items that must be complete, rounded down. */
export function completionOf(items: readonly RecordData[], times: ItemTimes) {
  const counted = items.filter(isCounted);
  const done = counted.filter((item) => isDone(item, times)).length;
  return { done, total: counted.length, percent: counted.length === 0 ? 100 : Math.floor((done * 100) / counted.length) };
}

/** Whether an item is to be decided or done by a user. */
export function isFor(item: RecordData, userId: string | undefined): boolean {
  const isOpen =
    item['status'] === 'Submitted' || (item['provider_assigned'] !== true && ['Open', 'Expired'].includes(toText(item['status'])));
  return isOpen && toText(item['assigned_to']) === userId;
}
