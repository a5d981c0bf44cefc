import { t } from '../../../kit/index.ts';
import { OneTimeSecretDialog } from '../../../views/index.ts';

/** Shows the secret of a webhook once. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <OneTimeSecretDialog
      title={t('webhooks.secret.title')}
      help={t('webhooks.secret.help')}
      label={t('webhooks.secret.label')}
      value={secret}
      onClose={onClose}
    />
  );
}
