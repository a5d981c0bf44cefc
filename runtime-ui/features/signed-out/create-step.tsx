import { Check, Circle } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { Button, Icon, t } from '../../kit/index.ts';
import { PasswordField } from './password-field.tsx';
import { checkPasswordRules, findConfirmProblem, findPasswordProblem } from './password-rules.ts';

export interface CreateStepProps {
  readonly maxLength: number;
  readonly busy: boolean;
  readonly onSubmit: (password: string) => void;
}

function Rules({ password }: { readonly password: string }) {
  return (
    <ul className="ms-password-rules">
      {checkPasswordRules(password).map((rule) => (
        <li key={rule.id} data-met={rule.met}>
          <Icon of={rule.met ? Check : Circle} size={12} /> {t(`newPassword.rules.${rule.id}`)}
        </li>
      ))}
    </ul>
  );
}

/** Step 2: the new password, twice. Problems are shown after a field was edited; Submit is enabled when there are none. */
export function CreateStep({ maxLength, busy, onSubmit }: CreateStepProps) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [edited, setEdited] = useState({ password: false, confirm: false });
  const problem = findPasswordProblem(password, maxLength);
  const confirmProblem = findConfirmProblem(password, confirm);
  const isValid = problem === undefined && confirmProblem === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !busy) onSubmit(password);
  };
  return (
    <form className="ms-out-fields" onSubmit={submit} noValidate>
      <PasswordField
        id={`${id}-new`}
        label={t('newPassword.create')}
        value={password}
        autoComplete="new-password"
        error={edited.password ? problem : undefined}
        onChange={setPassword}
        onBlur={() => setEdited((before) => ({ ...before, password: before.password || password !== '' }))}
      />
      <Rules password={password} />
      <PasswordField
        id={`${id}-confirm`}
        label={t('newPassword.confirm')}
        value={confirm}
        autoComplete="new-password"
        error={edited.confirm ? confirmProblem : undefined}
        onChange={(value) => {
          setConfirm(value);
          setEdited((before) => ({ ...before, confirm: before.confirm || value.length >= password.length }));
        }}
        onBlur={() => setEdited((before) => ({ ...before, confirm: before.confirm || confirm !== '' }))}
      />
      <Button type="submit" variant="primary" size="lg" fullWidth disabled={!isValid} loading={busy}>
        {t('newPassword.submit')}
      </Button>
    </form>
  );
}
