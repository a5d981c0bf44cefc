import { t, type TextKey } from '../../../kit/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';

/** A definition or field that refers to another, or is referred to, for people. */
export interface ArtifactName {
  /** "Layout", "Field". */
  readonly kind: string;
  readonly label: string;
  /** Its page in the studio; undefined: it has none. */
  readonly href: string | undefined;
}

const KINDS = ['module', 'layout', 'dropdown', 'role', 'setting', 'menu', 'workflow', 'view', 'record', 'webhook', 'plugin'] as const;

/** Names artifacts of the reference index, such as 'layout/tickets.grid' or 'field/tickets.state'. */
export function useArtifactNames(): (artifact: string) => ArtifactName {
  const modules = useDefinitions('module').list ?? [];
  const layouts = useDefinitions('layout').list ?? [];
  const roles = useDefinitions('role').list ?? [];
  const dropdowns = useDefinitions('dropdown').list ?? [];
  const menus = useDefinitions('menu').list ?? [];
  const workflows = useDefinitions('workflow').list ?? [];
  const listed = new Map([...modules, ...layouts, ...roles, ...dropdowns, ...menus, ...workflows].map((one) => [one.artifact, one]));
  const labelOf = (module: string): string => listed.get(`module/${module}`)?.label ?? module;
  return (artifact) => {
    const slash = artifact.indexOf('/');
    const name = artifact.slice(slash + 1);
    if (artifact.startsWith('field/')) {
      const [module = '', ...field] = name.split('.');
      return { kind: t('studioFields.uses.field'), label: `${labelOf(module)}: ${field.join('.')}`, href: undefined };
    }
    const known = KINDS.find((one) => one === artifact.slice(0, slash));
    const kind = t(`studioReview.kind.${known ?? 'other'}`);
    const one = listed.get(artifact);
    return one === undefined ? { kind, label: name, href: undefined } : { kind, label: nameListed(one, labelOf), href: hrefOf(one) };
  };
}

function nameListed({ label, layout }: ListedDefinition, labelOf: (module: string) => string): string {
  if (layout === null) return label;
  const view = t(`studioLayout.view.${layout.view}` as TextKey);
  return [`${labelOf(layout.module)}: ${view}`, ...(layout.role === null ? [] : [layout.role])].join(', ');
}

function hrefOf({ kind, id, action }: ListedDefinition): string | undefined {
  if (action === 'removed') return undefined;
  return `${STUDIO}/${kind === 'workflow' ? 'json/workflow' : `${kind}s`}/${encodeURIComponent(id)}`;
}
