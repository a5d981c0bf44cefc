import { useQuery } from '@tanstack/react-query';
import { Blocks } from 'lucide-react';
import type { PermissionView, PluginSecretView, PluginStatusView, SettingView } from '#engine/model/wire';
import { getPlugins, getSettings, queryKeys, type ApiError, type PluginOverview } from '../../../client/index.ts';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  Icon,
  PageHeader,
  SkeletonRows,
  StatusPill,
  t,
  type PillHue,
  usePageTitle,
} from '../../../kit/index.ts';
import { namePlugin } from './name-plugin.ts';
import { PluginSwitch, PLUGINS_OFF } from './plugin-switch.tsx';
import { SecretRow } from './secret-row.tsx';
import '../entries.css';
import './plugins.css';

const HUES: { readonly [state in PluginStatusView['state']]: PillHue } = { checked: 'amber', running: 'green', off: 'red' };

function Permissions({ permissions }: { readonly permissions: readonly PermissionView[] }) {
  if (permissions.length === 0) return null;
  return (
    <section className="mp-part">
      <h3>{t('plugins.permissions')}</h3>
      <ul className="ma-attempts">
        {permissions.map(({ name, label, description, roles }) => (
          <li key={name}>
            <p className="ma-name">
              {label} <code className="ms-mono ma-note">{name}</code>
            </p>
            {description !== undefined && <p className="ma-note">{description}</p>}
            <p className="ma-note">
              {roles.length === 0 ? t('plugins.notGranted') : t('plugins.granted', { roles: roles.map((role) => role.name).join(', ') })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Secrets({ secrets }: { readonly secrets: readonly PluginSecretView[] }) {
  if (secrets.length === 0) return null;
  return (
    <section className="mp-part">
      <h3>{t('plugins.secrets.title')}</h3>
      <ul className="ma-attempts">
        {secrets.map((secret) => (
          <SecretRow key={secret.key} secret={secret} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends PluginOverview {
  readonly plugin: PluginStatusView;
  /** All settings; empty until they are loaded. */
  readonly settings: readonly SettingView[];
}

/** Opens the settings of the plugin, each with its form. */
function SettingsLink({ plugin, settings }: Pick<RowProps, 'plugin' | 'settings'>) {
  const own = settings.filter((setting) => setting.plugin === plugin.name);
  const [first] = own;
  if (first === undefined) return null;
  return (
    <ButtonLink size="sm" href={`/admin/settings/${encodeURIComponent(first.section)}`}>
      {t('plugins.settings', { count: own.length })}
    </ButtonLink>
  );
}

function PluginRow({ plugin, plugins, permissions, secrets, settings }: RowProps) {
  const { name, version, state, switchedOff, cause } = plugin;
  const switches = settings.find(({ key }) => key === PLUGINS_OFF);
  return (
    <li className="ma-row mp-row">
      <span className="ms-mark">
        <Icon of={Blocks} />
      </span>
      <div className="ma-text">
        <h2 className="ma-name mp-name">
          {namePlugin(plugin)} <StatusPill label={t(`plugins.state.${state}`)} hue={switchedOff ? 'gray' : HUES[state]} />
        </h2>
        <p className="ma-note">{t('plugins.version', { version })}</p>
        {cause !== undefined && <p className={switchedOff ? 'ma-note' : 'ma-problem'}>{cause}</p>}
        <Secrets secrets={secrets.filter((secret) => secret.plugin === name)} />
        <Permissions permissions={permissions.filter((permission) => permission.plugin === name)} />
      </div>
      <div className="mp-actions mp-row-actions">
        <SettingsLink plugin={plugin} settings={settings} />
        {switches !== undefined && <PluginSwitch plugin={plugin} plugins={plugins} setting={switches} />}
      </div>
    </li>
  );
}

function PluginList() {
  const { data, error, refetch } = useQuery<PluginOverview, ApiError>({
    queryKey: queryKeys.plugins(),
    queryFn: ({ signal }) => getPlugins(signal),
  });
  const { data: settings = [] } = useQuery<readonly SettingView[], ApiError>({
    queryKey: queryKeys.settings(),
    queryFn: ({ signal }) => getSettings(signal),
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('plugins.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={64} />;
  const { plugins, permissions, secrets } = data;
  if (plugins.length === 0) return <EmptyState title={t('plugins.none')} help={t('plugins.noneHelp')} />;
  return (
    <ul className="ms-card ma-list">
      {plugins.map((plugin) => (
        <PluginRow key={plugin.name} plugin={plugin} plugins={plugins} permissions={permissions} secrets={secrets} settings={settings} />
      ))}
    </ul>
  );
}

/** `/admin/plugins`: which plugins run, their switches, settings and secret settings, and the permissions that roles can grant. */
export function PluginsPage() {
  usePageTitle(t('plugins.title'));
  return (
    <>
      <PageHeader title={t('plugins.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('plugins.help')}</p>
        <PluginList />
      </div>
    </>
  );
}
