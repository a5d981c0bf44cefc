import type { ShellView, WebhookDeliveryState, WebhookState, WebhookView } from '#engine/model/wire';
import { t, type PillHue } from '../../../kit/index.ts';

export const STATE_HUES: { readonly [state in WebhookState]: PillHue } = {
  active: 'green',
  inactive: 'gray',
  failing: 'amber',
  paused: 'red',
};

export const DELIVERY_HUES: { readonly [state in WebhookDeliveryState]: PillHue } = { waiting: 'amber', delivered: 'green', dead: 'red' };

/** Polling interval in milliseconds while a delivery is pending or fails. */
export const POLL_MILLISECONDS = 4_000;

/** The labels of a webhook's modules, separated by commas. */
export function formatModules({ modules }: Pick<WebhookView, 'modules'>, shell: ShellView | undefined): string {
  if (modules.length === 0) return t('webhooks.allModules');
  return modules.map((name) => shell?.modules.find((module) => module.name === name)?.label ?? name).join(', ');
}

export function formatEvents({ events }: Pick<WebhookView, 'events'>): string {
  return events.map((event) => t(`webhooks.events.${event}`)).join(', ');
}

export function webhookRoute(id: string): string {
  return `/admin/webhooks/${encodeURIComponent(id)}`;
}
