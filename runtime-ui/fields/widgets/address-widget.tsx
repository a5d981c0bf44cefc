import { Input, Select, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { JsonObject } from '#engine/model/values';
import { isObject, type AddressPart } from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';
import { maskZip } from '../masks/masks.ts';
import { textOf } from '../values/format-value.ts';
import { STATES } from './us-states.ts';
import { useZipAutofill } from './use-zip-autofill.ts';
import { useLateList } from './use-late-list.ts';
import type { WidgetProps } from './widget-props.ts';

function withPart(address: JsonObject, part: AddressPart, text: string): JsonObject | undefined {
  const next = Object.fromEntries(Object.entries({ ...address, [part]: text }).filter(([, one]) => one !== '' && one !== null));
  return Object.keys(next).length === 0 ? undefined : next;
}

/** Street, city, state (50 and DC) and ZIP, as one field. */
export function AddressWidget({ field, value, onChange, onBlur, readOnly, wrapperProps, issues }: WidgetProps) {
  const address = isObject(value) ? value : {};
  const set = (part: AddressPart) => (text: string) => onChange(withPart(address, part, text));
  const fillFrom = useZipAutofill(
    () => ({ zip: textOf(address.zip), city: textOf(address.city), state: textOf(address.state) }),
    (found) => onChange({ ...address, ...found }),
  );
  const setZip = (text: string) => {
    const zip = maskZip(text);
    set('zip')(zip);
    fillFrom(zip);
  };
  const isWrong = (part: AddressPart) => issues.some((issue) => issue.path === part || issue.path === '');
  const shared = (part: AddressPart) => ({
    'aria-label': `${field.label}, ${t(`views.fields.${part}`).toLowerCase()}`,
    placeholder: t(`views.fields.${part}`),
    readOnly,
    onBlur,
    error: isWrong(part),
    autoComplete: 'off',
  });
  const state = textOf(address.state);
  const list = useLateList(onBlur);
  const data = STATES.some((one) => one.value === state) || state === '' ? STATES : [...STATES, { value: state, label: state }];
  return (
    <Input.Wrapper {...wrapperProps}>
      <div
        className="mf-address"
        role="group"
        aria-label={field.label}
        aria-describedby={issues.length > 0 ? `${wrapperProps.id}-error` : undefined}
      >
        <TextInput
          id={wrapperProps.id}
          {...shared('street')}
          className="mf-street"
          value={textOf(address.street)}
          onChange={(event) => set('street')(event.currentTarget.value)}
        />
        <TextInput {...shared('city')} value={textOf(address.city)} onChange={(event) => set('city')(event.currentTarget.value)} />
        <Select
          {...shared('state')}
          rightSection={state === '' ? <Icon of={ChevronDown} /> : null}
          rightSectionWidth={28}
          data={data.map((one) => ({ value: one.value, label: one.value, name: one.label }))}
          value={state === '' ? null : state}
          onChange={(next) => set('state')(next ?? '')}
          searchable
          allowDeselect
          nothingFoundMessage={t('views.fields.noMatch')}
          maxDropdownHeight={260}
          {...list}
          comboboxProps={{ ...list.comboboxProps, width: 200, position: 'bottom-start' }}
          renderOption={({ option }) => (
            <span>
              {option.value} <span className="ms-muted">{STATES.find((one) => one.value === option.value)?.label}</span>
            </span>
          )}
        />
        <TextInput
          {...shared('zip')}
          inputMode="numeric"
          value={textOf(address.zip)}
          onChange={(event) => setZip(event.currentTarget.value)}
        />
      </div>
    </Input.Wrapper>
  );
}
