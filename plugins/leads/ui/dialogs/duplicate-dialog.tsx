import { toText, type ModuleView } from '#engine/model';
import { DuplicateDialog, findOption, formatPhone, isObject, type RecordValues, type SlotProps } from '#ui';
import type { LeadMatch } from '../../shared/duplicate-match.ts';
import { tLeads } from '../texts.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });
const PHONES = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'];

function describeDraft(module: ModuleView, draft: RecordValues): string {
  const textIn = (name: string): string | null => {
    const value = draft[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const { city, state } = isObject(draft.current_address) ? draft.current_address : {};
  const place = [toText(city), toText(state)].filter(Boolean).join(', ');
  const phone = PHONES.map(textIn).find((one) => one !== null);
  return [findOption(module, 'profession', textIn('profession'))?.label, place, phone && formatPhone(phone)].filter(Boolean).join(' · ');
}

function describeMatch(module: ModuleView, match: LeadMatch) {
  return {
    line: [findOption(module, 'profession', match.profession)?.label, [match.city, match.state].filter(Boolean).join(', ')]
      .filter(Boolean)
      .join(' · '),
    status: findOption(module, 'lead_status', match.lead_status),
    person: match.assigned_to,
    note: match.updatedAt === null ? undefined : tLeads('duplicates.touched', { month: MONTH.format(new Date(match.updatedAt)) }),
  };
}

/** The "Duplicate Leads Detected" dialog: cards of people with profession, status and place. */
export function LeadDuplicates(props: SlotProps<'errorDialog'>) {
  const { module } = props;
  return (
    <DuplicateDialog
      {...props}
      describeDraft={(draft) => describeDraft(module, draft)}
      describeMatch={(match) => describeMatch(module, match as unknown as LeadMatch)}
    />
  );
}
