import { PageDrawing } from '../pages/page-drawing.tsx';
import { hueClass } from '../pages/recipient-roles.ts';
import { listInputs } from './new-input.ts';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

const WIDTH = 92;

/** Brings a page into view. */
export function showPage(index: number): void {
  document.getElementById(`sg-page-${index}`)?.scrollIntoView({ block: 'start' });
}

/** Small pictures of the pages, with the places of their inputs. */
export function Thumbnails({ editor }: { readonly editor: Editor }) {
  const { state, pdf, page: current, setPage } = editor;
  const count = listInputs(state.pages).length;
  return (
    <nav aria-label={tEditor('pages')}>
      <h2 className="sg-heading">
        {tEditor('pages')} <span className="ms-muted">{tEditor('inputCount', { count })}</span>
      </h2>
      <ul className="sg-thumbnails">
        {state.pages.map((page, index) => {
          const scale = WIDTH / page.width;
          return (
            <li key={index}>
              <button
                type="button"
                aria-current={index === current ? 'page' : undefined}
                aria-label={tEditor('page', { number: index + 1 })}
                onClick={() => {
                  setPage(index);
                  showPage(index);
                }}
              >
                <span className="sg-sheet sg-thumbnail" style={{ width: WIDTH, height: page.height * scale }}>
                  <PageDrawing
                    isPicture
                    pdf={pdf.kind === 'open' && index < pdf.pdf.numPages ? pdf.pdf : undefined}
                    number={index + 1}
                    width={WIDTH}
                    failedText=""
                  />
                  {page.inputs.map(({ id, place, assigned_to: role }) => (
                    <span
                      key={id}
                      className={`sg-thumbnail-input ${hueClass(role)}`}
                      style={{ left: place.x * scale, top: place.y * scale, width: place.width * scale, height: place.height * scale }}
                    />
                  ))}
                </span>
                <span aria-hidden>{index + 1}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
