import { memo } from 'react';
import type { ModuleView, RelationView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { relatedLists } from '../../headless/index.ts';
import { RelatedList } from '../record/related-tab.tsx';
import { useSideTabs, type SideTab } from '../record/side-pane.tsx';
import '../styles/record.css';

/** The module as if no layout arranged what is beside its records. */
function withoutDetail(module: ModuleView): ModuleView {
  const { detail: _, ...layouts } = module.layouts;
  return { ...module, layouts };
}

/** All panels that can be beside a record of the module, in the order that they have without a layout. */
export function useSidePanels(module: ModuleView): readonly SideTab[] {
  return useSideTabs(withoutDetail(module));
}

/** All related lists that a record of the module can have, in the order that they have without a layout. */
export function listRelatedLists(module: ModuleView): readonly RelationView[] {
  return relatedLists(withoutDetail(module));
}

interface RelatedListPreviewProps {
  readonly module: ModuleView;
  readonly relation: RelationView;
  readonly record: RecordData;
  /** Several of the shown lists have records of the same module. */
  readonly isOneOfSeveral: boolean;
}

/** A related list of the page of a record; to be shown inert. */
export const RelatedListPreview = memo(function RelatedListPreview(props: RelatedListPreviewProps) {
  return <RelatedList {...props} />;
});

interface SidePanelPreviewProps {
  readonly panel: SideTab;
  readonly record: RecordData;
}

const NOTHING = () => undefined;

/** The content of a panel; to be shown inert. */
export function SidePanelPreview({ panel, record }: SidePanelPreviewProps) {
  return panel.render(record, NOTHING);
}
