import { Select, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { ModuleView, SavedView, ViewSharing } from '#engine/model/wire';
import { getErrorMessage, useSession, useShell, type ApiError } from '../../client/index.ts';
import { RelatePicker } from '../../fields/widgets/index.ts';
import { toViewContent, useModuleSummaries, useViewActions, type ListHandle } from '../../headless/index.ts';
import { Button, Dialog, Icon, showNotice, t } from '../../kit/index.ts';

const CHEVRON = <Icon of={ChevronDown} />;

interface Audience {
  readonly sharing: ViewSharing;
  readonly sharedWith: string | null;
  readonly name: string;
}

interface AudienceProps {
  readonly audience: Audience;
  readonly error: string | undefined;
  readonly onChange: (audience: Audience) => void;
}

/** A System Admin can share with any team or role; other users with those that they belong to. */
function AudiencePicker({ audience, error, onChange }: AudienceProps) {
  const isAdmin = useSession((session) => session.user?.userType) === 'System Admin';
  const shell = useShell().data;
  const [teams, roles] = useModuleSummaries(['teams', 'roles']);
  const isTeam = audience.sharing === 'team';
  const label = t(isTeam ? 'saved.ofTeam' : 'saved.ofRole');
  if (isAdmin) {
    const value = audience.sharedWith === null ? undefined : { _id: audience.sharedWith, name: audience.name };
    return (
      <RelatePicker
        module={isTeam ? teams : roles}
        value={value}
        wrapping={{ label, required: true, error }}
        onPick={(choice) => onChange({ ...audience, sharedWith: choice?._id ?? null, name: choice?.name ?? '' })}
      />
    );
  }
  const own = (isTeam ? shell?.teams : shell?.roles)?.filter((one) => one._id !== GLOBAL_TEAM_ID) ?? [];
  return (
    <Select
      label={label}
      required
      error={error}
      rightSection={CHEVRON}
      data={own.map((one) => ({ value: one._id, label: one.name }))}
      value={audience.sharedWith}
      onChange={(next) => onChange({ ...audience, sharedWith: next })}
    />
  );
}

interface ViewDialogProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** The view to rename or share; absent: a new view is created from the current list. */
  readonly view?: SavedView | undefined;
  readonly onClose: () => void;
  /** Called after the save. */
  readonly onSaved: (view: SavedView) => void;
}

/** Sets the name of a view and who can use it. */
export function ViewDialog({ module, list, view, onClose, onSaved }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [audience, setAudience] = useState<Audience>({
    sharing: view?.sharing ?? 'private',
    sharedWith: view?.sharedWith ?? null,
    name: view?.sharedWithName ?? '',
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const actions = useViewActions(module.name);
  const problem = (field: string) => failure?.details.find((detail) => detail.field === field)?.message;
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const { sharing, sharedWith } = audience;
    const input = { name, sharing, sharedWith: sharing === 'private' ? null : sharedWith };
    const work =
      view === undefined
        ? actions.create({ ...input, ...toViewContent(module, list) })
        : actions.update(view._id, { ...input, _version: view._version });
    work.then(
      (saved) => {
        showNotice({ kind: 'ok', text: t('saved.saved', { name: saved.name }) });
        onSaved(saved);
      },
      (error: unknown) => {
        setBusy(false);
        setFailure(error as ApiError);
      },
    );
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button variant="primary" loading={busy} onClick={() => save()}>
        {t('saved.save')}
      </Button>
    </>
  );
  const other = failure !== undefined && failure.details.length === 0 ? getErrorMessage(failure) : undefined;
  return (
    <Dialog
      opened
      size="confirm"
      title={view === undefined ? t('saved.titleNew') : t('saved.titleEdit', { name: view.name })}
      onCancel={onClose}
      actions={buttons}
      consequences={
        other === undefined ? (
          view === undefined ? (
            t('saved.newHelp')
          ) : undefined
        ) : (
          <span role="alert" className="mv-builder-refused">
            {other}
          </span>
        )
      }
    >
      <form className="mv-view-form" onSubmit={save}>
        <TextInput
          label={t('saved.name')}
          required
          maxLength={80}
          value={name}
          error={problem('name')}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('saved.sharing')}
          rightSection={CHEVRON}
          allowDeselect={false}
          data={(['private', 'team', 'role'] as const).map((one) => ({ value: one, label: t(`saved.${one}`) }))}
          value={audience.sharing}
          onChange={(next) => {
            if (next !== null) setAudience({ sharing: next, sharedWith: null, name: '' });
          }}
        />
        {audience.sharing !== 'private' && <AudiencePicker audience={audience} error={problem('sharedWith')} onChange={setAudience} />}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
