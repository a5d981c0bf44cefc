import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { SlotProps } from '#ui';
import { describeProgress, readChecklist, type ChecklistItem } from '../shared/checklist.ts';
import { toStoredItems } from './checklist-items.ts';
import { tTasks } from './texts.ts';
import { useTaskSave } from './use-task-save.ts';
import './tasks.css';

/** A checklist on a record: its items can be checked there. In a table it is how much of it is done. */
export function ChecklistCell({ value, module, record, field }: SlotProps<'cell'>) {
  const { canSet, save, isBusy } = useTaskSave(module, record);
  const [pending, setPending] = useState<readonly ChecklistItem[]>();
  const items = pending ?? readChecklist(value);
  const progress = describeProgress(items);
  if (progress === undefined) return <span className="ms-muted">{tTasks('noItems')}</span>;
  const mayCheck = canSet(field.fieldName);
  const check = async (at: number) => {
    const next = items.map((item, index) => (index === at ? { ...item, done: item.done !== true } : item));
    setPending(next);
    await save({ [field.fieldName]: toStoredItems(next) }, tTasks('checklist', { progress: describeProgress(next) ?? '' }));
    setPending(undefined);
  };
  return (
    <div className="tk-checklist" onDoubleClick={(event) => event.stopPropagation()}>
      <span className="tk-progress">{tTasks('checklist', { progress })}</span>
      <ul aria-label={field.label}>
        {items.map((item, at) => (
          <li key={item.id ?? at}>
            <Checkbox
              size="sm"
              label={item.text}
              checked={item.done === true}
              disabled={!mayCheck}
              onChange={() => {
                if (!isBusy) void check(at);
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
