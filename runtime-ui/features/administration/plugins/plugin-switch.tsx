import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PluginStatusView, SettingView } from '#engine/model/wire';
import { findModule, queryKeys, saveSetting, useShell } from '../../../client/index.ts';
import { ConfirmDialog, t } from '../../../kit/index.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { namePlugin } from './name-plugin.ts';

/** The setting with the names of the plugins that are switched off. */
export const PLUGINS_OFF = 'plugins_off';

const namesOf = ({ value }: SettingView): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

/** What stops while the plugin is off. */
function Effects({ plugin: { modules, requiredBy }, plugins }: Pick<SwitchProps, 'plugin' | 'plugins'>) {
  const { data: shell } = useShell();
  const labels = modules.map((name) => findModule(shell, name)?.label ?? name).sort();
  const dependents = requiredBy.map((name) => namePlugin(plugins.find((one) => one.name === name) ?? { name }));
  return (
    <ul className="mp-effects">
      <li>{t('plugins.switch.pages')}</li>
      {modules.length > 0 && (
        <li>{modules.includes('*') ? t('plugins.switch.allModules') : t('plugins.switch.modules', { modules: labels.join(', ') })}</li>
      )}
      {dependents.length > 0 && <li>{t('plugins.switch.requiredBy', { plugins: dependents.join(', ') })}</li>}
    </ul>
  );
}

interface SwitchProps {
  readonly plugin: PluginStatusView;
  /** All plugins: those that require this one are named. */
  readonly plugins: readonly PluginStatusView[];
  /** The setting with the names of those that are switched off. */
  readonly setting: SettingView;
}

/** Switches a plugin off after a question that says what that changes, and on again. */
export function PluginSwitch({ plugin, plugins, setting }: SwitchProps) {
  const client = useQueryClient();
  const { isBusy, run } = useAdminAction(queryKeys.plugins());
  const [isAsking, setAsking] = useState(false);
  const name = namePlugin(plugin);
  const off = namesOf(setting);
  const isOn = !off.includes(plugin.name);
  const save = () => {
    const next = isOn ? [...off, plugin.name].sort() : off.filter((one) => one !== plugin.name);
    const request = () =>
      saveSetting(setting, next).finally(() => {
        // Another admin may have switched one in the meantime; pages of plugins are in the menu.
        for (const queryKey of [queryKeys.settings(), queryKeys.shell()]) void client.invalidateQueries({ queryKey });
      });
    run(request, t(isOn ? 'plugins.switch.off' : 'plugins.switch.on', { plugin: name }));
    setAsking(false);
  };
  return (
    <>
      <Switch
        size="xs"
        label={t('plugins.switch.word')}
        aria-label={t('plugins.switch.label', { plugin: name })}
        checked={isOn}
        disabled={isBusy}
        onChange={() => (isOn ? setAsking(true) : save())}
      />
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          title={t('plugins.switch.title', { plugin: name })}
          text={t('plugins.switch.text')}
          confirmLabel={t('plugins.switch.confirm')}
          onConfirm={save}
          onCancel={() => setAsking(false)}
        >
          <Effects plugin={plugin} plugins={plugins} />
        </ConfirmDialog>
      )}
    </>
  );
}
