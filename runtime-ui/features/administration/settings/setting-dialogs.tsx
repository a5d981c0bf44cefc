import { useMemo, useState } from 'react';
import type { SettingView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { readChangedSetting, resetSetting, saveSetting } from '../../../client/index.ts';
import { ConfirmDialog, showNotice, t } from '../../../kit/index.ts';
import { SchemaFormDialog, useAction } from '../../../views/index.ts';
import { SettingValue } from './setting-value.tsx';

interface DialogProps {
  readonly setting: SettingView;
  /** Called after a save, and when another admin's change was found. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** What another admin has saved in the meantime. */
function Conflict({ current }: { readonly current: SettingView }) {
  const { changedBy, schema, value } = current;
  return (
    <div role="alert" className="ma-setting-conflict">
      <p>{changedBy === null ? t('settings.conflictBySystem') : t('settings.conflict', { name: changedBy.name })}</p>
      <SettingValue schema={schema} value={value} />
      <p>{t('settings.conflictHelp')}</p>
    </div>
  );
}

/** The form of a value: a property of its own, because the value itself need not be an object. */
function toForm({ schema, name }: SettingView): JsonObject {
  // The dialog shows the name and the help; only a switch needs to say what it switches.
  const title = schema?.['type'] === 'boolean' ? name : t('settings.value');
  return { type: 'object', required: ['value'], properties: { value: { ...schema, title } } };
}

/** Edits the value of a setting. */
export function EditDialog({ setting, onStale, onClose }: DialogProps) {
  // What was opened stays: the list behind it may be loaded again.
  const [opened] = useState(setting);
  const [current, setCurrent] = useState<SettingView | undefined>(undefined);
  const schema = useMemo(() => toForm(opened), [opened]);
  const initial = useMemo(() => ({ value: opened.value }), [opened]);
  const save = async ({ value = null }: { readonly value?: JsonValue }): Promise<void> => {
    try {
      await saveSetting(current ?? opened, value);
    } catch (error) {
      const changed = readChangedSetting(error);
      if (changed !== undefined) {
        setCurrent(changed);
        onStale();
      }
      throw error;
    }
    showNotice({ kind: 'ok', text: t('settings.saved', { name: opened.name }) });
    onStale();
    onClose();
  };
  return (
    <SchemaFormDialog
      title={opened.name}
      subtitle={opened.description}
      submitLabel={t(current === undefined ? 'settings.save' : 'settings.replace')}
      notice={current === undefined ? undefined : <Conflict current={current} />}
      schema={schema}
      initial={initial}
      confirmsDiscard
      onSubmit={save}
      onClose={onClose}
    />
  );
}

/** Confirms that a setting gets its default again, and shows it. */
export function ResetDialog({ setting, onStale, onClose }: DialogProps) {
  const { isBusy, run } = useAction({
    onEnd: () => {
      onStale();
      onClose();
    },
  });
  const { name, schema } = setting;
  const reset = () =>
    run(async () => {
      await resetSetting(setting);
      showNotice({ kind: 'ok', text: t('settings.resetDone', { name }) });
    });
  return (
    <ConfirmDialog
      opened
      busy={isBusy}
      title={t('settings.resetTitle', { name })}
      text={t('settings.resetText')}
      confirmLabel={t('settings.reset')}
      onConfirm={reset}
      onCancel={onClose}
    >
      <div className="ma-setting-preview">
        <SettingValue schema={schema} value={setting.default} />
      </div>
    </ConfirmDialog>
  );
}
