import { useQuery } from '@tanstack/react-query';
import { Blocks } from 'lucide-react';
import { toWords } from '#engine/model/values';
import type { PermissionView, PluginSecretView, PluginStatusView } from '#engine/model/wire';
import { getPlugins, queryKeys, type ApiError, type PluginOverview } from '../../../client/index.ts';
import { EmptyState, ErrorState, Icon, PageHeader, SkeletonRows, StatusPill, t, type PillHue, usePageTitle } from '../../../kit/index.ts';
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

function PluginRow({
  plugin,
  permissions,
  secrets,
}: { readonly plugin: PluginStatusView } & Pick<PluginOverview, 'permissions' | 'secrets'>) {
  const { name, version, state, cause } = plugin;
  return (
    <li className="ma-row mp-row">
      <span className="ms-mark">
        <Icon of={Blocks} />
      </span>
      <div className="ma-text">
        <h2 className="ma-name mp-name">
          {toWords(name.replaceAll('-', ' '))} <StatusPill label={t(`plugins.state.${state}`)} hue={HUES[state]} />
        </h2>
        <p className="ma-note">{t('plugins.version', { version })}</p>
        {cause !== undefined && <p className="ma-problem">{cause}</p>}
        <Secrets secrets={secrets.filter((secret) => secret.plugin === name)} />
        <Permissions permissions={permissions.filter((permission) => permission.plugin === name)} />
      </div>
    </li>
  );
}

function PluginList() {
  const { data, error, refetch } = useQuery<PluginOverview, ApiError>({
    queryKey: queryKeys.plugins(),
    queryFn: ({ signal }) => getPlugins(signal),
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('plugins.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={64} />;
  const { plugins, permissions, secrets } = data;
  if (plugins.length === 0) return <EmptyState title={t('plugins.none')} help={t('plugins.noneHelp')} />;
  return (
    <ul className="ms-card ma-list">
      {plugins.map((plugin) => (
        <PluginRow key={plugin.name} plugin={plugin} permissions={permissions} secrets={secrets} />
      ))}
    </ul>
  );
}

/** `/admin/plugins`: which plugins run, their secret settings, and the permissions that roles can grant. */
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
