import { MultiSelect, Radio } from '@mantine/core';
import { Lock, Users } from 'lucide-react';
import { useState } from 'react';
import type { JsonValue } from '#engine/model';
import { Button, Dialog, FieldError, readRelate, useModuleView, useRecordSearch, useSession, useShell, type RecordForm } from '#ui';
import { readSharedRoles, readSharing, type Sharing } from '../../shared/sharing.ts';
import { tReports } from '../texts.ts';

const SHARINGS: readonly Sharing[] = ['private', 'everyone', 'roles'];
/** Roles that an admin chooses among; those of other users are few. */
const MOST_ROLES = 200;

interface RoleName {
  readonly _id: string;
  readonly name: string;
}

/** The roles that the user may choose: all for System Admins, else their own; and those that were chosen before. */
function useRoleNames(value: JsonValue | undefined): readonly RoleName[] {
  const isAdmin = useSession((session) => session.user?.userType) === 'System Admin';
  const { data: shell } = useShell();
  const { data: roles } = useModuleView('roles', isAdmin);
  const { data: all } = useRecordSearch(isAdmin ? roles : undefined, { searchTerms: {}, pageSize: MOST_ROLES, fields: ['name'] });
  const own = (isAdmin ? all?.data : shell?.roles) ?? [];
  const stored = (Array.isArray(value) ? (value as readonly JsonValue[]) : []).flatMap((one) => readRelate(one) ?? []);
  const found = new Map<string, string>();
  for (const { _id, ...role } of [...stored, ...own]) {
    const name = 'name' in role && typeof role.name === 'string' ? role.name : found.get(_id);
    found.set(_id, name ?? tReports('unknownRole'));
  }
  return [...found].map(([_id, name]) => ({ _id, name }));
}

function SharingDialog({ form, onClose }: { readonly form: RecordForm; readonly onClose: () => void }) {
  const { effectiveDraft } = form;
  const stored = effectiveDraft['shared_roles'];
  const [sharing, setSharing] = useState(readSharing(effectiveDraft));
  const [chosen, setChosen] = useState(readSharedRoles(effectiveDraft));
  const roles = useRoleNames(stored);
  const isIncomplete = sharing === 'roles' && chosen.length === 0;
  const apply = () => {
    form.setValue('shared', sharing === 'everyone');
    const named = roles.filter(({ _id }) => chosen.includes(_id));
    form.setValue('shared_roles', sharing === 'roles' ? named.map(({ _id, name }) => ({ _id, name })) : []);
    onClose();
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={tReports('sharing')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tReports('cancel')}</Button>
          <Button variant="primary" disabled={isIncomplete} onClick={apply}>
            {tReports('apply')}
          </Button>
        </>
      }
    >
      <Radio.Group aria-label={tReports('sharing')} value={sharing} onChange={(value) => setSharing(value)}>
        <div className="rp-sharing">
          {SHARINGS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={
                <>
                  {tReports(`sharings.${one}`)}
                  <span className="rp-hint rp-sharing-help">{tReports(`sharingHelp.${one}`)}</span>
                </>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {sharing === 'roles' && (
        <MultiSelect
          className="rp-sharing-roles"
          label={tReports('roles')}
          placeholder={chosen.length === 0 ? tReports('chooseRoles') : ''}
          searchable
          data={roles.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={[...chosen]}
          onChange={setChosen}
          nothingFoundMessage={tReports('noRoles')}
          comboboxProps={{ withinPortal: true }}
        />
      )}
      <p className="rp-hint rp-sharing-roles">{tReports('sharingNote')}</p>
    </Dialog>
  );
}

/** Who sees the report, and the choice of it; saved with the report. */
export function SharingMenu({ form }: { readonly form: RecordForm }) {
  const [isOpen, setOpen] = useState(false);
  const sharing = readSharing(form.effectiveDraft);
  const issues = [...(form.issues['shared_roles'] ?? []), ...(form.issues['shared'] ?? [])];
  return (
    <>
      <Button size="sm" variant="quiet" icon={sharing === 'private' ? Lock : Users} onClick={() => setOpen(true)}>
        {tReports(`shared.${sharing}`)}
      </Button>
      {issues.map(({ message }) => (
        <FieldError key={message}>{message}</FieldError>
      ))}
      {isOpen && <SharingDialog form={form} onClose={() => setOpen(false)} />}
    </>
  );
}
