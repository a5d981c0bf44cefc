import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ModuleSummary } from '#engine/model';
import { Button, ButtonLink, EmptyState, QuickCreateDialog, recordRoute, showNotice, type RecordData } from '#ui';
import { groupsIn, textIn, type SidebarGroup } from '../shared/entries.ts';
import { EditorPage } from './editor-page.tsx';
import { SidebarGroups } from './sidebar-groups.tsx';
import { tNavigation } from './texts.ts';
import { useEditorRecords } from './use-editor-records.ts';

const TEMPLATES = { module: 'sidebarMenuTemplates' };

interface TemplateProps {
  readonly template: RecordData;
  readonly modules: readonly ModuleSummary[];
  readonly onSave: (groups: readonly SidebarGroup[]) => Promise<void>;
}

/** The groups of one template, until they are saved. */
function TemplateEditor({ template, modules, onSave }: TemplateProps) {
  const [groups, setGroups] = useState(() => groupsIn(template));
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    await onSave(groups);
    setSaving(false);
  };
  return (
    <>
      <SidebarGroups groups={groups} modules={modules} onChange={setGroups} />
      <div className="nv-actions">
        <ButtonLink href={`${recordRoute(TEMPLATES.module, template._id)}/edit`}>{tNavigation('edit')}</ButtonLink>
        <Button variant="primary" loading={isSaving} onClick={() => void save()}>
          {tNavigation('saveTemplate')}
        </Button>
      </div>
    </>
  );
}

/** `/admin/sidebar-templates`: the sidebars that user types and roles have. */
export function TemplatesEditor() {
  const editor = useEditorRecords(TEMPLATES);
  const { records, save } = editor;
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const template = records?.find(({ _id }) => _id === chosen) ?? records?.[0];
  const saveItems = async (one: RecordData, groups: readonly SidebarGroup[]): Promise<void> => {
    const isSaved = await save([
      { record: one, fields: { items: groups.map(({ label, modules }) => ({ label, modules: [...modules] })) } },
    ]);
    if (isSaved) showNotice({ kind: 'ok', text: tNavigation('templateSaved') });
  };
  return (
    <>
      <EditorPage
        title={tNavigation('kind.sidebars')}
        editor={editor}
        onAdd={() => setAdding(true)}
        renderEditor={(all, modules) =>
          template === undefined ? null : (
            <div className="nv-editor">
              <p className="nv-help">{tNavigation('help.sidebars')}</p>
              <Select
                label={tNavigation('template')}
                allowDeselect={false}
                data={all.map((one) => ({ value: one._id, label: textIn(one, 'name') }))}
                value={template._id}
                onChange={setChosen}
              />
              <TemplateEditor
                key={`${template._id} ${template._version}`}
                template={template}
                modules={modules}
                onSave={(groups) => saveItems(template, groups)}
              />
            </div>
          )
        }
      >
        {records?.length === 0 && <EmptyState title={tNavigation('none')} help={tNavigation('noneHelp')} />}
      </EditorPage>
      {isAdding && (
        <QuickCreateDialog
          moduleName={TEMPLATES.module}
          onClose={() => setAdding(false)}
          onCreated={({ _id }) => {
            setAdding(false);
            setChosen(_id);
          }}
        />
      )}
    </>
  );
}
