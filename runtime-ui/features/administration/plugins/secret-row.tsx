import { PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { PluginSecretView, SecretState } from '#engine/model/wire';
import { getErrorMessage, queryKeys, removeSecret, setSecret } from '../../../client/index.ts';
import { formatShortInstant } from '../../../fields/values/index.ts';
import { Button, ConfirmDialog, Dialog, StatusPill, t, type PillHue } from '../../../kit/index.ts';
import { useAction } from '../use-action.ts';

const HUES: { readonly [state in SecretState]: PillHue } = { missing: 'gray', set: 'green', unreadable: 'red' };

interface DialogProps {
  readonly secret: PluginSecretView;
  readonly onClose: () => void;
}

/** Asks for the value. A refused value stays in the input, with the reason. */
function ValueDialog({ secret, onClose }: DialogProps) {
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { isBusy, run } = useAction(queryKeys.plugins());
  const { title, description } = secret;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy) return;
    if (value === '') return setProblem(t('plugins.secrets.missing'));
    const request = () =>
      setSecret(secret, value).catch((error: unknown) => {
        setProblem(getErrorMessage(error));
        throw error;
      });
    run(request, t('plugins.secrets.saved', { title }), onClose);
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={title}
      subtitle={description}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button variant="primary" loading={isBusy} onClick={() => save()}>
            {t('plugins.secrets.save')}
          </Button>
        </>
      }
    >
      <form onSubmit={save}>
        <PasswordInput
          label={t('plugins.secrets.value')}
          required
          maxLength={8192}
          autoComplete="off"
          data-autofocus
          value={value}
          error={problem}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function RemoveDialog({ secret, onClose }: DialogProps) {
  const { isBusy, run } = useAction(queryKeys.plugins());
  const { title, plugin } = secret;
  return (
    <ConfirmDialog
      opened
      danger
      busy={isBusy}
      title={t('plugins.secrets.removeTitle', { title })}
      text={t('plugins.secrets.removeText', { plugin })}
      confirmLabel={t('plugins.secrets.remove')}
      onConfirm={() => run(() => removeSecret(secret), t('plugins.secrets.removed', { title }), onClose)}
      onCancel={onClose}
    />
  );
}

/** A secret setting: whether it is set, and the actions on it. */
export function SecretRow({ secret }: { readonly secret: PluginSecretView }) {
  const [openDialog, setOpenDialog] = useState<'value' | 'remove' | undefined>(undefined);
  const { title, description, state, changedAt } = secret;
  const close = () => setOpenDialog(undefined);
  const action = state === 'missing' ? 'enter' : 'replace';
  return (
    <li className="mp-secret">
      <div className="ma-text">
        <p className="ma-name">
          {title} <StatusPill label={t(`plugins.secrets.state.${state}`)} hue={HUES[state]} />
        </p>
        {description !== undefined && <p className="ma-note">{description}</p>}
        {changedAt !== null && <p className="ma-note">{t('plugins.secrets.changed', { when: formatShortInstant(changedAt) })}</p>}
        {state === 'unreadable' && <p className="ma-problem">{t('plugins.secrets.unreadableHelp')}</p>}
      </div>
      <div className="mp-actions">
        <Button size="sm" aria-label={t(`plugins.secrets.${action}Of`, { title })} onClick={() => setOpenDialog('value')}>
          {t(`plugins.secrets.${action}`)}
        </Button>
        {state !== 'missing' && (
          <Button size="sm" variant="quiet" aria-label={t('plugins.secrets.removeOf', { title })} onClick={() => setOpenDialog('remove')}>
            {t('plugins.secrets.remove')}
          </Button>
        )}
      </div>
      {openDialog === 'value' && <ValueDialog secret={secret} onClose={close} />}
      {openDialog === 'remove' && <RemoveDialog secret={secret} onClose={close} />}
    </li>
  );
}
