import { Checkbox, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button, FieldError, IconButton, type SlotProps } from '#ui';
import { describeProgress, MAX_ITEMS, MAX_TEXT, readChecklist, type ChecklistItem } from '../shared/checklist.ts';
import { moveItem, toStoredItems } from './checklist-items.ts';
import { tTasks } from './texts.ts';
import './tasks.css';

interface RowProps {
  readonly item: ChecklistItem;
  readonly number: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly readOnly: boolean;
  readonly onChange: (item: ChecklistItem) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** An item: whether it is done, its text, its position. */
function ItemRow({ item, number, isFirst, isLast, readOnly, onChange, onMove, onRemove }: RowProps) {
  const { text } = item;
  const handleKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by !== 0 && event.altKey) {
      event.preventDefault();
      onMove(by);
    } else if (event.key === 'Backspace' && text === '') {
      event.preventDefault();
      onRemove();
    }
  };
  return (
    <li className="tk-item">
      <Checkbox
        aria-label={tTasks('doneItem', { text })}
        checked={item.done === true}
        disabled={readOnly}
        onChange={(event) => onChange({ ...item, done: event.currentTarget.checked })}
      />
      <TextInput
        className="tk-item-text"
        aria-label={tTasks('item', { number })}
        value={text}
        maxLength={MAX_TEXT}
        readOnly={readOnly}
        onChange={(event) => onChange({ ...item, text: event.currentTarget.value })}
        onKeyDown={readOnly ? undefined : handleKey}
      />
      {!readOnly && (
        <>
          <IconButton icon={ArrowUp} size="sm" label={tTasks('moveUp', { text })} disabled={isFirst} onClick={() => onMove(-1)} />
          <IconButton icon={ArrowDown} size="sm" label={tTasks('moveDown', { text })} disabled={isLast} onClick={() => onMove(1)} />
          <IconButton icon={X} size="sm" label={tTasks('removeItem', { text })} onClick={onRemove} />
        </>
      )}
    </li>
  );
}

/** A new item: Enter adds it, and the next one can be typed. */
function NewItem({ id, isFull, onAdd }: { readonly id: string; readonly isFull: boolean; readonly onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  const add = () => {
    if (text.trim() === '') return;
    onAdd(text.trim());
    setText('');
  };
  if (isFull) return <p className="ms-muted">{tTasks('full', { count: MAX_ITEMS })}</p>;
  return (
    <div className="tk-item">
      <TextInput
        id={id}
        className="tk-item-text"
        aria-label={tTasks('newItem')}
        placeholder={tTasks('newItemHint')}
        maxLength={MAX_TEXT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
          event.preventDefault();
          // The form around it would be saved.
          event.stopPropagation();
          add();
        }}
      />
      <Button size="sm" icon={Plus} disabled={text.trim() === ''} onClick={add}>
        {tTasks('addItem')}
      </Button>
    </div>
  );
}

/** The items of a checklist in a form: checked, changed, moved, removed and added. */
export function ChecklistField({ id, field, value, onChange, error, readOnly }: SlotProps<'field'>) {
  const box = useRef<HTMLDivElement>(null);
  const items = readChecklist(value);
  const progress = describeProgress(items);
  const change = (next: readonly ChecklistItem[]) => onChange(next.length === 0 ? undefined : toStoredItems(next));
  const replace = (at: number, item: ChecklistItem) => change(items.map((one, index) => (index === at ? item : one)));
  const focusItem = (at: number) => {
    const inputs = box.current?.querySelectorAll<HTMLInputElement>('.tk-item-text input') ?? [];
    inputs[Math.max(0, Math.min(at, inputs.length - 1))]?.focus();
  };
  const move = (at: number, by: -1 | 1) => {
    const next = moveItem(items, at, by);
    if (next === items) return;
    change(next);
    setTimeout(() => focusItem(at + by));
  };
  const remove = (at: number) => {
    change(items.filter((_, index) => index !== at));
    setTimeout(() => focusItem(at));
  };
  return (
    <div ref={box} className="tk-checklist-field" role="group" aria-labelledby={`${id}-label`}>
      <span className="tk-label" id={`${id}-label`}>
        {field.label}
        {progress !== undefined && <span className="tk-progress"> {progress}</span>}
      </span>
      <ol>
        {items.map((item, at) => (
          <ItemRow
            key={item.id ?? `new ${at}`}
            item={item}
            number={at + 1}
            isFirst={at === 0}
            isLast={at === items.length - 1}
            readOnly={readOnly}
            onChange={(next) => replace(at, next)}
            onMove={(by) => move(at, by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      {items.length === 0 && readOnly && <p className="ms-muted">{tTasks('noItems')}</p>}
      {!readOnly && <NewItem id={id} isFull={items.length >= MAX_ITEMS} onAdd={(text) => change([...items, { text }])} />}
      {!readOnly && items.length > 1 && <p className="ms-muted tk-help">{tTasks('itemsHint')}</p>}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
