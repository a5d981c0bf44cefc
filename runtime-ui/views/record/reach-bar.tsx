import { Mail, MessageSquareText, Phone, type LucideIcon } from 'lucide-react';
import type { JsonObject, ModuleView } from '#engine/model';
import { isEmptyValue, layoutItems, type RecordValues } from '../../headless/index.ts';
import { Icon, t, TextLink } from '../../kit/index.ts';

interface Reach {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
}

function toDialled(number: string): string {
  return /^\d{10}$/.test(number) ? `+1${number}` : number;
}

/** The address to write to: the primary one, unless it is known to be wrong or its owner wants none. */
function findAddress(value: unknown): string | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const usable = entries.flatMap((one) => {
    const { email_address, primary, opt_out, invalid_email } = (typeof one === 'object' && one !== null ? one : {}) as JsonObject;
    return typeof email_address === 'string' && opt_out !== true && invalid_email !== true ? [{ email_address, isPrimary: primary === true }] : [];
  });
  return (usable.find(({ isPrimary }) => isPrimary) ?? usable[0])?.email_address;
}

/** The ways to reach whom a record is about: its first phone of the layout, and its e-mail. */
function waysToReach(module: ModuleView, record: RecordValues): readonly Reach[] {
  const fields = layoutItems(module, 'detail').flatMap((item) => (item.field === undefined || isEmptyValue(record[item.field.fieldName]) ? [] : [item.field]));
  const phone = fields.find((field) => field.inputType === 'Phone');
  const number = phone === undefined ? undefined : record[phone.fieldName];
  const mail = fields.find((field) => field.inputType === 'EmailAddress');
  const address = mail === undefined ? undefined : findAddress(record[mail.fieldName]);
  return [
    ...(typeof number === 'string' ? [{ label: t('views.record.call'), icon: Phone, href: `tel:${toDialled(number)}` }, { label: t('views.record.text'), icon: MessageSquareText, href: `sms:${toDialled(number)}` }] : []),
    ...(address === undefined ? [] : [{ label: t('views.record.mail'), icon: Mail, href: `mailto:${address}` }]),
  ];
}

/** On a phone: call, text or write at once. Nothing where the record names no way. */
export function ReachBar({ module, record }: { readonly module: ModuleView; readonly record: RecordValues }) {
  return waysToReach(module, record).map(({ label, icon, href }) => (
    <TextLink key={label} look="bare" className="mv-reach" href={href}><Icon of={icon} size={20} />{label}</TextLink>
  ));
}
