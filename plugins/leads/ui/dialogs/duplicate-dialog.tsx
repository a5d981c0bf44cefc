import type { ModuleView } from '#engine/model';
import {
  DuplicateDialog,
  findDropdown,
  findField,
  formatPhone,
  isObject,
  type ErrorDialogProps,
  type MatchDetails,
  type RecordValues,
} from '#ui';
import type { LeadMatch } from '../../shared/duplicate-match.ts';
import { tLeads } from '../texts.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });
const PHONES = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'];

/** Joins the non-empty parts with a separator. */
function join(parts: readonly (string | null | undefined)[], separator: string): string {
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(separator);
}

/** The option of a dropdown value in the module's definition. */
function findOption(module: ModuleView, fieldName: string, value: string | null): NonNullable<MatchDetails['status']> | undefined {
  if (value === null || value === '') return undefined;
  const field = findField(module, fieldName);
  const option = field && findDropdown(module, field)?.options.find((one) => one.value === value);
  return { label: option?.label ?? value, hue: option?.hue };
}

function describeDraft(module: ModuleView, draft: RecordValues): string {
  const textIn = (name: string): string | null => {
    const value = draft[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const { city, state } = isObject(draft.current_address) ? draft.current_address : {};
  const place = join(
    [city, state].map((part) => (typeof part === 'string' ? part : null)),
    ', ',
  );
  const phone = PHONES.map(textIn).find((one) => one !== null);
  return join([findOption(module, 'profession', textIn('profession'))?.label, place, phone && formatPhone(phone)], ' · ');
}

function describeMatch(module: ModuleView, match: LeadMatch): MatchDetails {
  return {
    line: join([findOption(module, 'profession', match.profession)?.label, join([match.city, match.state], ', ')], ' · '),
    status: findOption(module, 'lead_status', match.lead_status),
    person: match.assigned_to,
    note: match.updatedAt === null ? undefined : tLeads('duplicates.touched', { month: MONTH.format(new Date(match.updatedAt)) }),
  };
}

/** The "Duplicate Leads Detected" dialog: cards of people with profession, status and place. */
export function LeadDuplicates(props: ErrorDialogProps) {
  const { module } = props;
  return (
    <DuplicateDialog
      {...props}
      describeDraft={(draft) => describeDraft(module, draft)}
      describeMatch={(match) => describeMatch(module, match as unknown as LeadMatch)}
    />
  );
}
