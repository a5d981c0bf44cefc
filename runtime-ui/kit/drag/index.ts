// A door of its own: pages that nothing is dragged on do without the library.
export { DragRoom, type DragRoomProps } from './drag-room.tsx';
export { useDragged, useDropPlace } from './use-drag.ts';
