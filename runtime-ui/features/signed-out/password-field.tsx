import { PasswordInput } from '@mantine/core';
import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { FieldError, Icon, t } from '../../kit/index.ts';

export interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code';
  /** At the right of the label. */
  readonly aside?: ReactNode;
  readonly error?: string | undefined;
  readonly invalid?: boolean;
}

function VisibilityIcon({ reveal }: { readonly reveal: boolean }) {
  return <Icon of={reveal ? EyeOff : Eye} />;
}

/** A password input with a show/hide button and a hint if Caps Lock is on. */
export function PasswordField({ id, label, value, onChange, onBlur, autoComplete, aside, error, invalid = false }: PasswordFieldProps) {
  const [capsLock, setCapsLock] = useState(false);
  const [shown, setShown] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <div className="ms-out-label-line">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <PasswordInput
        id={id}
        value={value}
        size="lg"
        autoComplete={autoComplete}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleIcon={VisibilityIcon}
        visibilityToggleButtonProps={{ 'aria-label': shown ? t('signIn.hidePassword') : t('signIn.showPassword'), tabIndex: 0 }}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyUp={watch}
        onKeyDown={watch}
        onBlur={() => {
          setCapsLock(false);
          onBlur?.();
        }}
        aria-invalid={error !== undefined || invalid || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        error={error !== undefined}
      />
      {capsLock && (
        <p className="ms-field-warning">
          <Icon of={TriangleAlert} size={14} /> {t('signIn.capsLock')}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
