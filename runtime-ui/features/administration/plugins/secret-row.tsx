import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import { SECRET_MAX_LENGTH, type PluginSecretView, type SecretState } from '#engine/model/wire';
import { queryKeys, removeSecret, setSecret } from '../../../client/index.ts';
import { formatShortInstant } from '../../../fields/values/index.ts';
import { Button, ConfirmDialog, showNotice, StatusPill, t, type PillHue } from '../../../kit/index.ts';
import { SchemaFormDialog } from '../../../views/index.ts';
import { useAdminAction } from '../use-admin-action.ts';

const HUES: { readonly [state in SecretState]: PillHue } = { missing: 'gray', set: 'green', unreadable: 'red' };

interface DialogProps {
  readonly secret: PluginSecretView;
  readonly onClose: () => void;
}

function createSchema(pattern: string | undefined): JsonObject {
  const value = {
    type: 'string',
    title: t('plugins.secrets.value'),
    format: 'secret',
    minLength: 1,
    maxLength: SECRET_MAX_LENGTH,
    ...(pattern === undefined ? {} : { pattern }),
    errorMessage: { required: t('plugins.secrets.missing') },
  };
  return { type: 'object', required: ['value'], properties: { value } };
}

const NOTHING = {};

/** Asks for the value. A refused value stays in the input, with the reason. */
function ValueDialog({ secret, onClose }: DialogProps) {
  const client = useQueryClient();
  const { title, description, pattern } = secret;
  const schema = useMemo(() => createSchema(pattern), [pattern]);
  const save = async ({ value }: JsonObject): Promise<void> => {
    await setSecret(secret, value as string).finally(() => void client.invalidateQueries({ queryKey: queryKeys.plugins() }));
    showNotice({ kind: 'ok', text: t('plugins.secrets.saved', { title }) });
    onClose();
  };
  return (
    <SchemaFormDialog
      size="confirm"
      title={title}
      subtitle={description}
      submitLabel={t('plugins.secrets.save')}
      schema={schema}
      initial={NOTHING}
      onSubmit={save}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ secret, onClose }: DialogProps) {
  const { isBusy, run } = useAdminAction(queryKeys.plugins());
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
