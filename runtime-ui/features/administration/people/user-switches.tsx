import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { getErrorMessage, updateRecord, useInvalidateRecords, useModuleView, type PopulatedRecord } from '../../../client/index.ts';
import { Card, showNotice, t } from '../../../kit/index.ts';

/** Whether users may sign in is decided by its own actions. */
const OWN_ACTIONS: ReadonlySet<string> = new Set(['active']);

/** The checkboxes of users, as the definitions of this installation have them: what each person may do beside their roles. */
export function listSwitches(view: ModuleView | undefined): readonly FieldView[] {
  return (view?.fields ?? []).filter(
    ({ inputType, fieldName, system, rights }) =>
      inputType === 'Checkbox' && !system && !OWN_ACTIONS.has(fieldName) && rights.write !== 'none',
  );
}

/** The switches of a user; each is saved at once. */
export function UserSwitches({ user }: { readonly user: PopulatedRecord }) {
  const { data: view } = useModuleView('users');
  const invalidate = useInvalidateRecords();
  const [saving, setSaving] = useState<string | undefined>(undefined);
  const switches = listSwitches(view);
  if (switches.length === 0) return null;
  const save = ({ fieldName, label }: FieldView, isOn: boolean) => {
    setSaving(fieldName);
    updateRecord('/api/users', user._id, { [fieldName]: isOn })
      .then(
        () => showNotice({ kind: 'ok', text: t(isOn ? 'people.switchedOn' : 'people.switchedOff', { label }) }),
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => void invalidate(['users']).then(() => setSaving(undefined)));
  };
  return (
    <Card title={t('people.flags')}>
      <div className="mp-switches">
        {switches.map((field) => (
          <Switch
            key={field.fieldName}
            label={field.label}
            description={field.description}
            checked={user[field.fieldName] === true}
            disabled={saving === field.fieldName}
            onChange={(event) => save(field, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Card>
  );
}
