import { SegmentedControl } from '@mantine/core';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { LayoutDefinition, LayoutSection } from '#engine/model/definitions';
import { Button, t } from '../../../../kit/index.ts';
import { changeSection, stepSection } from '../model/layout-edit.ts';
import type { ViewTraits } from '../model/view-traits.ts';
import { TextProperty } from './field-properties.tsx';
import { useEditorActions } from './use-editor.ts';

interface SectionPropertiesProps {
  readonly section: LayoutSection;
  readonly layout: LayoutDefinition;
  readonly traits: ViewTraits;
}

/** The properties of a section or tab. */
export function SectionProperties({ section, layout, traits }: SectionPropertiesProps) {
  const actions = useEditorActions();
  const { id, label, columns = 2 } = section;
  const index = layout.sections.findIndex((one) => one.id === id);
  const isLast = index === layout.sections.length - 1;
  return (
    <div className="sl-properties">
      <TextProperty
        label={t('studioLayout.label')}
        value={label}
        onCommit={(text) => {
          if (text !== '') actions.edit((before) => changeSection(before, id, { label: text }));
        }}
      />
      {traits.hasTwoColumns && (
        <div className="sl-property">
          <span id="sl-columns">{t('studioLayout.columnsOfSection')}</span>
          <SegmentedControl
            aria-labelledby="sl-columns"
            fullWidth
            value={String(columns)}
            data={['1', '2']}
            onChange={(value) => actions.edit((before) => changeSection(before, id, { columns: value === '1' ? 1 : undefined }))}
          />
        </div>
      )}
      <div className="sl-buttons">
        <Button size="sm" icon={ArrowUp} disabled={index === 0} onClick={() => actions.edit((before) => stepSection(before, id, -1))}>
          {t('studioLayout.moveUp')}
        </Button>
        <Button size="sm" icon={ArrowDown} disabled={isLast} onClick={() => actions.edit((before) => stepSection(before, id, 1))}>
          {t('studioLayout.moveDown')}
        </Button>
      </div>
      <Button
        variant="danger-quiet"
        size="sm"
        icon={Trash2}
        disabled={layout.sections.length === 1}
        onClick={() => actions.remove(`section:${id}`)}
      >
        {t('studioLayout.removeSection')}
      </Button>
      <p className="sl-note">{t('studioLayout.removeSectionHelp')}</p>
    </div>
  );
}
