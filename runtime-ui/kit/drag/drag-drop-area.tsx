import { DragDropProvider, DragOverlay, type DragEndEvent } from '@dnd-kit/react';
import type { ComponentProps, ReactNode } from 'react';
import './drag.css';

type Plugins = NonNullable<ComponentProps<typeof DragDropProvider>['plugins']>;

/**
 * The first of the library's own plugins gives every draggable element the role of a button, and announces ids. Here the elements keep
 * their links, and the component that uses the area announces what happens.
 */
const withoutRoles: Plugins = (defaults) => defaults.slice(1);

export interface DragDropAreaProps {
  /** The element that follows the pointer; tilted, with a shadow. */
  readonly renderDragged: (id: string) => ReactNode;
  readonly onDragStart?: (id: string) => void;
  /** `place` is undefined if the item was dropped outside of every drop target, or the drag was cancelled by Esc. */
  readonly onDrop: (id: string, place: string | undefined) => void;
  readonly children: ReactNode;
}

function readEnd({ operation: { source, target }, canceled }: DragEndEvent): readonly [string | undefined, string | undefined] {
  return [source === null ? undefined : String(source.id), canceled || target === null ? undefined : String(target.id)];
}

/** An area with drag and drop, see `useDraggableItem` and `useDropTarget`. Keyboard support is left to the component that uses it. */
export function DragDropArea({ renderDragged, onDragStart, onDrop, children }: DragDropAreaProps) {
  return (
    <DragDropProvider
      plugins={withoutRoles}
      onDragStart={({ operation: { source } }) => {
        if (source !== null) onDragStart?.(String(source.id));
      }}
      onDragEnd={(event) => {
        const [id, place] = readEnd(event);
        if (id !== undefined) onDrop(id, place);
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>{(source) => <div className="ms-dragged">{renderDragged(String(source.id))}</div>}</DragOverlay>
    </DragDropProvider>
  );
}
