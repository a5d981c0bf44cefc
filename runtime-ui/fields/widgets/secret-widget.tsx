import { TextInput } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton, t } from '../../kit/index.ts';
import type { ValueWidgetProps } from './widget-props.ts';

/** A masked text, such as the password of a mail account, with a button that shows it. */
export function SecretWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const [isShown, setShown] = useState(false);
  const label = t(isShown ? 'views.secret.hide' : 'views.secret.show', { field: field.label });
  return (
    <TextInput
      {...wrapperProps}
      type={isShown ? 'text' : 'password'}
      value={typeof value === 'string' ? value : ''}
      readOnly={readOnly}
      placeholder={field.placeholder}
      maxLength={field.maxLength ?? 1000}
      autoComplete="new-password"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      onBlur={onBlur}
      rightSection={
        <IconButton icon={isShown ? EyeOff : Eye} size="sm" label={label} aria-pressed={isShown} onClick={() => setShown(!isShown)} />
      }
      rightSectionPointerEvents="all"
    />
  );
}
