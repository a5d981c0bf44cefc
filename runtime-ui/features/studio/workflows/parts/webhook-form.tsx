import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { createWorkflowAddress } from '../../../../client/index.ts';
import { Button, t } from '../../../../kit/index.ts';
import { OneTimeSecretDialog, useAction } from '../../../../views/index.ts';
import { useDefinition } from '../../draft/use-definition.ts';
import { useBuilder } from '../builder-context.ts';

/** The secret web address that starts the workflow: it can be created once the workflow is published. */
export function WebhookForm() {
  const { workflow } = useBuilder();
  const published = useDefinition('workflow', workflow.id).detail?.workflow;
  const { isBusy, run } = useAction();
  const [address, setAddress] = useState<string>();
  const create = () =>
    run(async () => {
      const { path } = await createWorkflowAddress(workflow.id);
      setAddress(`${location.origin}${path}`);
    });
  return (
    <>
      <p className="sf-note">{t('studioWorkflows.trigger.webhookHelp')}</p>
      {published?.executionOccurs === 'webhook' ? (
        <Button icon={KeyRound} loading={isBusy} onClick={create}>
          {t('studioWorkflows.trigger.createAddress')}
        </Button>
      ) : (
        <p className="sf-note">{t('studioWorkflows.trigger.addressLater')}</p>
      )}
      {address !== undefined && (
        <OneTimeSecretDialog
          title={t('studioWorkflows.trigger.address')}
          help={t('studioWorkflows.trigger.addressHelp')}
          label={t('studioWorkflows.trigger.address')}
          value={address}
          onClose={() => setAddress(undefined)}
        />
      )}
    </>
  );
}
