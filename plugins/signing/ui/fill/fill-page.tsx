import { Check, Circle, CircleDot, Paperclip } from 'lucide-react';
import type { JsonValue } from '#engine/model';
import { Icon } from '#ui';
import { isSignature } from '../../shared/check-value.ts';
import { formatValue } from '../../shared/format-value.ts';
import type { DocumentInput, DocumentPage } from '../../shared/document.ts';
import { INPUT_ICONS } from '../pages/input-icons.ts';
import type { PDFDocumentProxy } from '../pages/open-pdf.ts';
import { PageDrawing } from '../pages/page-drawing.tsx';
import type { FillField, FillState } from './fill-fields.ts';
import { isDone } from './fill-fields.ts';
import { tFill } from './texts.ts';

/** Id of the element of a field on its page. */
export function boxId(input: string): string {
  return `sg-box-${input}`;
}

interface ValueProps {
  readonly input: DocumentInput;
  readonly value: JsonValue | undefined;
  readonly pictureUrl: (path: string) => string;
  /** Pixels of a point. */
  readonly scale: number;
}

/** One button of a radio group, or a list of options from top to bottom. */
function Choices({ options, value }: { readonly options: readonly string[]; readonly value: JsonValue | undefined }) {
  return (
    <span className="sg-choices">
      {options.map((option) => (
        <span key={option} className="ms-clip">
          <Icon of={option === value ? CircleDot : Circle} size={14} /> {options.length > 1 && option}
        </span>
      ))}
    </span>
  );
}

/** A value as it is shown on the page. */
function Value({ input, value, pictureUrl, scale }: ValueProps) {
  const { inputType } = input.type;
  const font = { fontSize: (input.field.fontSize ?? 11) * scale };
  if (isSignature(value))
    return value.path === undefined ? <em>{value.text}</em> : <img src={pictureUrl(value.path)} alt={input.field.label} />;
  if (inputType === 'File') return <Icon of={Paperclip} size={14} />;
  if (inputType === 'Checkbox') return value === true ? <Icon of={Check} size={14} /> : null;
  if (inputType === 'Radio Group') return <Choices options={input.field.options ?? []} value={value} />;
  return (
    <span className={input.field.overflow === 'Wrap' ? 'sg-wrapped' : 'ms-clip'} style={font}>
      {formatValue(input, value)}
    </span>
  );
}

/** The day of a signature is known when it is made. */
function Later({ input }: { readonly input: DocumentInput }) {
  if (input.type.inputType !== 'Date Signed') return null;
  return (
    <span className="ms-clip" title={tFill('onFinish')}>
      {input.field.label}
    </span>
  );
}

interface FillPageProps {
  readonly pdf: PDFDocumentProxy | undefined;
  readonly page: DocumentPage;
  /** 0 is the first page. */
  readonly index: number;
  readonly total: number;
  readonly scale: number;
  readonly fill: FillState;
  /** Id of the input that is being filled in. */
  readonly current: string | undefined;
  readonly problems: Readonly<Record<string, string>>;
  readonly pictureUrl: (path: string) => string;
  readonly onChoose: (field: FillField) => void;
}

function stateOf(field: FillField): 'todo' | 'done' | 'optional' {
  if (field.value !== undefined) return 'done';
  return isDone(field) ? 'optional' : 'todo';
}

/** A page: the fields of the recipient are buttons, those of others are shown as they are. */
export function FillPage({ pdf, page, index, total, scale, fill, current, problems, pictureUrl, onChoose }: FillPageProps) {
  const shown = page.inputs.filter(({ id }) => fill.states.get(id)?.isHidden !== true);
  return (
    <section
      className="sg-sheet"
      aria-label={tFill('pageOf', { number: index + 1, total })}
      style={{ width: page.width * scale, height: page.height * scale }}
    >
      <PageDrawing pdf={pdf} number={index + 1} width={Math.round(page.width * scale)} failedText={tFill('pageFailed')} />
      {shown.map((input) => {
        const { place, type, id, field: settings } = input;
        const style = { left: place.x * scale, top: place.y * scale, width: place.width * scale, height: place.height * scale };
        const value = fill.states.get(id)?.value;
        const field = fill.fields.find(({ inputs }) => inputs.some((one) => one.id === id));
        const content = <Value input={input} value={value} pictureUrl={pictureUrl} scale={scale} />;
        if (field === undefined)
          return (
            <div key={id} className="sg-box" data-state="fixed" style={style}>
              {value === undefined ? <Later input={input} /> : content}
            </div>
          );
        const state = stateOf(field);
        return (
          <button
            key={id}
            id={boxId(id)}
            type="button"
            className="sg-box"
            data-state={state}
            data-problem={problems[field.input.id] !== undefined}
            aria-current={field.input.id === current ? 'step' : undefined}
            aria-label={tFill('box', { label: settings.label, type: type.inputType, state: tFill(`states.${state}`) })}
            style={style}
            onClick={() => onChoose(field)}
          >
            {value === undefined && type.inputType !== 'Radio Group' ? (
              <>
                <Icon of={INPUT_ICONS[type.inputType]} size={14} />
                <span className="ms-clip">{settings.label}</span>
              </>
            ) : (
              content
            )}
          </button>
        );
      })}
    </section>
  );
}
