import { t, TextLink } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList, OwnerCell } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';

const COLUMNS = ['name', 'owner', 'change', 'json'] as const;

/** `/admin/studio/menus`: the menus of the definitions, with those of the draft. */
export function MenusPage() {
  return (
    <DefinitionList
      title={t('studioMenus.title')}
      definitions={useDefinitions('menu')}
      find={t('studioMenus.findMenu')}
      matches={({ label }, words) => label.toLowerCase().includes(words.trim().toLowerCase())}
      none={t('studioMenus.none')}
      columns={COLUMNS.map((column) => t(`studioMenus.list.${column}`))}
      renderRow={(one) => <MenuRow key={one.id} menu={one} />}
    />
  );
}

function MenuRow({ menu: one }: { readonly menu: ListedDefinition }) {
  const id = encodeURIComponent(one.id);
  return (
    <tr data-removed={one.action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">
          {one.action === 'removed' ? one.label : <TextLink href={`${STUDIO}/menus/${id}`}>{one.label}</TextLink>}
        </span>
      </th>
      <OwnerCell of={one} />
      <ChangeCell of={one} />
      <td>
        <TextLink href={`${STUDIO}/json/menu/${id}`} aria-label={t('studioMenus.jsonOf', { name: one.label })}>
          {t('studioFields.json')}
        </TextLink>
      </td>
    </tr>
  );
}
