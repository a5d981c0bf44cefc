import { Select, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ModuleSummary } from '#engine/model';
import { Button, findIcon, Icon, IconButton, SortableGroups } from '#ui';
import type { SidebarGroup } from '../shared/entries.ts';
import { moveEntry } from '../shared/move-entry.ts';
import { tNavigation } from './texts.ts';
import './editors.css';

interface SidebarGroupsProps {
  readonly groups: readonly SidebarGroup[];
  /** Modules that can be entries. */
  readonly modules: readonly ModuleSummary[];
  readonly onChange: (groups: readonly SidebarGroup[]) => void;
}

/** The id of an entry: a module may be in several groups. */
function entryId(group: number, module: string): string {
  return `${group} ${module}`;
}

/** Groups after an entry was moved; a module that the target has already is there once. */
export function moveModule(groups: readonly SidebarGroup[], entry: string, to: string, at: number): readonly SidebarGroup[] {
  const ordered = groups.map(({ modules }, group) => ({ id: String(group), items: modules.map((module) => entryId(group, module)) }));
  return moveEntry(ordered, entry, to, at).map(({ items }, group) => ({
    label: groups[group]?.label ?? '',
    modules: [...new Set(items.map((item) => item.slice(item.indexOf(' ') + 1)))],
  }));
}

/** The groups of a sidebar with their entries: sorted by drag and keyboard, renamed, added and removed. */
export function SidebarGroups({ groups, modules, onChange }: SidebarGroupsProps) {
  const labelOf = (name: string) => modules.find((module) => module.name === name)?.label ?? name;
  const nameOf = (at: number) => groups[at]?.label.trim() || tNavigation('groupNumber', { number: at + 1 });
  const change = (at: number, next: Partial<SidebarGroup>) =>
    onChange(groups.map((group, place) => (place === at ? { ...group, ...next } : group)));
  return (
    <>
      <SortableGroups
        label={tNavigation('sidebarGroups')}
        emptyText={tNavigation('sidebarEmpty')}
        groups={groups.map(({ modules: own }, at) => ({
          id: String(at),
          label: nameOf(at),
          items: own.map((module) => ({ id: entryId(at, module), label: labelOf(module) })),
        }))}
        onMove={(entry, to, place) => onChange(moveModule(groups, entry, to, place))}
        renderHead={(id) => (
          <div className="nv-group-head">
            <TextInput
              aria-label={tNavigation('headingOf', { number: Number(id) + 1 })}
              placeholder={tNavigation('headingNone')}
              maxLength={100}
              value={groups[Number(id)]?.label ?? ''}
              onChange={(event) => change(Number(id), { label: event.currentTarget.value })}
            />
            <IconButton
              icon={X}
              label={tNavigation('removeGroup', { name: nameOf(Number(id)) })}
              onClick={() => onChange(groups.filter((_, place) => place !== Number(id)))}
            />
          </div>
        )}
        renderItem={(entry) => {
          const at = Number(entry.split(' ')[0]);
          const name = entry.slice(entry.indexOf(' ') + 1);
          return (
            <span className="nv-entry">
              <Icon of={findIcon(modules.find((module) => module.name === name)?.icon)} size={16} />
              <span className="nv-entry-label">{labelOf(name)}</span>
              <IconButton
                icon={X}
                size="sm"
                label={tNavigation('removeEntry', { name: labelOf(name) })}
                onClick={() => change(at, { modules: (groups[at]?.modules ?? []).filter((one) => one !== name) })}
              />
            </span>
          );
        }}
      />
      <AddEntry groups={groups} modules={modules} nameOf={nameOf} onChange={onChange} />
    </>
  );
}

interface AddEntryProps extends SidebarGroupsProps {
  readonly nameOf: (at: number) => string;
}

function AddEntry({ groups, modules, nameOf, onChange }: AddEntryProps) {
  const [group, setGroup] = useState('0');
  const at = Number(group) < groups.length ? Number(group) : 0;
  const target = groups[at];
  const free = modules.filter(({ name }) => target?.modules.includes(name) !== true);
  return (
    <div className="nv-add">
      {target !== undefined && (
        <>
          <Select
            label={tNavigation('addEntryTo')}
            allowDeselect={false}
            data={groups.map((_, place) => ({ value: String(place), label: nameOf(place) }))}
            value={String(at)}
            onChange={(value) => setGroup(value ?? '0')}
          />
          <Select
            label={tNavigation('addEntry')}
            searchable
            data={free.map(({ name, label }) => ({ value: name, label }))}
            value={null}
            onChange={(name) => {
              if (name !== null) onChange(groups.map((one, place) => (place === at ? { ...one, modules: [...one.modules, name] } : one)));
            }}
          />
        </>
      )}
      <Button icon={Plus} onClick={() => onChange([...groups, { label: '', modules: [] }])}>
        {tNavigation('addGroup')}
      </Button>
    </div>
  );
}
