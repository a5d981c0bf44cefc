import type { FieldNotification } from '#engine/model/definitions';
import type { NotificationKind } from './contract.ts';

/** The kinds of the product about records, which plugins use too. */
export const PRODUCT_KINDS: readonly (NotificationKind & { readonly name: FieldNotification })[] = [
  { name: 'assigned', label: 'Assigned to you', icon: 'user-check', text: '{who} assigned you {what}' },
  { name: 'mentioned', label: 'Mentions', icon: 'message-square-text', text: '{who} mentioned you in {what}' },
  { name: 'approval_requested', label: 'Approvals', icon: 'clipboard-check', text: '{who} asks you to approve {what}' },
];

/** Kinds about pages of the user instead of records. */
export const PAGE_KINDS: readonly NotificationKind[] = [
  { name: 'export_ready', label: 'Exports that are ready', icon: 'download', text: '{what} is ready' },
  { name: 'export_failed', label: 'Exports that failed', icon: 'download', text: '{what} failed' },
  { name: 'workflow', label: 'Messages of workflows', icon: 'workflow', text: '{what}' },
  { name: 'import_ended', label: 'Imports that ended', icon: 'file-up', text: '{what}' },
];

/** The kinds of the product and of its plugins, by name. */
export function createKinds(ofPlugins: readonly NotificationKind[]): ReadonlyMap<string, NotificationKind> {
  return new Map([...PRODUCT_KINDS, ...PAGE_KINDS, ...ofPlugins].map((kind) => [kind.name, kind]));
}
