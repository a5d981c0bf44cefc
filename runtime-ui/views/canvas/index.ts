// A separate entry point: the parts of the screens that the layout editor shows one by one.
export { CardPreview, CellPreview, DetailFieldPreview, FormFieldPreview } from './field-previews.tsx';
export { FoundRecordsPreview, MassUpdateFieldPreview, TermPreview } from './search-previews.tsx';
export { listRelatedLists, RelatedListPreview, SidePanelPreview, useSidePanels } from './side-previews.tsx';
