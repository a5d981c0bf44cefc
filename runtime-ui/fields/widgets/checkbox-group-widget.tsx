import { Checkbox, Input } from '@mantine/core';
import type { JsonValue } from '#engine/model/values';
import type { ValueWidgetProps } from './widget-props.ts';

/** Few choices of which several can be made, all of them visible. The value has the order of the options. */
export function CheckboxGroupWidget({ field, value, onChange, onBlur, readOnly, wrapperProps, options = [] }: ValueWidgetProps) {
  const chosen = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const isWrong = wrapperProps.error !== undefined;
  const { id, description } = wrapperProps;
  return (
    <Input.Wrapper {...wrapperProps} labelElement="div">
      <div
        id={id}
        className="mf-checks"
        role="group"
        aria-label={field.label}
        aria-describedby={isWrong ? `${id}-error` : description === undefined ? undefined : `${id}-description`}
      >
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            aria-invalid={isWrong || undefined}
            disabled={readOnly}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              onChange(options.map((one) => one.value).filter((one) => (one === option.value ? isOn : chosen.includes(one))));
            }}
            onBlur={onBlur}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
