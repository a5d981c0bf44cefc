import { MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { WORKFLOW_EXECUTIONS, type WorkflowDefinition } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { useDefinitions } from '../../draft/use-definitions.ts';
import { nameOfListed } from '../../dropdowns/use-dropdowns.ts';
import { useBuilder, useNamesHere } from '../builder-context.ts';
import { CHEVRON, Choice, FieldChoice, isDay, isReadable } from '../inputs/field-selects.tsx';
import { RuleInput } from '../inputs/rule-input.tsx';
import { SpanInput } from '../inputs/span-input.tsx';
import { describeTrigger, readCron, weekdayName, writeCron } from '../model/describe-trigger.ts';
import { withExecution } from '../model/new-parts.ts';
import { PartCard } from './part-card.tsx';
import { TRIGGER_ICONS } from './part-icons.ts';
import { WebhookForm } from './webhook-form.tsx';

/** Positions of what starts a workflow. */
const PATHS = ['/executionOccurs', '/appliesTo', '/time', '/schedule', '/button', '/after'];

/** What starts the workflow. */
export function TriggerPart() {
  const { workflow, problemsAt } = useBuilder();
  const names = useNamesHere();
  return (
    <PartCard
      id="trigger"
      icon={TRIGGER_ICONS[workflow.executionOccurs]}
      hue="violet"
      sentence={describeTrigger(workflow, names)}
      problems={PATHS.flatMap((path) => problemsAt(path))}
      form={<TriggerForm />}
    />
  );
}

interface FormProps {
  readonly workflow: WorkflowDefinition;
  readonly change: (workflow: WorkflowDefinition) => void;
}

function TriggerForm() {
  const { workflow, change } = useBuilder();
  const props: FormProps = { workflow, change };
  return (
    <>
      <Choice
        label={t('studioWorkflows.trigger.label')}
        options={WORKFLOW_EXECUTIONS.map((one) => ({ value: one, label: t(`studioWorkflows.trigger.${one}`) }))}
        value={workflow.executionOccurs}
        onChange={(next) => change(withExecution(workflow, WORKFLOW_EXECUTIONS.find((one) => one === next) ?? 'save'))}
      />
      {workflow.executionOccurs === 'save' && <SaveForm {...props} />}
      {workflow.executionOccurs === 'time' && <TimeForm {...props} />}
      {workflow.executionOccurs === 'schedule' && <ScheduleForm {...props} />}
      {workflow.executionOccurs === 'button' && <ButtonForm {...props} />}
      {workflow.executionOccurs === 'webhook' && <WebhookForm />}
      {workflow.executionOccurs === 'workflow' && <AfterForm {...props} />}
    </>
  );
}

const APPLIES = ['both', 'new', 'update'] as const;

function SaveForm({ workflow, change }: FormProps) {
  return (
    <Choice
      label={t('studioWorkflows.trigger.appliesTo')}
      options={APPLIES.map((one) => ({ value: one, label: t(`studioWorkflows.trigger.applies.${one}`) }))}
      value={workflow.appliesTo ?? 'both'}
      onChange={(next) => change({ ...workflow, appliesTo: APPLIES.find((one) => one === next) ?? 'both' })}
    />
  );
}

function TimeForm({ workflow, change }: FormProps) {
  const { module } = useNamesHere();
  const time = workflow.time ?? { field: '', offset: { amount: 1, unit: 'days' as const } };
  const field = module?.fields.find(({ fieldName }) => fieldName === time.field);
  return (
    <>
      <SpanInput
        label={t('studioWorkflows.trigger.offset')}
        value={time.offset}
        directions={{ after: t('studioWorkflows.trigger.after'), before: t('studioWorkflows.trigger.before') }}
        onChange={(offset) => change({ ...workflow, time: { ...time, offset } })}
      />
      <FieldChoice
        label={t('studioWorkflows.trigger.dateField')}
        module={module}
        accepts={(one) => isReadable(one) && isDay(one)}
        value={time.field}
        onChange={(next) => change({ ...workflow, time: { ...time, field: next } })}
      />
      {field?.inputType === 'Date' && (
        <TextInput
          type="time"
          label={t('studioWorkflows.trigger.at')}
          value={time.at ?? '08:00'}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') change({ ...workflow, time: { ...time, at: value } });
          }}
        />
      )}
    </>
  );
}

const EVERY = ['hour', 'day', 'workday', 'week', 'month', 'other'] as const;

