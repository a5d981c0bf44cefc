import type { ModuleDefinition } from '#engine/model/definitions';
import { findIcon, Icon, t, TextLink } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';

const COLUMNS = ['module', 'count', 'change', 'json'] as const;

/** `/admin/studio/relationships`: all modules with the number of their relationships; each opens the relationships of the module. */
export function RelationshipsPage() {
  return (
    <DefinitionList
      title={t('studioFields.relationships.title')}
      definitions={useDefinitions('module')}
      find={t('studioFields.relationships.find')}
      matches={matches}
      none={t('studioFields.relationships.noneFound')}
      columns={COLUMNS.map((column) => t(`studioFields.relationships.overview.${column}`))}
      renderRow={(one) => <ModuleRow key={one.id} module={one} />}
    />
  );
}

function matches({ action, label, name }: ListedDefinition, words: string): boolean {
  return action !== 'removed' && `${label} ${name}`.toLowerCase().includes(words.trim().toLowerCase());
}

function countOf({ drafted, module }: ListedDefinition): number {
  const own = (drafted as unknown as ModuleDefinition | undefined)?.relationships;
  return drafted === undefined ? (module?.relationships ?? 0) : (own?.length ?? 0);
}

function ModuleRow({ module: one }: { readonly module: ListedDefinition }) {
  return (
    <tr>
      <th scope="row">
        <span className="sf-row-name">
          <Icon of={findIcon(one.module?.icon ?? 'table')} />
          <TextLink href={`/admin/studio/modules/${one.id}/relationships`}>{one.label}</TextLink>
        </span>
      </th>
      <td className="ms-tabular">{countOf(one)}</td>
      <ChangeCell of={one} />
      <td>
        <TextLink href={`${STUDIO}/json/module/${encodeURIComponent(one.id)}`} aria-label={t('studioMenus.jsonOf', { name: one.label })}>
          {t('studioFields.json')}
        </TextLink>
      </td>
    </tr>
  );
}
