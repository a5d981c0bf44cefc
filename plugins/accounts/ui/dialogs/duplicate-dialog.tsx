import { DuplicateDialog, findOption, formatPhone, formatTime, isObject, type RecordValues, type SlotProps } from '#ui';
import { toText, type ModuleView } from '#engine/model';
import type { AccountMatch } from '../../shared/duplicate-match.ts';
import { tAccounts } from '../texts.ts';

const DAY = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });

function describeDraft(module: ModuleView, draft: RecordValues): string {
  const address = [draft.billing_address, draft.shipping_address].find(isObject) ?? {};
  const phone = toText(draft.office_phone);
  const place = [toText(address.city), toText(address.state)].filter(Boolean).join(', ');
  return [findOption(module, 'account_type', toText(draft.account_type))?.label, place, phone && formatPhone(phone)]
    .filter(Boolean)
    .join(' · ');
}

function describeMatch(module: ModuleView, { account_type, city, state, createdAt }: AccountMatch) {
  return {
    line: [findOption(module, 'account_type', account_type)?.label, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · '),
    cells: [createdAt === null ? '' : `${DAY.format(new Date(createdAt))} ${formatTime(createdAt)}`],
  };
}

/** The "Duplicate Accounts Detected" dialog: a table of names and creation dates (MM/dd/yyyy h:mm a). */
export function AccountDuplicates(props: SlotProps<'errorDialog'>) {
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
