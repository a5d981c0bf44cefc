import { NumberInput, Textarea } from '@mantine/core';
import { Button, FieldError, Icon, Tabs } from '#ui';
import { iconOfActivity } from './activity-item.tsx';
import { tActivities } from './texts.ts';
import { KINDS, useComposer, type ComposerProps, type Kind } from './use-composer.ts';

/** The form for a new activity: a note, or a log entry of a call or message. The typed text stays until it is saved. */
export function Composer(props: ComposerProps) {
  const {
    typed: { kind, text, minutes },
    write,
    save,
    isSaving,
    isRestored,
    problem,
  } = useComposer(props);
  const labelOf = (one: Kind) => props.activities.dropdowns['activity_type']?.options.find((option) => option.value === one)?.label ?? one;
  return (
    <div
      className="ms-composer ac-composer"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.stopPropagation();
          void save();
        }
      }}
    >
      <Tabs
        look="box"
        label={tActivities('kind')}
        items={KINDS.map((one) => ({
          id: one,
          label: (
            <>
              <Icon of={iconOfActivity(one)} /> {labelOf(one)}
            </>
          ),
        }))}
        selected={kind}
        onSelect={(next) => write({ kind: next as Kind })}
      />
      <Textarea
        aria-label={tActivities(`write.${kind}`)}
        placeholder={tActivities(`write.${kind}`)}
        autosize
        minRows={1}
        maxRows={10}
        value={text}
        maxLength={100_000}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
      {text.trim() !== '' && (
        <div className="ms-composer-foot">
          {kind === 'Call' && (
            <NumberInput
              size="xs"
              className="ac-minutes"
              aria-label={tActivities('minutesLong')}
              placeholder={tActivities('minutesLong')}
              min={0}
              max={1440}
              allowDecimal={false}
              hideControls
              value={minutes ?? ''}
              onChange={(next) => write({ minutes: typeof next === 'number' ? next : undefined })}
            />
          )}
          {isRestored ? (
            <span className="ms-muted ac-restored" role="status">
              {tActivities('restored')}
            </span>
          ) : (
            <span className="ms-muted ac-hint">{tActivities('hint')}</span>
          )}
          <Button size="sm" variant="primary" loading={isSaving} onClick={() => void save()}>
            {tActivities(`add.${kind}`)}
          </Button>
        </div>
      )}
      {problem !== undefined && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}
