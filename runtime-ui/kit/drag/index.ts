// A door of its own: pages that nothing is dragged on do without the library.
export { DragDropArea, type DragDropAreaProps } from './drag-drop-area.tsx';
export { useDraggableItem, useDropTarget } from './use-drag.ts';
