import { DragDropProvider, DragOverlay, type DragEndEvent } from '@dnd-kit/react';
import type { ComponentProps, ReactNode } from 'react';
import './drag.css';

type Plugins = NonNullable<ComponentProps<typeof DragDropProvider>['plugins']>;

/**
 * The first of the library's own plugins makes a button of everything that can be dragged, and announces ids. Here the
 * things keep their links, and who uses the room says in words what happens.
 */
const withoutRoles: Plugins = (defaults) => defaults.slice(1);

export interface DragDropAreaProps {
  /** What follows the pointer; tilted, with a shadow. */
  readonly renderDragged: (id: string) => ReactNode;
  readonly onDragStart?: (id: string) => void;
  /** `place` is undefined where it was let go outside of every place, or put back by Esc. */
  readonly onDrop: (id: string, place: string | undefined) => void;
  readonly children: ReactNode;
}

function readEnd({ operation: { source, target }, canceled }: DragEndEvent): readonly [string | undefined, string | undefined] {
  return [source === null ? undefined : String(source.id), canceled || target === null ? undefined : String(target.id)];
}

/** Within it things are dragged onto places, see `useDraggableItem` and `useDropTarget`. By keyboard its user brings their own way. */
export function DragDropArea({ renderDragged, onDragStart, onDrop, children }: DragDropAreaProps) {
  return (
    <DragDropProvider
      plugins={withoutRoles}
      onDragStart={({ operation: { source } }) => { if (source !== null) onDragStart?.(String(source.id)); }}
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
