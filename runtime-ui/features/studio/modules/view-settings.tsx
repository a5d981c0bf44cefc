import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { FieldDefinition, InputType, ModuleDefinition } from '#engine/model/definitions';
import { Icon, t } from '../../../kit/index.ts';

interface ViewSettingsProps {
  readonly module: ModuleDefinition;
  readonly fields: readonly FieldDefinition[];
  readonly set: (changes: object) => void;
}

const DATES: readonly InputType[] = ['Date', 'DateTime'];

/** The fields that boards and calendars of the module open with. */
export function ViewSettings({ module, fields, set }: ViewSettingsProps) {
  const { boardBy, calendarBy } = module;
  const readable = fields.filter(({ sensitive, internal, deleted }) => sensitive !== true && internal !== true && deleted !== true);
  const dates = readable.filter(({ inputType }) => DATES.includes(inputType));
  const start = dates.find(({ fieldName }) => fieldName === calendarBy?.field);
  const ends = dates.filter((one) => one.fieldName !== start?.fieldName && one.inputType === start?.inputType);
  return (
    <div className="sf-form">
      <FieldChoice
        name="boardBy"
        fields={readable.filter(({ inputType }) => inputType === 'Dropdown')}
        value={boardBy}
        onChange={(next) => set({ boardBy: next })}
      />
      <div className="sf-pair">
        <FieldChoice
          name="calendarBy"
          fields={dates}
          value={calendarBy?.field}
          onChange={(next) => set({ calendarBy: next === undefined ? undefined : { field: next } })}
        />
        <FieldChoice
          name="calendarEnd"
          fields={ends}
          value={calendarBy?.end}
          isDisabled={start === undefined}
          onChange={(end) => set({ calendarBy: calendarBy && { field: calendarBy.field, ...(end === undefined ? {} : { end }) } })}
        />
      </div>
    </div>
  );
}

interface FieldChoiceProps {
  readonly name: 'boardBy' | 'calendarBy' | 'calendarEnd';
  readonly fields: readonly FieldDefinition[];
  readonly value: string | undefined;
  readonly isDisabled?: boolean;
  readonly onChange: (name: string | undefined) => void;
}

function FieldChoice({ name, fields, value, isDisabled = false, onChange }: FieldChoiceProps) {
  return (
    <Select
      label={t(`studioFields.settings.${name}`)}
      description={t(`studioFields.settings.${name}Help`)}
      rightSection={<Icon of={ChevronDown} />}
      searchable
      clearable
      disabled={isDisabled}
      nothingFoundMessage={t('views.fields.noMatch')}
      data={fields.map(({ fieldName, label }) => ({ value: fieldName, label }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
