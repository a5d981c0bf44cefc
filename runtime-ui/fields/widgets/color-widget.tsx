import { ColorInput } from '@mantine/core';
import type { ValueWidgetProps } from './widget-props.ts';

/** The dots of the status pills. */
const SWATCHES = ['#7f8795', '#3f78e8', '#17a093', '#2ba05b', '#d69a12', '#ea7a35', '#e0484f', '#8a5be0'];

/** A colour as #rrggbb: typed, picked, or one of the swatches. */
export function ColorWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  return (
    <ColorInput
      {...wrapperProps}
      value={typeof value === 'string' ? value : ''}
      readOnly={readOnly}
      placeholder={field.placeholder ?? '#3f78e8'}
      withEyeDropper={false}
      fixOnBlur={false}
      swatches={readOnly ? [] : SWATCHES}
      autoComplete="off"
      spellCheck={false}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      onBlur={onBlur}
    />
  );
}
