import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { DocumentInput, InputField, InputType } from '../../shared/document.ts';
import { createName, isRadioButton, listInputs } from './new-input.ts';
import { useRecordFields } from './palette.tsx';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

const FORMATS: Partial<Record<InputType, readonly string[]>> = {
  Number: ['0', '0.00', '#,##0', '#,##0.00', '$#,##0.00'],
  Formula: ['0', '0.00', '#,##0', '#,##0.00', '$#,##0.00'],
  'Date Signed': ['MM/dd/yyyy', 'yyyy-MM-dd', 'MMMM d, yyyy'],
  Text: ['Phone', 'Zip', 'SSN', 'Uppercase'],
  'System Field': ['Phone', 'Zip', 'SSN', 'Uppercase', 'MM/dd/yyyy', '#,##0.00'],
};
const TEXTS: readonly InputType[] = ['Text', 'Full Name', 'Email', 'Title', 'System Field'];
const CHOICES: readonly InputType[] = ['Dropdown', 'Radio Group'];
const CALCULATED: readonly InputType[] = ['Formula', 'Date Signed'];
const PICTURES: readonly InputType[] = ['Signature', 'Initials', 'Checkbox', 'Radio Group', 'File'];
const FONT = 11;

interface SettingsProps {
  readonly editor: Editor;
  readonly input: DocumentInput;
  /** Changes settings; undefined removes one. */
  readonly onChange: (field: { readonly [name in keyof InputField]?: InputField[name] | undefined }) => void;
}

type Change = SettingsProps['onChange'];

function NumberSetting(props: {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}) {
  return (
    <NumberInput
      size="xs"
      label={props.label}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(value === '' ? undefined : Number(value))}
    />
  );
}

function ChoiceSettings({ field, onChange }: { readonly field: InputField; readonly onChange: Change }) {
  return (
    <>
      <Textarea
        size="xs"
        autosize
        minRows={2}
        label={tEditor('options')}
        value={(field.options ?? []).join('\n')}
        onChange={(event) => onChange({ options: event.target.value.split('\n') })}
        onBlur={() => onChange({ options: (field.options ?? []).map((one) => one.trim()).filter((one) => one !== '') })}
      />
      <TextInput
        size="xs"
        label={tEditor('dropdown')}
        description={tEditor('dropdownHelp')}
        value={field.related_dropdown ?? ''}
        onChange={(event) => onChange({ related_dropdown: event.target.value || undefined })}
      />
      {field.related_dropdown !== undefined && (
        <Switch
          size="sm"
          label={tEditor('refresh')}
          checked={field.systemDropdownBehavior === 'use'}
          onChange={(event) => onChange({ systemDropdownBehavior: event.currentTarget.checked ? 'use' : undefined })}
        />
      )}
    </>
  );
}

function TextSettings({ type, field, onChange }: { readonly type: InputType; readonly field: InputField; readonly onChange: Change }) {
  const formats = FORMATS[type] ?? [];
  return (
    <>
      {formats.length > 0 && (
        <Select
          size="xs"
          label={tEditor('format')}
          placeholder={tEditor('noFormat')}
          clearable
          data={[...new Set([...formats, ...(field.formatting === undefined ? [] : [field.formatting])])]}
          value={field.formatting ?? null}
          onChange={(value) => onChange({ formatting: value ?? undefined })}
        />
      )}
      {type === 'Number' && (
        <div className="sg-columns">
          <NumberSetting label={tEditor('minimum')} value={field.minimum} onChange={(minimum) => onChange({ minimum })} />
          <NumberSetting label={tEditor('maximum')} value={field.maximum} onChange={(maximum) => onChange({ maximum })} />
        </div>
      )}
      <div className="sg-columns">
        <NumberSetting label={tEditor('fontSize')} value={field.fontSize ?? FONT} onChange={(fontSize) => onChange({ fontSize })} />
        {TEXTS.includes(type) && (
          <NumberSetting label={tEditor('maxLength')} value={field.maxLength} onChange={(maxLength) => onChange({ maxLength })} />
        )}
      </div>
      {TEXTS.includes(type) && (
        <Select
          size="xs"
          label={tEditor('overflow')}
          allowDeselect={false}
          data={[
            { value: 'Shrink', label: tEditor('shrink') },
            { value: 'Wrap', label: tEditor('wrap') },
          ]}
          value={field.overflow ?? 'Shrink'}
          onChange={(value) => onChange({ overflow: value === 'Wrap' ? 'Wrap' : undefined })}
        />
      )}
    </>
  );
}

/** What an input accepts, and how it is shown. */
export function FieldSettings({ editor, input, onChange }: SettingsProps) {
  const { field, type } = input;
  const module = editor.document.record?.['related_module'];
  const fields = useRecordFields(typeof module === 'string' ? module : '');
  const others = listInputs(editor.state.pages).filter(({ id }) => id !== input.id);
  const setName = (name: string): void => {
    onChange({
      name: isRadioButton(input)
        ? name
        : createName(
            name,
            others.map((one) => one.field.name),
          ),
    });
  };
  return (
    <div className="sg-form">
      <TextInput size="xs" label={tEditor('label')} value={field.label} onChange={(event) => onChange({ label: event.target.value })} />
      <TextInput
        key={field.name}
        size="xs"
        label={tEditor('name')}
        description={tEditor('nameHelp')}
        defaultValue={field.name}
        onBlur={(event) => event.target.value !== field.name && setName(event.target.value)}
      />
      {!CALCULATED.includes(type.inputType) && (
        <>
          <Switch
            size="sm"
            label={tEditor('required')}
            checked={field.required === true}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
          <Switch
            size="sm"
            label={tEditor('readOnlyField')}
            checked={field.readOnly === true}
            onChange={(event) => onChange({ readOnly: event.currentTarget.checked })}
          />
        </>
      )}
      {CHOICES.includes(type.inputType) && <ChoiceSettings field={field} onChange={onChange} />}
      {type.inputType === 'Formula' && (
        <TextInput
          size="xs"
          label={tEditor('formula')}
          description={tEditor('formulaHelp', { names: others.map((one) => one.field.name).join(', ') })}
          value={field.formula ?? ''}
          onChange={(event) => onChange({ formula: event.target.value })}
        />
      )}
      {fields.length > 0 && !CALCULATED.includes(type.inputType) && (
        <Select
          size="xs"
          label={tEditor('systemField')}
          placeholder={tEditor('noSystemField')}
          clearable
          searchable
          data={[...fields]}
          value={field.systemFieldName ?? null}
          onChange={(value) => onChange({ systemFieldName: value ?? undefined })}
        />
      )}
      {!PICTURES.includes(type.inputType) && <TextSettings type={type.inputType} field={field} onChange={onChange} />}
    </div>
  );
}
