import { useQueries, useQuery } from '@tanstack/react-query';
import type { RoleDefinition } from '#engine/model/definitions';
import { toWords } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { callApi, getModuleView, queryKeys, useShell, type ApiError } from '../../client/index.ts';
import { ErrorState, Section, t } from '../../kit/index.ts';
import '../styles/role-access.css';

type Role = Omit<RoleDefinition, 'id'>;
type ModuleAccess = Role['module_access'][string];
type NameOf = (module: string) => string;

const RIGHTS = ['view', 'edit', 'delete', 'create', 'mass_update', 'export'] as const;

/** The level of a right in words; a right that the role does not name is not given. */
function levelText(access: ModuleAccess, right: (typeof RIGHTS)[number]): string {
  const level = access[right] ?? (right === 'view' || right === 'edit' || right === 'delete' ? 'None' : false);
  if (typeof level === 'object') return t('views.role.level.Rule');
  return t(`views.role.level.${level === true ? 'yes' : level === false ? 'no' : level}`);
}

function isRefused(access: ModuleAccess, right: (typeof RIGHTS)[number]): boolean {
  return access[right] === undefined || access[right] === false || access[right] === 'None';
}

/** The labels of modules that the user has access to; others by the words of their names. */
function useModuleNames(): NameOf {
  const modules = new Map(useShell().data?.modules.map(({ name, label }) => [name, label]));
  return (module) => modules.get(module) ?? toWords(module);
}

function byLabel<T>(entries: readonly (readonly [string, T])[], nameOf: NameOf): readonly (readonly [string, T])[] {
  return [...entries].sort(([one], [other]) => nameOf(one).localeCompare(nameOf(other)));
}

function ModuleTable({ role, nameOf }: { readonly role: Role; readonly nameOf: NameOf }) {
  const rows = byLabel(
    Object.entries(role.module_access).filter(([, access]) => access.access),
    nameOf,
  );
  if (rows.length === 0) return <p className="mv-role-note">{t('views.role.noModules')}</p>;
  return (
    <div className="mv-role-scroll" tabIndex={0} role="group" aria-label={t('views.role.modules')}>
      <table className="mv-role-table">
        <thead>
          <tr>
            <th scope="col">{t('views.role.module')}</th>
            {RIGHTS.map((right) => (
              <th key={right} scope="col">
                {t(`views.role.right.${right}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, access]) => (
            <tr key={name}>
              <th scope="row">{nameOf(name)}</th>
              {RIGHTS.map((right) => (
                <td key={right} data-refused={isRefused(access, right) || undefined}>
                  {levelText(access, right)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The labels of the fields of modules; until they are loaded, the words of their names. */
function useFieldNames(modules: readonly string[]): (module: string, field: string) => string {
  const views = useQueries({
    queries: modules.map((name) => ({
      queryKey: queryKeys.moduleView(name),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getModuleView(name, signal),
    })),
  });
  const byName = new Map(modules.map((name, at) => [name, views[at]?.data]));
  return (module, field) => byName.get(module)?.fields.find(({ fieldName }) => fieldName === field)?.label ?? toWords(field);
}

function FieldTable({ role, nameOf }: { readonly role: Role; readonly nameOf: NameOf }) {
  const modules = byLabel(Object.entries(role.field_access ?? {}), nameOf);
  const fieldName = useFieldNames(modules.map(([name]) => name));
  const rows = modules.flatMap(([module, fields]) => Object.entries(fields).map(([field, level]) => ({ module, field, level })));
  if (rows.length === 0) return <p className="mv-role-note">{t('views.role.noFields')}</p>;
  return (
    <div className="mv-role-scroll" tabIndex={0} role="group" aria-label={t('views.role.fields')}>
      <table className="mv-role-table">
        <thead>
          <tr>
            <th scope="col">{t('views.role.module')}</th>
            <th scope="col">{t('views.role.field')}</th>
            <th scope="col">{t('views.role.access')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ module, field, level }) => (
            <tr key={`${module}.${field}`}>
              <th scope="row">{nameOf(module)}</th>
              <td>{fieldName(module, field)}</td>
              <td data-refused={level === 'none' || undefined}>{t(`views.role.fieldLevel.${level}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a role allows: its levels on modules and fields, modules with sensitive fields, and permissions of plugins. */
export function RoleAccess({ module, id }: { readonly module: ModuleView; readonly id: string }) {
  const nameOf = useModuleNames();
  const {
    data: role,
    error,
    refetch,
  } = useQuery<Role, ApiError>({
    queryKey: [...queryKeys.record(module.name, id), 'definition'],
    queryFn: ({ signal }) => callApi<Role>('GET', `${module.path}/${encodeURIComponent(id)}`, { signal }),
  });
  if (role === undefined)
    return error && <ErrorState title={t('views.role.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  const { sensitive_access: sensitive = [], permissions = [] } = role;
  return (
    <>
      <Section title={t('views.role.modules')}>
        <ModuleTable role={role} nameOf={nameOf} />
      </Section>
      <Section title={t('views.role.fields')}>
        <FieldTable role={role} nameOf={nameOf} />
      </Section>
      {sensitive.length > 0 && (
        <Section title={t('views.role.sensitive')}>
          <p className="mv-role-note">{sensitive.map(nameOf).join(', ')}</p>
        </Section>
      )}
      {permissions.length > 0 && (
        <Section title={t('views.role.permissions')}>
          <p className="mv-role-note">{permissions.join(', ')}</p>
        </Section>
      )}
    </>
  );
}
