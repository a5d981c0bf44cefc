import { useMemo } from 'react';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView, SavedView, ShellView, ViewSharing } from '#engine/model/wire';
import { useSession, useShell } from '../../client/index.ts';
import { toViewContent, useViewActions, type ListHandle } from '../../headless/index.ts';
import { showNotice, t } from '../../kit/index.ts';
import { SchemaFormDialog } from '../schema-form/lazy-schema-form.tsx';
import type { FormValues } from '../schema-form/index.ts';

const SHARINGS = ['private', 'team', 'role'] as const;

/** A System Admin can share with any team or role; other users with those that they belong to. */
function audienceSchema(kind: 'team' | 'role', shell: ShellView | undefined, isAdmin: boolean): JsonObject {
  const title = t(kind === 'team' ? 'saved.ofTeam' : 'saved.ofRole');
  if (isAdmin) return { type: 'string', title, format: 'record', 'x-module': kind === 'team' ? 'teams' : 'roles' };
  const own = (kind === 'team' ? shell?.teams : shell?.roles)?.filter((one) => one._id !== GLOBAL_TEAM_ID) ?? [];
  return { type: 'string', title, oneOf: own.map((one) => ({ const: one._id, title: one.name })) };
}

function createSchema(shell: ShellView | undefined, isAdmin: boolean): JsonObject {
  return {
    type: 'object',
    required: ['name', 'sharing'],
    properties: {
      name: { type: 'string', title: t('saved.name'), minLength: 1, maxLength: 80 },
      sharing: {
        type: 'string',
        title: t('saved.sharing'),
        default: 'private',
        oneOf: SHARINGS.map((value) => ({ const: value, title: t(`saved.${value}`) })),
      },
    },
    allOf: (['team', 'role'] as const).map((kind) => ({
      if: { required: ['sharing'], properties: { sharing: { const: kind } } },
      then: { required: ['sharedWith'], properties: { sharedWith: audienceSchema(kind, shell, isAdmin) } },
    })),
  };
}

/** A team is not a role: another kind of sharing starts without a choice. */
function clearAudience(next: FormValues, before: FormValues): FormValues {
  if (next['sharing'] === before['sharing']) return next;
  const { sharedWith: _sharedWith, ...rest } = next;
  return rest;
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
  const isAdmin = useSession((session) => session.user?.userType) === 'System Admin';
  const { data: shell } = useShell();
  const schema = useMemo(() => createSchema(shell, isAdmin), [shell, isAdmin]);
  const actions = useViewActions(module.name);
  const initial = useMemo(
    (): FormValues =>
      view === undefined
        ? {}
        : { name: view.name, sharing: view.sharing, ...(view.sharedWith === null ? {} : { sharedWith: view.sharedWith }) },
    [view],
  );
  const save = async (values: JsonObject): Promise<void> => {
    const { name, sharing, sharedWith = null } = values as { name: string; sharing: ViewSharing; sharedWith?: string };
    const input = { name, sharing, sharedWith: sharing === 'private' ? null : sharedWith };
    const saved =
      view === undefined
        ? await actions.create({ ...input, ...toViewContent(module, list) })
        : await actions.update(view._id, { ...input, _version: view._version });
    showNotice({ kind: 'ok', text: t('saved.saved', { name: saved.name }) });
    onSaved(saved);
  };
  return (
    <SchemaFormDialog
      size="confirm"
      title={view === undefined ? t('saved.titleNew') : t('saved.titleEdit', { name: view.name })}
      submitLabel={t('saved.save')}
      consequences={view === undefined ? t('saved.newHelp') : undefined}
      schema={schema}
      initial={initial}
      adjust={clearAudience}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
