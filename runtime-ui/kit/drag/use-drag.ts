import { PointerSensor, useDraggable, useDroppable } from '@dnd-kit/react';

/** Buttons and inputs on a thing that is dragged keep their press; links give it up once the pointer moves. */
const SENSORS = [PointerSensor.configure({ preventActivation: ({ target }) => target instanceof Element && target.closest('button, input, select, textarea') !== null })];

/** Something that can be dragged by mouse and pen, and by touch after a short press. `id` is told when it is dropped. */
export function useDraggableItem(id: string, isDisabled: boolean): { readonly ref: (element: Element | null) => void; readonly isDragged: boolean } {
  const { ref, isDragSource } = useDraggable({ id, disabled: isDisabled, sensors: SENSORS });
  return { ref, isDragged: isDragSource };
}

/** A place that things can be dropped on; `isOver` while one is held over it. */
export function useDropTarget(id: string, isDisabled: boolean): { readonly ref: (element: Element | null) => void; readonly isOver: boolean } {
  const { ref, isDropTarget } = useDroppable({ id, disabled: isDisabled });
  return { ref, isOver: isDropTarget };
}
