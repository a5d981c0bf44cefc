import { useState } from 'react';
import { getErrorMessage } from '../../client/index.ts';
import { isFirstOccurrence, type CalendarEntry, type SeriesScope } from '../../headless/calendar/index.ts';
import { Button, Dialog, FieldError, t } from '../../kit/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { entryTitle } from './entry-format.ts';

interface ScopeDialogProps {
  readonly entry: CalendarEntry;
  /** What is done, as the title. */
  readonly title: string;
  /**
   * Does it to the chosen occurrences.
   * @throws any error: it is shown, and the dialog stays open.
   */
  readonly onChoose: (scope: SeriesScope) => Promise<void>;
  readonly onCancel: () => void;
}

const SCOPES: readonly SeriesScope[] = ['one', 'following', 'all'];
const LABELS = { one: 'calendar.scopeOne', following: 'calendar.scopeFollowing', all: 'calendar.scopeAll' } as const;

/** Asks whether a change is about one occurrence, it and all later ones, or all. */
export function ScopeDialog({ entry, title, onChoose, onCancel }: ScopeDialogProps) {
  const work = useCalendarContext();
  const [saving, setSaving] = useState<SeriesScope | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isFirst = isFirstOccurrence(entry.record);
  const choose = (scope: SeriesScope) => {
    setSaving(scope);
    setProblem(undefined);
    onChoose(scope).catch((error: unknown) => {
      setSaving(undefined);
      setProblem(getErrorMessage(error));
    });
  };
  return (
    <Dialog
      opened
      title={title}
      size="confirm"
      onCancel={onCancel}
      actions={
        <Button onClick={onCancel} disabled={saving !== undefined}>
          {t('actions.cancel')}
        </Button>
      }
    >
      <p className="mc-scope-text">{t('calendar.repeats', { name: entryTitle(work, entry) })}</p>
      <div className="mc-scopes" role="group" aria-label={title}>
        {SCOPES.filter((scope) => scope !== 'following' || !isFirst).map((scope) => (
          <Button key={scope} loading={saving === scope} disabled={saving !== undefined} onClick={() => choose(scope)}>
            {t(LABELS[scope])}
          </Button>
        ))}
      </div>
      {problem !== undefined && (
        <div role="alert">
          <FieldError id="mc-scope-problem">{problem}</FieldError>
        </div>
      )}
    </Dialog>
  );
}
