import { TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { MenuDefinition } from '#engine/model/definitions';
import { Button, findIcon, Icon, IconButton, Menu, SearchInput, SortableGroups, t } from '../../../kit/index.ts';
import {
  addGroup,
  addModule,
  idOfModule,
  listUnplaced,
  moduleOfId,
  moveItem,
  removeItem,
  renameGroup,
  renameItem,
  type MenuGroup,
  type MenuItem,
  type MenuModule,
} from './menu-edits.ts';
import './menus.css';

/** Id of the group with the modules that are not in the menu. */
const UNPLACED = 'unplaced';

interface MenuEditorProps {
  readonly menu: MenuDefinition;
  /** All active modules, by label. */
  readonly modules: readonly MenuModule[];
  readonly onChange: (groups: readonly MenuGroup[]) => void;
}

/** The groups of a menu beside the modules that are not in it: entries are placed, sorted, renamed and taken out, also by keyboard. */
export function MenuEditor({ menu: { groups }, modules, onChange }: MenuEditorProps) {
  const [words, setWords] = useState('');
  const nameOf = (group: MenuGroup) => group.label ?? t('studioMenus.groupNumber', { number: groups.indexOf(group) + 1 });
  const items = new Map(groups.flatMap((group) => group.items.map((item) => [item.id, item] as const)));
  const unplaced = listUnplaced(groups, modules);
  const wanted = words.trim().toLowerCase();
  const offered = unplaced.filter(({ name, label }) => `${label} ${name}`.toLowerCase().includes(wanted));
  const place = (id: string, to: string, at: number) => {
    const name = moduleOfId(id);
    const module = modules.find((one) => one.name === name);
    if (to === UNPLACED) onChange(removeItem(groups, id));
    else onChange(module === undefined ? moveItem(groups, id, to, at) : addModule(groups, module, to, at));
  };
  return (
    <div className="sm-editor">
      <SortableGroups
        label={t('studioMenus.entries')}
        emptyText={t('studioMenus.empty')}
        groups={[
          ...groups.map((group) => ({ id: group.id, label: nameOf(group), items: group.items.map(({ id, label }) => ({ id, label })) })),
          {
            id: UNPLACED,
            label: t('studioMenus.unplaced'),
            isSource: true,
            items: offered.map(({ name, label }) => ({ id: idOfModule(name), label })),
          },
        ]}
        onMove={place}
        renderHead={(id) => {
          const group = groups.find((one) => one.id === id);
          return group === undefined ? (
            <UnplacedHead count={unplaced.length} words={words} onSearch={setWords} />
          ) : (
            <GroupHead
              group={group}
              name={nameOf(group)}
              onRename={(label) => onChange(renameGroup(groups, id, label))}
              onRemove={() => onChange(groups.filter((one) => one !== group))}
            />
          );
        }}
        renderItem={(id) => {
          const [item, module] = [items.get(id), offered.find(({ name }) => idOfModule(name) === id)];
          if (module !== undefined)
            return (
              <ModuleRow
                module={module}
                groups={groups.map((group) => ({ id: group.id, label: nameOf(group) }))}
                onAdd={(to) => place(id, to, groups.find((one) => one.id === to)?.items.length ?? 0)}
              />
            );
          if (item === undefined) return null;
          return (
            <EntryRow
              item={item}
              module={modules.find(({ name }) => name === item.module)}
              onRename={(label) => onChange(renameItem(groups, id, label))}
              onRemove={() => onChange(removeItem(groups, id))}
            />
          );
        }}
      />
      <Button size="sm" icon={Plus} onClick={() => onChange(addGroup(groups))}>
        {t('studioMenus.addGroup')}
      </Button>
    </div>
  );
}

interface GroupHeadProps {
  readonly group: MenuGroup;
  readonly name: string;
  readonly onRename: (label: string) => void;
  readonly onRemove: () => void;
}

function GroupHead({ group, name, onRename, onRemove }: GroupHeadProps) {
  return (
    <div className="sm-head">
      <TextInput
        aria-label={t('studioMenus.headingOf', { name })}
        placeholder={t('studioMenus.noHeading')}
        maxLength={100}
        value={group.label ?? ''}
        onChange={(event) => onRename(event.currentTarget.value)}
      />
      <IconButton icon={X} size="sm" label={t('studioMenus.removeGroup', { name })} onClick={onRemove} />
    </div>
  );
}

interface UnplacedHeadProps {
  readonly count: number;
  readonly words: string;
  readonly onSearch: (words: string) => void;
}

function UnplacedHead({ count, words, onSearch }: UnplacedHeadProps) {
  return (
    <div className="sm-source-head">
      <h2 className="ms-sortable-head">
        {t('studioMenus.unplaced')} <span className="ms-count">{count}</span>
      </h2>
      <SearchInput label={t('studioMenus.find')} value={words} onChange={onSearch} />
    </div>
  );
}

interface EntryRowProps {
  readonly item: MenuItem;
  /** undefined: it leads to an address, or its module is not active. */
  readonly module: MenuModule | undefined;
  readonly onRename: (label: string) => void;
  readonly onRemove: () => void;
}

function EntryRow({ item, module, onRename, onRemove }: EntryRowProps) {
  return (
    <span className="sm-entry">
      <Icon of={findIcon(item.icon)} />
      <TextInput
        aria-label={t('studioMenus.labelOf', { name: item.label || item.id })}
        required
        maxLength={200}
        value={item.label}
        error={item.label.trim() === '' ? t('studioMenus.needsLabel') : undefined}
        onChange={(event) => onRename(event.currentTarget.value)}
      />
      <span className="ms-muted">{item.module === undefined ? item.route : (module?.label ?? item.module)}</span>
      <IconButton icon={X} size="sm" label={t('studioMenus.removeEntry', { name: item.label || item.id })} onClick={onRemove} />
    </span>
  );
}

interface ModuleRowProps {
  readonly module: MenuModule;
  readonly groups: readonly { readonly id: string; readonly label: string }[];
  readonly onAdd: (group: string) => void;
}

function ModuleRow({ module: { label, icon }, groups, onAdd }: ModuleRowProps) {
  const name = t('studioMenus.addModule', { name: label });
  return (
    <span className="sm-entry">
      <Icon of={findIcon(icon)} />
      <span className="sm-label">{label}</span>
      {groups.length > 0 && (
        <Menu
          label={name}
          position="bottom-end"
          target={<IconButton icon={Plus} size="sm" label={name} />}
          groups={[
            { id: 'groups', label: t('studioMenus.addTo'), items: groups.map((group) => ({ ...group, onSelect: () => onAdd(group.id) })) },
          ]}
        />
      )}
    </span>
  );
}