function ScheduleForm({ workflow, change }: FormProps) {
  const schedule = workflow.schedule ?? { cron: '0 8 * * *' };
  const parts = readCron(schedule.cron);
  const set = (next: Partial<typeof parts>) => change({ ...workflow, schedule: { ...schedule, cron: writeCron({ ...parts, ...next }) } });
  const { every } = parts;
  return (
    <>
      <Choice
        label={t('studioWorkflows.trigger.every')}
        options={EVERY.map((one) => ({ value: one, label: t(`studioWorkflows.trigger.everyOptions.${one}`) }))}
        value={every}
        onChange={(next) => {
          const chosen = EVERY.find((one) => one === next) ?? 'day';
          if (chosen === 'other') change({ ...workflow, schedule: { ...schedule, cron: '0 8 1,15 * *' } });
          else set({ every: chosen });
        }}
      />
      {every === 'week' && (
        <Choice
          label={t('studioWorkflows.trigger.dayOfWeek')}
          options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: weekdayName(day) }))}
          value={String(parts.day)}
          onChange={(day) => set({ day: Number(day) })}
        />
      )}
      {every === 'month' && (
        <NumberInput
          label={t('studioWorkflows.trigger.date')}
          min={1}
          max={28}
          allowDecimal={false}
          value={parts.date}
          onChange={(date) => {
            if (typeof date === 'number' && date >= 1 && date <= 31) set({ date });
          }}
        />
      )}
      {every === 'other' ? (
        <TextInput
          label={t('studioWorkflows.trigger.cron')}
          description={t('studioWorkflows.trigger.cronHelp')}
          maxLength={100}
          value={schedule.cron}
          onChange={({ currentTarget: { value } }) => change({ ...workflow, schedule: { ...schedule, cron: value } })}
        />
      ) : (
        <TextInput
          type="time"
          label={t(every === 'hour' ? 'studioWorkflows.trigger.minute' : 'studioWorkflows.trigger.timeOfDay')}
          value={parts.at}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') set({ at: value });
          }}
        />
      )}
      <div className="sw-field">
        <span className="sw-label">{t('studioWorkflows.trigger.filter')}</span>
        <RuleInput
          module={workflow.module}
          kind="filter"
          label={t('studioWorkflows.trigger.filter')}
          value={schedule.filter}
          onChange={(filter) => {
            const { filter: _before, ...rest } = schedule;
            change({ ...workflow, schedule: filter === undefined ? rest : { ...rest, filter: filter as Record<string, unknown> } });
          }}
        />
      </div>
    </>
  );
}

function ButtonForm({ workflow, change }: FormProps) {
  const button = workflow.button ?? { label: '' };
  const roles = (useDefinitions('role').list ?? []).filter(({ action }) => action !== 'removed');
  return (
    <>
      <TextInput
        label={t('studioWorkflows.trigger.buttonLabel')}
        required
        maxLength={200}
        value={button.label}
        onChange={({ currentTarget: { value } }) => change({ ...workflow, button: { ...button, label: value } })}
      />
      <MultiSelect
        label={t('studioWorkflows.trigger.roles')}
        description={t('studioWorkflows.trigger.rolesHelp')}
        rightSection={CHEVRON}
        searchable
        data={[...new Set([...roles.map(nameOfListed), ...(button.roles ?? [])])]}
        value={button.roles ?? []}
        onChange={(next) => change({ ...workflow, button: next.length === 0 ? { label: button.label } : { ...button, roles: next } })}
      />
    </>
  );
}

const RESULTS = ['succeeded', 'failed', 'any'] as const;

function AfterForm({ workflow, change }: FormProps) {
  const after = workflow.after ?? { workflow: '' };
  const others = (useDefinitions('workflow').list ?? []).filter(({ id, action }) => action !== 'removed' && id !== workflow.id);
  return (
    <>
      <Choice
        label={t('studioWorkflows.trigger.otherWorkflow')}
        options={others.map(({ id, label }) => ({ value: id, label }))}
        value={after.workflow}
        onChange={(next) => change({ ...workflow, after: { ...after, workflow: next } })}
      />
      <Choice
        label={t('studioWorkflows.trigger.result')}
        options={RESULTS.map((one) => ({ value: one, label: t(`studioWorkflows.trigger.results.${one}`) }))}
        value={after.result ?? 'succeeded'}
        onChange={(next) => change({ ...workflow, after: { ...after, result: RESULTS.find((one) => one === next) ?? 'succeeded' } })}
      />
    </>
  );
}
