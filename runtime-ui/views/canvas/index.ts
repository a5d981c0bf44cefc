// A separate entry point: the parts of the screens that the layout editor shows one by one.
export { CardPreview, CellPreview, DetailFieldPreview, FormFieldPreview } from './field-previews.tsx';
