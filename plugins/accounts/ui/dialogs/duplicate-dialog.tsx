import {
  DuplicateDialog,
  findDropdown,
  findField,
  formatPhone,
  isObject,
  formatTime,
  type ErrorDialogProps,
  type MatchDetails,
  type RecordValues,
} from '#ui';
import { toText, type ModuleView } from '#engine/model';
import type { AccountMatch } from '../../shared/duplicate-match.ts';
import { tAccounts } from '../texts.ts';

const DAY = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });

/** Joins the non-empty parts with a separator. */
function join(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

/** The label of the type in the module's definition. */
function typeOf(module: ModuleView, value: string): string {
  const field = findField(module, 'account_type');
  return (field && findDropdown(module, field)?.options.find((one) => one.value === value)?.label) ?? value;
}

function describeDraft(module: ModuleView, draft: RecordValues): string {
  const address = [draft.billing_address, draft.shipping_address].find(isObject) ?? {};
  const phone = toText(draft.office_phone);
  return join(
    [
      typeOf(module, toText(draft.account_type)),
      join([toText(address.city), toText(address.state)], ', '),
      phone === '' ? '' : formatPhone(phone),
    ],
    ' · ',
  );
}

function describeMatch(module: ModuleView, { account_type, city, state, createdAt }: AccountMatch): MatchDetails {
  return {
    line: join([typeOf(module, account_type ?? ''), join([city ?? '', state ?? ''], ', ')], ' · '),
    cells: [createdAt === null ? '' : `${DAY.format(new Date(createdAt))} ${formatTime(createdAt)}`],
  };
}

/** The "Duplicate Accounts Detected" dialog: a table of names and creation dates (MM/dd/yyyy h:mm a). */
export function AccountDuplicates(props: ErrorDialogProps) {
  const { module } = props;
  return (
    <DuplicateDialog
      {...props}
      columns={[tAccounts('duplicates.created')]}
      describeDraft={(draft) => describeDraft(module, draft)}
      describeMatch={(match) => describeMatch(module, match as unknown as AccountMatch)}
    />
  );
}
