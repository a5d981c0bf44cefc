import { PointerSensor, useDraggable, useDroppable } from '@dnd-kit/react';

/** A press on buttons and inputs of a draggable element does not start a drag; links start one when the pointer moves. */
const SENSORS = [
  PointerSensor.configure({
    preventActivation: ({ target }) => target instanceof Element && target.closest('button, input, select, textarea') !== null,
  }),
];

/** An element that can be dragged by mouse and pen, and by touch after a short press. `id` is passed to `onDrop`. */
export function useDraggableItem(
  id: string,
  isDisabled: boolean,
): { readonly ref: (element: Element | null) => void; readonly isDragged: boolean } {
  const { ref, isDragSource } = useDraggable({ id, disabled: isDisabled, sensors: SENSORS });
  return { ref, isDragged: isDragSource };
}

/** A drop target; `isOver` while an element is dragged over it. */
export function useDropTarget(
  id: string,
  isDisabled: boolean,
): { readonly ref: (element: Element | null) => void; readonly isOver: boolean } {
  const { ref, isDropTarget } = useDroppable({ id, disabled: isDisabled });
  return { ref, isOver: isDropTarget };
}
