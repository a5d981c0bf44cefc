import type { WorkflowRecipient } from '#engine/model/definitions';
import type { FieldView } from '#engine/model/wire';
import { t } from '../../../../kit/index.ts';
import { PeopleInput } from './people-input.tsx';

const KINDS = ['owner', 'field', 'user', 'role', 'team'] as const;

function newRecipient(kind: (typeof KINDS)[number]): WorkflowRecipient {
  switch (kind) {
    case 'owner':
      return { owner: true };
    case 'field':
      return { field: '' };
    case 'user':
      return { user: '' };
    case 'role':
      return { role: '' };
    case 'team':
      return { team: '' };
  }
}

/** An e-mail address, or a record that may have one. */
function hasAddress({ inputType, refs }: FieldView): boolean {
  return inputType === 'EmailAddress' || inputType === 'TextField' || refs.length > 0;
}

interface RecipientsInputProps {
  readonly recipients: readonly WorkflowRecipient[];
  readonly onChange: (recipients: WorkflowRecipient[]) => void;
}

/** Who gets a message. */
export function RecipientsInput({ recipients, onChange }: RecipientsInputProps) {
  return (
    <PeopleInput
      texts="recipients"
      title={t('studioWorkflows.recipients.title')}
      kinds={KINDS}
      create={newRecipient}
      accepts={hasAddress}
      people={recipients}
      onChange={onChange}
    />
  );
}
