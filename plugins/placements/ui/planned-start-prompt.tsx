import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { Button, Dialog, FieldError, FieldInput, findField, Icon, lowercaseLabel, isWritable, getErrorMessage } from '#ui';
import { PLANNED_START_REQUIRED } from '../shared/planned-start-required.ts';
import { tPlacements } from './texts.ts';
import './placements.css';

interface PlannedStartPromptProps {
  readonly module: ModuleView;
  /** Whether the placement is the user's own: some fields can only be set on own records. */
  readonly isOwn: boolean;
  /** The day to be confirmed, if it was typed. It is the default for the planned start. */
  readonly day: JsonValue | undefined;
  /** Saves the start with this planned date. Rejects with the error text. */
  readonly onSubmit: (planned: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** States that no start was planned, prompts for the day and passes it on. Shows only the statement if the user cannot set it. */
export function PlannedStartPrompt({ module, isOwn, day, onSubmit, onCancel }: PlannedStartPromptProps) {
  const id = useId().replace(/[^\w-]/g, '');
  const field = findField(module, 'planned_start_date');
  const [planned, setPlanned] = useState<JsonValue | undefined>(day);
  const [unreadable, setUnreadable] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const canPlan = field !== undefined && isWritable(field, isOwn);

  const submit = async () => {
    if (isSaving || unreadable !== undefined || field === undefined) return;
    if (typeof planned !== 'string' || planned === '') return setMissing(tPlacements('missing', { field: lowercaseLabel(field.label) }));
    setSaving(true);
    try {
      await onSubmit(planned);
    } catch (refused) {
      setRefusal(getErrorMessage(refused));
      setSaving(false);
    }
  };
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true') return;
    // The input parses the typed text on blur.
    target.blur();
    setTimeout(() => void latest.current());
  };
  const change = (value: JsonValue | undefined) => {
    setPlanned(value);
    setMissing(undefined);
    setRefusal(undefined);
  };
  const wrong = unreadable ?? missing;
  const actions = canPlan ? (
    <>
      <Button onClick={onCancel}>{tPlacements('cancel')}</Button>
      <Button variant="primary" loading={isSaving} onClick={() => void submit()}>
        {tPlacements('planAndConfirm')}
      </Button>
    </>
  ) : (
    <Button onClick={onCancel}>{tPlacements('close')}</Button>
  );
  return (
    <Dialog opened title={tPlacements('noPlan')} size="confirm" onCancel={onCancel} actions={actions}>
      <div className="pl-prompt" onKeyDown={onKeyDown}>
        <p className="pl-reason" role="alert">
          <Icon of={CircleAlert} />
          {PLANNED_START_REQUIRED}
        </p>
        {canPlan && (
          <FieldInput
            id={`${id}-planned`}
            module={module}
            field={field}
            required
            value={planned}
            onChange={change}
            onParseError={setUnreadable}
            issues={wrong === undefined ? [] : [{ field: field.fieldName, path: '', code: 'invalid', message: wrong }]}
          />
        )}
        {refusal !== undefined && (
          <div role="alert">
            <FieldError>{refusal}</FieldError>
          </div>
        )}
      </div>
    </Dialog>
  );
}
