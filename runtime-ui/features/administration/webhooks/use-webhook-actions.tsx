import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { WebhookView, WebhookWithSecret } from '#engine/model/wire';
import {
  deleteWebhook,
  queryKeys,
  rotateWebhookSecret,
  testWebhook,
  getErrorMessage,
  updateWebhook,
  type ApiError,
} from '../../../client/index.ts';
import { ConfirmDialog, showNotice, t, type MenuGroup } from '../../../kit/index.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

type WebhookDialogName = 'edit' | 'rotate' | 'remove';

/** The actions of a webhook: the groups of its menu, its dialogs, and the test. */
export interface WebhookActions {
  readonly groups: readonly MenuGroup[];
  readonly dialogs: ReactNode;
  readonly isTesting: boolean;
  readonly test: () => void;
  readonly edit: () => void;
  readonly toggle: () => void;
}

function showFailure(error: unknown): void {
  showNotice({ kind: 'error', text: getErrorMessage(error) });
}

/** All webhook queries are stale after each action. */
function useRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: queryKeys.webhooks() });
}

function useTest(webhook: WebhookView, refresh: () => void) {
  const [isTesting, setTesting] = useState(false);
  const test = () => {
    setTesting(true);
    testWebhook(webhook._id)
      .then(({ attempts }) => {
        const last = attempts.at(-1);
        if (last?.error === null)
          showNotice({ kind: 'ok', text: t('webhooks.tested', { status: String(last.status), duration: last.duration }) });
        else showNotice({ kind: 'error', text: t('webhooks.testFailed', { reason: last?.error ?? '' }) });
      }, showFailure)
      .finally(() => {
        setTesting(false);
        refresh();
      });
  };
  return { isTesting, test };
}

interface OpenDialogProps {
  readonly webhook: WebhookView;
  readonly openDialog: 'rotate' | 'remove';
  readonly onDone: (secret?: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

function ConfirmActionDialog({ webhook, openDialog, onDone, onClose }: OpenDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const confirm = () => {
    setBusy(true);
    setFailure(undefined);
    const request =
      openDialog === 'rotate'
        ? rotateWebhookSecret(webhook._id).then(onDone)
        : deleteWebhook(webhook._id).then(() => {
            showNotice({ kind: 'ok', text: t('webhooks.removed', { name: webhook.name }) });
            onDone();
          });
    request.catch((error: unknown) => {
      setBusy(false);
      setFailure(error as ApiError);
    });
  };
  const text = (
    <>
      {t(`webhooks.${openDialog}Text`)}
      {failure !== undefined && (
        <span role="alert" className="ma-problem">
          {' '}
          {getErrorMessage(failure)}
        </span>
      )}
    </>
  );
  return (
    <ConfirmDialog
      opened
      danger={openDialog === 'remove'}
      busy={busy}
      title={t(`webhooks.${openDialog}Title`, { name: webhook.name })}
      text={text}
      confirmLabel={t(`webhooks.${openDialog}Do`)}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

/** `onRemoved`: navigates away from the page of a deleted webhook. */
export function useWebhookActions(webhook: WebhookView, onRemoved?: () => void): WebhookActions {
  const refresh = useRefresh();
  const [openDialog, setOpenDialog] = useState<WebhookDialogName | undefined>(undefined);
  const [made, setMade] = useState<WebhookWithSecret | undefined>(undefined);
  const { isTesting, test } = useTest(webhook, refresh);
  const isOn = webhook.active && webhook.state !== 'paused';
  const close = () => setOpenDialog(undefined);
  const toggle = () => {
    updateWebhook(webhook._id, { active: !isOn }).then(() => {
      showNotice({ kind: 'ok', text: t(isOn ? 'webhooks.switchedOff' : 'webhooks.switchedOn', { name: webhook.name }) });
      refresh();
    }, showFailure);
  };
  const finish = (secret?: WebhookWithSecret) => {
    close();
    if (secret !== undefined) setMade(secret);
    else if (openDialog === 'remove') onRemoved?.();
    refresh();
  };
  const groups: readonly MenuGroup[] = [
    {
      id: 'work',
      items: [
        { id: 'edit', label: t('webhooks.edit'), onSelect: () => setOpenDialog('edit') },
        { id: 'test', label: t('webhooks.test'), onSelect: test },
        { id: 'rotate', label: t('webhooks.rotate'), onSelect: () => setOpenDialog('rotate') },
        { id: 'toggle', label: t(isOn ? 'webhooks.switchOff' : 'webhooks.switchOn'), onSelect: toggle },
      ],
    },
    { id: 'end', items: [{ id: 'remove', label: t('webhooks.remove'), danger: true, onSelect: () => setOpenDialog('remove') }] },
  ];
  const dialogs = (
    <>
      {openDialog === 'edit' && <WebhookForm webhook={webhook} onDone={() => finish()} onClose={close} />}
      {(openDialog === 'rotate' || openDialog === 'remove') && (
        <ConfirmActionDialog webhook={webhook} openDialog={openDialog} onDone={finish} onClose={close} />
      )}
      {made !== undefined && <SecretDialog secret={made.secret} onClose={() => setMade(undefined)} />}
    </>
  );
  return { groups, dialogs, isTesting, test, edit: () => setOpenDialog('edit'), toggle };
}
