import { TextInput } from '@mantine/core';
import { Link2, Mail, Phone } from 'lucide-react';
import { applyMask, formatRunningNumber, showMask } from '#engine/model/field-types';
import { LazyBoundary, Icon, createLazyComponent, SkeletonBar, t } from '../../kit/index.ts';
import { formatPhone, maskPhone, maskSsn, maskZip, phoneValue } from '../masks/masks.ts';
import { GrowingTextarea } from './growing-textarea.tsx';
import type { ValueWidgetProps } from './widget-props.ts';

// Few forms have one.
const SecretWidget = createLazyComponent(async () => (await import('./secret-widget.tsx')).SecretWidget, 'place');

/** How a field formats its text while it is typed, and whether only digits are typed. */
interface Mask {
  readonly format: (text: string) => string;
  readonly isNumeric: boolean;
}

function maskOf({ field: { mask, validators = [] } }: ValueWidgetProps): Mask | undefined {
  if (mask !== undefined) return { format: (text) => applyMask(mask, text).text, isNumeric: !/[A*]/.test(mask) };
  const names = validators.map((validator) => validator.name);
  if (names.includes('usZip')) return { format: maskZip, isNumeric: true };
  return names.includes('ssn') ? { format: maskSsn, isNumeric: true } : undefined;
}

const textOf = (value: ValueWidgetProps['value']) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const orNothing = (text: string) => (text === '' ? undefined : text);

/** A typed text in the form of a mask. If only characters of the mask itself were deleted, the one before them is deleted too. */
function formatTyped({ format }: Mask, before: string, typed: string): string {
  let text = typed;
  while (typed.length < before.length && text !== '' && format(text) === before) text = text.slice(0, -1);
  return format(text);
}

/** A line of text; fields with a mask, ZIP and SSN fields format it while it is typed, other sensitive ones are hidden. */
export function TextWidget(props: ValueWidgetProps) {
  const { field, value, onChange, onBlur, readOnly, wrapperProps } = props;
  const mask = maskOf(props);
  if (field.sensitive === true && mask === undefined) return <SecretTextWidget {...props} />;
  return (
    <TextInput
      {...wrapperProps}
      value={textOf(value)}
      readOnly={readOnly}
      placeholder={field.placeholder ?? (field.mask === undefined ? undefined : showMask(field.mask))}
      maxLength={field.maxLength ?? 1000}
      autoComplete="off"
      inputMode={mask?.isNumeric === true ? 'numeric' : undefined}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(orNothing(mask === undefined ? typed : formatTyped(mask, textOf(value), typed)))
      }
      onBlur={onBlur}
    />
  );
}

/** A masked text, such as a password. */
export function SecretTextWidget(props: ValueWidgetProps) {
  return (
    <LazyBoundary fallback={<SkeletonBar />}>
      <SecretWidget {...props} />
    </LazyBoundary>
  );
}

/** One e-mail address. */
export function EmailTextWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  return (
    <TextInput
      {...wrapperProps}
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={textOf(value)}
      readOnly={readOnly}
      placeholder={field.placeholder}
      maxLength={field.maxLength ?? 320}
      leftSection={<Icon of={Mail} size={14} />}
      onChange={(event) => onChange(orNothing(event.currentTarget.value))}
      onBlur={onBlur}
    />
  );
}

export function TextAreaWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const rows = field.textAreaRowCount ?? 3;
  return (
    <GrowingTextarea
      {...wrapperProps}
      value={textOf(value)}
      readOnly={readOnly}
      placeholder={field.placeholder}
      minRows={rows}
      maxRows={Math.max(rows, 12)}
      maxLength={field.maxLength ?? 100_000}
      onChange={(event) => onChange(orNothing(event.currentTarget.value))}
      onBlur={onBlur}
    />
  );
}

/** A phone number: 000-000-0000 for US numbers, others as typed; the value is ten digits or E.164. */
export function PhoneWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  return (
    <TextInput
      {...wrapperProps}
      type="tel"
      autoComplete="off"
      value={maskPhone(formatPhone(textOf(value)))}
      readOnly={readOnly}
      placeholder={field.placeholder}
      leftSection={<Icon of={Phone} size={14} />}
      onChange={(event) => onChange(orNothing(phoneValue(maskPhone(event.currentTarget.value))))}
      onBlur={onBlur}
    />
  );
}

export function UrlWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  return (
    <TextInput
      {...wrapperProps}
      type="url"
      inputMode="url"
      autoComplete="off"
      value={textOf(value)}
      readOnly={readOnly}
      placeholder={field.placeholder ?? 'https://'}
      leftSection={<Icon of={Link2} size={14} />}
      onChange={(event) => onChange(orNothing(event.currentTarget.value))}
      onBlur={onBlur}
    />
  );
}

/** A number that the system assigns. */
export function AutoIncrementWidget({ field, value, wrapperProps }: ValueWidgetProps) {
  const shown = typeof value === 'number' ? formatRunningNumber(field.numberFormat, value) : '';
  return <TextInput {...wrapperProps} value={shown} readOnly placeholder={t('views.fields.byHand')} />;
}
