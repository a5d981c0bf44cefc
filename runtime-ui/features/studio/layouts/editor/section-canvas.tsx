import { GripVertical } from 'lucide-react';
import { useMemo } from 'react';
import type { LayoutCostItem, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../../../client/index.ts';
import { Icon, t } from '../../../../kit/index.ts';
import { useDropTarget } from '../../../../kit/drag/index.ts';
import type { FrameKey } from '../model/drop.ts';
import type { ViewTraits } from '../model/view-traits.ts';
import { FieldFrame, KEYS_HELP, useFrame } from './field-frame.tsx';
import { pressFrameKey } from './frame-keys.ts';
import { ScreenChrome } from './screen-chrome.tsx';
import type { CanvasSection } from './use-items.ts';

interface CanvasProps {
  readonly module: ModuleView;
  readonly record: RecordData | undefined;
  /** The module has records that the screen shows. */
  readonly hasRecords: boolean;
  readonly sections: readonly CanvasSection[];
  readonly traits: ViewTraits;
  readonly selected: FrameKey | undefined;
  readonly grabbed: FrameKey | undefined;
  readonly isTabbed: boolean;
  readonly costs: ReadonlyMap<string, LayoutCostItem>;
  readonly total: number;
}

/** The place behind the last field of a section. */
function SectionEnd({ section, isEmpty }: { readonly section: string; readonly isEmpty: boolean }) {
  const { ref, isOver } = useDropTarget(`end:${section}`, false);
  return (
    <div ref={ref} className="sl-end" data-over={isOver || undefined} data-empty={isEmpty || undefined}>
      {isEmpty && t('studioLayout.emptySection')}
    </div>
  );
}

interface HeadProps {
  readonly section: CanvasSection;
  readonly isSelected: boolean;
  readonly isGrabbed: boolean;
  readonly isTabStop: boolean;
  readonly isTab: boolean;
  readonly hasTwoColumns: boolean;
}

function SectionHead({ section, isSelected, isGrabbed, isTabStop, isTab, hasTwoColumns }: HeadProps) {
  const frame: FrameKey = `section:${section.id}`;
  const { ref, actions, isOver } = useFrame(frame);
  return (
    <div
      ref={ref}
      className="sl-head"
      data-selected={isSelected || undefined}
      data-grabbed={isGrabbed || undefined}
      data-over={isOver || undefined}
    >
      <div
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        className="sl-head-handle"
        aria-label={t(isTab ? 'studioLayout.tabNamed' : 'studioLayout.sectionNamed', { name: section.label })}
        aria-describedby={KEYS_HELP}
        aria-pressed={isGrabbed}
        data-frame={frame}
        onClick={() => actions.select(frame)}
        onKeyDown={(event) => pressFrameKey(event, frame, isGrabbed, actions)}
      >
        <Icon of={GripVertical} size={14} />
        <span className="sl-head-label">{section.label}</span>
        {isTab && <span className="sl-note">{t('studioLayout.tab')}</span>}
        {hasTwoColumns && <span className="sl-note">{t('studioLayout.columns', { count: section.columns })}</span>}
      </div>
    </div>
  );
}

/** The inputs of a search fill a line; a form has one or two columns, and the dialog of the mass update has two. */
function gridOf({ look, hasTwoColumns }: ViewTraits, columns: 1 | 2): string {
  if (look === 'search' || look === 'popup') return 'sl-terms';
  return look === 'mass' || (hasTwoColumns && columns === 2) ? 'mv-form-grid mv-form-grid-2' : 'mv-form-grid';
}

/** The form, the page of a record, a search or a dialog, with a frame around each section and field. */
export function SectionCanvas({ module, record, hasRecords, sections, traits, selected, grabbed, isTabbed, costs, total }: CanvasProps) {
  const first = useMemo((): FrameKey | undefined => {
    const [section] = sections;
    if (section === undefined) return undefined;
    const [item] = section.items;
    return traits.hasSections || item === undefined ? `section:${section.id}` : `field:${item.fieldName}`;
  }, [sections, traits]);
  const isShown = (key: FrameKey | undefined): boolean =>
    sections.some(({ id, items }) => key === `section:${id}` || items.some(({ fieldName }) => key === `field:${fieldName}`));
  const tabStop = isShown(selected) ? selected : first;
  const count = sections.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className="sl-canvas mv-form-sections" data-canvas data-look={traits.look}>
      <ScreenChrome module={module} look={traits.look} hasRecords={hasRecords} count={count} sections={sections.length}>
        {sections.map((section) => {
          const frame: FrameKey = `section:${section.id}`;
          return (
            <section key={section.id} className="sl-section" aria-label={section.label}>
              {(traits.hasSections || sections.length > 1) && (
                <SectionHead
                  section={section}
                  isSelected={selected === frame}
                  isGrabbed={grabbed === frame}
                  isTabStop={tabStop === frame}
                  isTab={isTabbed}
                  hasTwoColumns={traits.hasTwoColumns}
                />
              )}
              <div className={`sl-fields ${gridOf(traits, section.columns)}`}>
                {section.items.map((item) => {
                  const key: FrameKey = `field:${item.fieldName}`;
                  return (
                    <FieldFrame
                      key={key}
                      item={item}
                      module={module}
                      record={record}
                      look={traits.look}
                      isSelected={selected === key}
                      isGrabbed={grabbed === key}
                      isTabStop={tabStop === key}
                      cost={costs.get(item.fieldName)}
                      total={total}
                    />
                  );
                })}
                <SectionEnd section={section.id} isEmpty={section.items.length === 0} />
              </div>
            </section>
          );
        })}
      </ScreenChrome>
    </div>
  );
}
