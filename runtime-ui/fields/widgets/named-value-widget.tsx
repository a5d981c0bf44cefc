import { useContext } from 'react';
import { readSingleValue, singleTypeOf, writeSingleValue } from '#engine/model/field-types';
import { findField } from '../../headless/index.ts';
import { SkeletonBar } from '../../kit/index.ts';
import { WithNamedModule } from '../values/named-module.tsx';
import { EditedRecordContext } from './edited-record.ts';
import { findInputField, NamedValueInput } from './named-value-input.tsx';
import { TextWidget } from './text-widgets.tsx';
import type { WidgetProps } from './widget-props.ts';

/** A value of the field that another field of the record names: an input of its type. As text where the field is not known. */
export function NamedValueWidget(props: WidgetProps) {
  const record = useContext(EditedRecordContext);
  const { module, field, value, onChange, onBlur, readOnly, issues, onParseError, wrapperProps } = props;
  const naming = findField(module, field.valueFor ?? '');
  const plain = <TextWidget {...props} />;
  if (record === undefined || naming === undefined) return plain;
  return (
    <WithNamedModule module={module} by={naming} record={record}>
      {(of) => {
        if (of.isLoading) return <SkeletonBar />;
        const found = findInputField(of.module, record[naming.fieldName]);
        if (of.module === undefined || found === undefined) return plain;
        const named = { ...found, inputType: singleTypeOf(found.inputType) };
        const text = typeof value === 'string' ? value : '';
        const read = text === '' ? undefined : readSingleValue(named.inputType, text);
        // A text that is no value of the field, as after a change of the field, stays until it is removed.
        if (text !== '' && read === undefined) return plain;
        return (
          <NamedValueInput
            // Another field has another input.
            key={`${of.module.name}.${named.fieldName}`}
            id={wrapperProps.id}
            holder={field}
            of={of.module}
            named={named}
            value={read}
            onChange={(next) => onChange(writeSingleValue(next))}
            onBlur={onBlur}
            readOnly={readOnly}
            required={wrapperProps.required === true}
            issues={issues}
            onParseError={onParseError}
          />
        );
      }}
    </WithNamedModule>
  );
}
