import { Mail, MessageSquareText, Phone, type LucideIcon } from 'lucide-react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { isEmptyValue, layoutItems, type RecordValues } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** A link that contacts a person, in the device's default app. */
export interface CommunicationLink {
  /** The shortcut key. */
  readonly key: 'c' | 't' | 'm';
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
}

function toDialled(number: string): string {
  return /^\d{10}$/.test(number) ? `+1${number}` : number;
}

/** The e-mail address to use: the primary one if it is valid and not opted out, otherwise the first such one. */
function findAddress(value: unknown): string | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const usable = entries.flatMap((one) => {
    const { email_address, primary, opt_out, invalid_email } = (typeof one === 'object' && one !== null ? one : {}) as JsonObject;
    return typeof email_address === 'string' && opt_out !== true && invalid_email !== true
      ? [{ email_address, isPrimary: primary === true }]
      : [];
  });
  return (usable.find(({ isPrimary }) => isPrimary) ?? usable[0])?.email_address;
}

/** Call and text links for the first non-empty phone field. */
export function listPhoneLinks(fields: readonly FieldView[], record: RecordValues): readonly CommunicationLink[] {
  const phone = fields.find((field) => field.inputType === 'Phone' && !isEmptyValue(record[field.fieldName]));
  const number = phone === undefined ? undefined : record[phone.fieldName];
  if (typeof number !== 'string') return [];
  return [
    { key: 'c', label: t('views.record.call'), icon: Phone, href: `tel:${toDialled(number)}` },
    { key: 't', label: t('views.record.text'), icon: MessageSquareText, href: `sms:${toDialled(number)}` },
  ];
}

/** The links to call, text and mail by the first phone and the e-mail among these fields that have a value. */
export function listContactLinks(fields: readonly FieldView[], record: RecordValues): readonly CommunicationLink[] {
  const mail = fields.find((field) => field.inputType === 'EmailAddress' && !isEmptyValue(record[field.fieldName]));
  const address = mail === undefined ? undefined : findAddress(record[mail.fieldName]);
  return [
    ...listPhoneLinks(fields, record),
    ...(address === undefined ? [] : [{ key: 'm' as const, label: t('views.record.mail'), icon: Mail, href: `mailto:${address}` }]),
  ];
}

/** The links to contact the person of a record: the first phone of the layout, and the e-mail. */
export function listCommunicationLinks(module: ModuleView, record: RecordValues): readonly CommunicationLink[] {
  return listContactLinks(
    layoutItems(module, 'detail').flatMap(({ field }) => field ?? []),
    record,
  );
}
