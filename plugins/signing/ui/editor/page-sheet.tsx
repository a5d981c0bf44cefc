import { useEffect, useRef, useState, type DragEvent } from 'react';
import type { DocumentPage, InputType } from '../../shared/document.ts';
import { PageDrawing } from '../pages/page-drawing.tsx';
import type { AlignLine } from './geometry.ts';
import { createInput, placeAround } from './new-input.ts';
import { PlacedInput } from './placed-input.tsx';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

/** The type of what is dragged from the palette. */
const DRAG_TYPE = 'application/x-muster-input';

/** What is dragged from the palette. */
export interface DraggedInput {
  readonly type: InputType;
  readonly label?: string;
  readonly systemFieldName?: string;
}

/** Starts to drag a new input. */
export function startDrag(event: DragEvent, dragged: DraggedInput): void {
  event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(dragged));
  event.dataTransfer.effectAllowed = 'copy';
}

/** Adds an input with its middle at a point of a page. */
export function addInput({ state, dispatch, role }: Editor, page: number, { type, ...more }: DraggedInput, x: number, y: number): void {
  dispatch({ kind: 'add', page, input: createInput(state.pages, { type, role, place: placeAround(type, x, y), ...more }) });
}

function Lines({ lines, scale }: { readonly lines: readonly AlignLine[]; readonly scale: number }) {
  return lines.map(({ axis, at, label }) => (
    <div key={axis} className="sg-line" data-axis={axis} style={axis === 'x' ? { left: at * scale } : { top: at * scale }} aria-hidden>
      <span>{label === undefined ? tEditor('alignedMiddle') : tEditor('alignedWith', { label })}</span>
    </div>
  ));
}

interface PageSheetProps {
  readonly editor: Editor;
  readonly index: number;
  readonly page: DocumentPage;
  readonly scale: number;
  readonly isReadOnly: boolean;
}

/** A page with its inputs. */
export function PageSheet({ editor, index, page, scale, isReadOnly }: PageSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const [lines, setLines] = useState<readonly AlignLine[]>([]);
  const { pdf, setPage, state } = editor;
  useEffect(() => {
    const { current } = sheet;
    if (current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting === true && setPage(index), {
      root: current.closest('[data-page-scroller]'),
      rootMargin: '-45% 0px -45% 0px',
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [index, setPage]);
  const drop = (event: DragEvent<HTMLElement>): void => {
    const data = event.dataTransfer.getData(DRAG_TYPE);
    if (data === '') return;
    event.preventDefault();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    addInput(editor, index, JSON.parse(data) as DraggedInput, (event.clientX - left) / scale, (event.clientY - top) / scale);
  };
  return (
    <section
      ref={sheet}
      id={`sg-page-${index}`}
      className="sg-sheet"
      aria-label={tEditor('pageOf', { number: index + 1, total: state.pages.length })}
      style={{ width: page.width * scale, height: page.height * scale }}
      onPointerDown={(event) => {
        if (!(event.target as HTMLElement).closest('[data-input]')) editor.dispatch({ kind: 'select', ids: [] });
      }}
      {...(isReadOnly ? {} : { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: drop })}
    >
      <PageDrawing
        pdf={pdf.kind === 'open' && index < pdf.pdf.numPages ? pdf.pdf : undefined}
        number={index + 1}
        width={Math.round(page.width * scale)}
        failedText={tEditor('pageFailed')}
      />
      {page.inputs.map((input) => (
        <PlacedInput
          key={input.id}
          editor={editor}
          page={page}
          pageIndex={index}
          input={input}
          scale={scale}
          isReadOnly={isReadOnly}
          onAlign={setLines}
        />
      ))}
      <Lines lines={lines} scale={scale} />
    </section>
  );
}
