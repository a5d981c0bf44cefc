import { NumberInput, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { t } from '../../../../kit/index.ts';
import { changeLayout } from '../model/layout-edit.ts';
import type { SideKind } from '../model/side-pane.ts';
import type { ViewTraits } from '../model/view-traits.ts';
import { NameListEditor } from './name-list-editor.tsx';
import type { SideParts } from './side-canvas.tsx';
import { useEditorActions } from './use-editor.ts';

interface LayoutPropertiesProps {
  readonly module: ModuleView;
  readonly layout: LayoutDefinition;
  readonly traits: ViewTraits;
  /** What can be beside a record. */
  readonly parts: SideParts;
  /** Roles and copies. */
  readonly children?: ReactNode;
}

/** Order and page size of a list. */
function OrderProperties({ module, layout }: Pick<LayoutPropertiesProps, 'module' | 'layout'>) {
  const actions = useEditorActions();
  const { defaultSort, pageSize } = layout;
  const sortable = module.fields.filter((field) => field.sortable && field.deleted !== true);
  const labelOf = (name: string): string => module.fields.find(({ fieldName }) => fieldName === name)?.label ?? name;
  return (
    <>
      <Select
        label={t('studioLayout.order')}
        placeholder={t('studioLayout.orderOfModule', { field: labelOf(module.defaultSort.sortField) })}
        data={sortable.map(({ fieldName, label }) => ({ value: fieldName, label }))}
        value={defaultSort?.sortField ?? null}
        searchable
        clearable
        onChange={(sortField) =>
          actions.edit((before) =>
            changeLayout(before, {
              defaultSort: sortField === null ? undefined : { sortField, sortOrder: before.defaultSort?.sortOrder ?? 'asc' },
            }),
          )
        }
      />
      {defaultSort !== undefined && (
        <SegmentedControl
          aria-label={t('studioLayout.direction')}
          value={defaultSort.sortOrder}
          data={[
            { value: 'asc', label: t('studioLayout.ascending') },
            { value: 'desc', label: t('studioLayout.descending') },
          ]}
          onChange={(value) =>
            actions.edit((before) =>
              changeLayout(before, { defaultSort: { ...defaultSort, sortOrder: value === 'desc' ? 'desc' : 'asc' } }),
            )
          }
        />
      )}
      <NumberInput
        label={t('studioLayout.pageSize')}
        placeholder={String(module.pageSize)}
        value={pageSize ?? ''}
        min={1}
        max={1000}
        allowDecimal={false}
        onChange={(value) => {
          const size = Number(value);
          if (value === '') actions.edit((before) => changeLayout(before, { pageSize: undefined }));
          else if (size >= 1 && size <= 1000) actions.edit((before) => changeLayout(before, { pageSize: size }));
        }}
      />
    </>
  );
}

/** What a record's page lists beside its fields. */
function SidePaneProperties({ layout, parts: { names, labelOf } }: Pick<LayoutPropertiesProps, 'layout' | 'parts'>) {
  const actions = useEditorActions();
  const nameAll = (kind: SideKind) => names[kind].map((name) => ({ name, label: labelOf(kind, name) }));
  return (
    <>
      <NameListEditor
        title={t('studioLayout.relatedLists')}
        all={nameAll('list')}
        value={layout.relatedLists}
        onChange={(names) => actions.edit((before) => changeLayout(before, { relatedLists: names === undefined ? undefined : [...names] }))}
      />
      <NameListEditor
        title={t('studioLayout.panels')}
        all={nameAll('panel')}
        value={layout.panels}
        onChange={(names) => actions.edit((before) => changeLayout(before, { panels: names === undefined ? undefined : [...names] }))}
      />
    </>
  );
}

/** The properties of the whole layout. */
export function LayoutProperties({ module, layout, traits, parts, children }: LayoutPropertiesProps) {
  const actions = useEditorActions();
  return (
    <div className="sl-properties">
      {traits.hasSections && (
        <div className="sl-property">
          <span id="sl-panel-type">{t('studioLayout.sectionsAs')}</span>
          <SegmentedControl
            aria-labelledby="sl-panel-type"
            fullWidth
            value={layout.panelType ?? 'sections'}
            data={[
              { value: 'sections', label: t('studioLayout.stacked') },
              { value: 'tabs', label: t('studioLayout.tabs') },
            ]}
            onChange={(value) => actions.edit((before) => changeLayout(before, { panelType: value === 'tabs' ? 'tabs' : undefined }))}
          />
        </div>
      )}
      {traits.hasOrder && <OrderProperties module={module} layout={layout} />}
      {traits.hasSidePane && <SidePaneProperties layout={layout} parts={parts} />}
      {children}
    </div>
  );
}
