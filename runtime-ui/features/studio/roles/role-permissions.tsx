import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import { getPlugins, queryKeys, type ApiError, type PluginOverview } from '../../../client/index.ts';
import { ErrorState, SkeletonRows, t } from '../../../kit/index.ts';
import { listPermissions, setPermission } from './role-rights.ts';

export interface RolePermissionsProps {
  readonly role: JsonObject;
  readonly onChange: (role: JsonObject) => void;
}

/** The permissions that plugins declare, each granted by the role or not. */
export function RolePermissions({ role, onChange }: RolePermissionsProps) {
  const { data, error, refetch } = useQuery<PluginOverview, ApiError>({
    queryKey: queryKeys.plugins(),
    queryFn: ({ signal }) => getPlugins(signal),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState
        compact
        title={t('studioRoles.permissionsFailed')}
        text={error.message}
        code={error.code}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={5} columns={1} height={40} />;
  if (data.permissions.length === 0) return <p className="st-note">{t('studioRoles.noPermissions')}</p>;
  const granted = new Set(listPermissions(role));
  return (
    <ul className="st-permissions">
      {data.permissions.map(({ name, label, description, plugin }) => (
        <li key={name}>
          <label>
            <input
              type="checkbox"
              checked={granted.has(name)}
              onChange={(event) => onChange(setPermission(role, name, event.currentTarget.checked))}
            />
            <span>
              <strong>{label}</strong> <span className="st-note">{t('studioRoles.ofPlugin', { plugin })}</span>
              {description !== undefined && <span className="st-permission-help">{description}</span>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
