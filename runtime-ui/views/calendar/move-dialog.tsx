import { useRef, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import { FieldInput } from '../../fields/widgets/index.ts';
import type { FieldIssue } from '../../headless/index.ts';
import type { CalendarEntry } from '../../headless/calendar/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { entryTitle } from './entry-format.ts';

interface MoveDialogProps {
  readonly entry: CalendarEntry;
  readonly onMove: (value: string) => void;
  readonly onCancel: () => void;
}

const NO_ISSUES: readonly FieldIssue[] = [];

/** Moves an entry by the input of its date field: the alternative to dragging without a pointer. */
export function MoveDialog({ entry, onMove, onCancel }: MoveDialogProps) {
  const work = useCalendarContext();
  const { field } = work.fields;
  const [value, setShown] = useState<JsonValue | undefined>(entry.record[field.fieldName]);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  // Refs, because submit blurs the input and reads its value in the same event.
  const latest = useRef({ value, problem });
  const take = (next: JsonValue | undefined) => {
    latest.current = { value: next, problem: undefined };
    setShown(next);
    setProblem(undefined);
  };
  const setProblemMessage = (message: string | undefined) => {
    latest.current = { ...latest.current, problem: message };
    setProblem(message);
  };
  const submit = () => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const { value: next, problem: wrong } = latest.current;
    if (wrong !== undefined) return;
    if (typeof next === 'string' && next !== '') onMove(next);
    else setProblemMessage(t('calendar.noDay'));
  };
  const issues = problem === undefined ? NO_ISSUES : [{ field: field.fieldName, path: '', code: 'unreadable', message: problem }];
  const actions = (
    <>
      <Button onClick={onCancel}>{t('actions.cancel')}</Button>
      <Button variant="primary" onClick={submit}>
        {t('calendar.moveTo')}
      </Button>
    </>
  );
  return (
    <Dialog opened title={t('calendar.moveTitle', { name: entryTitle(work, entry) })} size="confirm" onCancel={onCancel} actions={actions}>
      <div
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) submit();
        }}
      >
        <FieldInput
          id="mc-move"
          module={work.module}
          field={field}
          value={value}
          required
          onChange={take}
          onParseError={setProblemMessage}
          issues={issues}
        />
      </div>
    </Dialog>
  );
}
