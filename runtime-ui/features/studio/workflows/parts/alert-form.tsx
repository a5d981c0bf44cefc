import { TextInput } from '@mantine/core';
import type { WorkflowAlert } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { TEMPLATE_MODULE } from '../builder-context.ts';
import { Choice, isDay, PathChoice } from '../inputs/field-selects.tsx';
import { RecordChoice } from '../inputs/people-input.tsx';
import { RecipientsInput } from '../inputs/recipients-input.tsx';
import { TextWithFields } from '../inputs/text-with-fields.tsx';

const TYPES = ['email', 'invite'] as const;
const SOURCES = ['normal', 'template'] as const;

interface AlertFormProps {
  readonly alert: WorkflowAlert;
  readonly onChange: (alert: WorkflowAlert) => void;
}

/** The inputs of a message. */
export function AlertForm({ alert, onChange }: AlertFormProps) {
  const { alertType, sourceType } = alert;
  return (
    <>
      <TextInput
        label={t('studioWorkflows.alert.name')}
        required
        maxLength={200}
        value={alert.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...alert, name: value })}
      />
      <div className="sf-pair">
        <Choice
          label={t('studioWorkflows.alert.type')}
          options={TYPES.map((one) => ({ value: one, label: t(`studioWorkflows.alert.types.${one}`) }))}
          value={alertType}
          onChange={(next) => onChange({ ...alert, alertType: next === 'invite' ? 'invite' : 'email' })}
        />
        <Choice
          label={t('studioWorkflows.alert.source')}
          options={SOURCES.map((one) => ({ value: one, label: t(`studioWorkflows.alert.sources.${one}`) }))}
          value={sourceType}
          onChange={(next) => onChange({ ...alert, sourceType: next === 'template' ? 'template' : 'normal' })}
        />
      </div>
      <RecipientsInput recipients={alert.recipients} onChange={(recipients) => onChange({ ...alert, recipients })} />
      {sourceType === 'template' ? (
        <RecordChoice
          module={TEMPLATE_MODULE}
          label={t('studioWorkflows.alert.template')}
          isLabelShown
          id={alert.campaignTemplate ?? ''}
          onChange={(campaignTemplate) => onChange({ ...alert, campaignTemplate })}
        />
      ) : (
        <MessageForm alert={alert} onChange={onChange} />
      )}
      {alertType === 'invite' && (
        <PathChoice
          label={t('studioWorkflows.alert.dateField')}
          accepts={isDay}
          value={alert.dateField ?? ''}
          onChange={(dateField) => onChange({ ...alert, dateField })}
        />
      )}
    </>
  );
}

function MessageForm({ alert, onChange }: AlertFormProps) {
  return (
    <>
      <TextWithFields
        label={t('studioWorkflows.alert.subject')}
        required
        maxLength={300}
        value={alert.subject ?? ''}
        onChange={(subject) => onChange({ ...alert, subject })}
      />
      <TextWithFields
        label={t('studioWorkflows.alert.message')}
        required
        isLong
        maxLength={20_000}
        value={alert.message ?? ''}
        onChange={(message) => onChange({ ...alert, message })}
      />
    </>
  );
}
