import { Select, Switch, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ModuleSummary } from '#engine/model';
import { Button, EmptyState, findIcon, Icon, QuickCreateDialog, recordRoute, SortableGroups, TextLink, type RecordData } from '#ui';
import { textIn } from '../shared/entries.ts';
import { moveEntry } from '../shared/move-entry.ts';
import { EditorPage } from './editor-page.tsx';
import { groupRecords, type EditorKind, type GroupedRecords } from './editor-kinds.ts';
import { tNavigation } from './texts.ts';
import { saveGroups, useEditorRecords } from './use-editor-records.ts';
import { useUserTypes } from './use-user-types.ts';

interface LineProps {
  readonly kind: EditorKind;
  readonly record: RecordData;
  readonly modules: readonly ModuleSummary[];
  readonly onSwitch: (record: RecordData, isOn: boolean) => void;
}

/** The line of a record: its icon, its name as a link to its form, what it opens, and whether it is enabled. */
function RecordLine({ kind, record, modules, onSwitch }: LineProps) {
  const name = textIn(record, 'label') || textIn(record, 'name');
  const icon = textIn(record, 'icon') || textIn(record, 'widgetIcon');
  return (
    <span className="nv-entry">
      {icon !== '' && <Icon of={findIcon(icon)} size={16} />}
      <TextLink look="name" href={`${recordRoute(kind.module, record._id)}/edit`} aria-label={tNavigation('editOf', { name })}>
        {name}
      </TextLink>
      <span className="nv-entry-label nv-entry-note">{kind.note(record, modules)}</span>
      {kind.flag !== undefined && (
        <Switch
          aria-label={tNavigation('enabledOf', { name })}
          checked={record[kind.flag] === true}
          onChange={(event) => onSwitch(record, event.currentTarget.checked)}
        />
      )}
    </span>
  );
}

interface GroupToolsProps {
  readonly kind: EditorKind;
  readonly types: readonly string[];
  readonly userType: string;
  readonly onUserType: (userType: string) => void;
  readonly onGroup: (name: string) => void;
}

/** Above the groups: for which user type they are shown, and a group of one's own. */
function GroupTools({ kind, types, userType, onUserType, onGroup }: GroupToolsProps) {
  const [name, setName] = useState('');
  const add = () => {
    if (name.trim() !== '') onGroup(name.trim());
    setName('');
  };
  return (
    <div className="nv-tools">
      {kind.id !== 'notes' && (
        <Select
          label={tNavigation('forType')}
          allowDeselect={false}
          data={[{ value: '', label: tNavigation('allTypes') }, ...types]}
          value={userType}
          onChange={(value) => onUserType(value ?? '')}
        />
      )}
      {kind.hasOwnGroups && (
        <>
          <TextInput
            label={tNavigation('newGroup')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add();
            }}
          />
          <Button disabled={name.trim() === ''} onClick={add}>
            {tNavigation('newGroupAdd')}
          </Button>
        </>
      )}
    </div>
  );
}

interface LoadedProps {
  readonly kind: EditorKind;
  readonly editor: ReturnType<typeof useEditorRecords>;
  readonly records: readonly RecordData[];
  readonly modules: readonly ModuleSummary[];
  readonly onAdd: (group: string, userType: string) => void;
}

function LoadedEditor({ kind, editor, records, modules, onAdd }: LoadedProps) {
  const types = useUserTypes();
  const [userType, setUserType] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  const shown = userType === '' ? records : records.filter((record) => kind.isFor(record, userType));
  const groups = groupRecords(kind, shown, modules, added);
  const byId = new Map(shown.map((record) => [record._id, record]));
  const labelOf = (id: string) => textIn(byId.get(id), 'name');
  const move = (item: string, group: string, at: number) =>
    void saveGroups(kind, editor, moveEntry<GroupedRecords>(groups, item, group, at));
  return (
    <div className="nv-editor">
      <p className="nv-help">{tNavigation(`help.${kind.id}`)}</p>
      <GroupTools kind={kind} types={types} userType={userType} onUserType={setUserType} onGroup={(name) => setAdded([...added, name])} />
      {records.length === 0 && <EmptyState compact title={tNavigation('none')} help={tNavigation('noneHelp')} />}
      <SortableGroups
        label={tNavigation(`kind.${kind.id}`)}
        emptyText={tNavigation('emptyGroup')}
        groups={groups.map(({ id, label, items }) => ({ id, label, items: items.map((item) => ({ id: item, label: labelOf(item) })) }))}
        onMove={move}
        renderHead={(id) => (
          <div className="nv-group-head">
            <h2 className="nv-group-title">{groups.find((group) => group.id === id)?.label}</h2>
            <Button
              size="sm"
              icon={Plus}
              aria-label={`${tNavigation('add')}: ${groups.find((group) => group.id === id)?.label ?? ''}`}
              onClick={() => onAdd(id, userType)}
            >
              {tNavigation('add')}
            </Button>
          </div>
        )}
        renderItem={(id) => {
          const record = byId.get(id);
          if (record === undefined) return null;
          return (
            <RecordLine
              kind={kind}
              record={record}
              modules={modules}
              onSwitch={(one, isOn) => void editor.save([{ record: one, fields: { [kind.flag ?? '']: isOn } }])}
            />
          );
        }}
      />
    </div>
  );
}

/** An editor of one kind of navigation records, with the preview as a user. */
export function RecordsEditor({ kind }: { readonly kind: EditorKind }) {
  const editor = useEditorRecords(kind);
  const [adding, setAdding] = useState<{ readonly group: string; readonly userType: string }>();
  const add = (group: string, userType: string) => setAdding({ group, userType });
  return (
    <>
      <EditorPage
        title={tNavigation(`kind.${kind.id}`)}
        editor={editor}
        onAdd={() => add('', '')}
        renderEditor={(records, modules) => <LoadedEditor kind={kind} editor={editor} records={records} modules={modules} onAdd={add} />}
      />
      {adding !== undefined && (
        <QuickCreateDialog
          moduleName={kind.module}
          prefill={kind.prefill(adding.group, adding.userType)}
          onClose={() => setAdding(undefined)}
          onCreated={() => setAdding(undefined)}
        />
      )}
    </>
  );
}
