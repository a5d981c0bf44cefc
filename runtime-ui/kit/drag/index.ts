// A separate entry point: pages without drag and drop do not load the library.
export { DragDropArea, type DragDropAreaProps } from './drag-drop-area.tsx';
export { useDraggableItem, useDropTarget } from './use-drag.ts';
