import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button, Icon } from '#ui';
import type { FillServer } from './fill-contract.ts';
import { FieldControl } from './field-control.tsx';
import { tFill } from './texts.ts';
import { countDone, hasUse, type Fill } from './use-fill.ts';

interface FillPanelProps {
  readonly fill: Fill;
  readonly server: FillServer;
  readonly name: string;
  /** Shown when everything is filled in: the button that finishes. */
  readonly finish: ReactNode;
}

function Progress({ fill }: { readonly fill: Fill }) {
  const { done, total } = countDone(fill.state);
  return (
    <div
      className="sg-progress"
      role="progressbar"
      aria-label={tFill('progress', { done, total })}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, total)}
      aria-valuenow={done}
    >
      <span style={{ width: `${total === 0 ? 100 : Math.round((done / total) * 100)}%` }} />
    </div>
  );
}

/** Moves the focus to what fills in the field of the step, so that the keyboard goes on there. */
function useFieldFocus(fill: Fill) {
  const content = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  const key = fill.step.kind === 'field' ? fill.step.id : fill.step.kind;
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const target = content.current?.querySelector<HTMLElement>(
      'input:not([type="file"]), textarea, [role="tab"][tabindex="0"], button, input',
    );
    target?.focus({ preventScroll: true });
  }, [key]);
  return content;
}

function StartPart({ fill, finish }: Pick<FillPanelProps, 'fill' | 'finish'>) {
  const count = fill.state.fields.length;
  if (count === 0)
    return (
      <>
        <p>{tFill('noFields')}</p>
        {finish}
      </>
    );
  return (
    <>
      <h2 className="sg-step">{tFill('startTitle', { count })}</h2>
      <p className="ms-muted">{tFill('startHelp')}</p>
      <Button variant="primary" size="phone" onClick={() => fill.next()}>
        {tFill('start')}
      </Button>
    </>
  );
}

function ReadyPart({ fill, finish }: Pick<FillPanelProps, 'fill' | 'finish'>) {
  const [first] = fill.state.fields;
  return (
    <>
      <h2 className="sg-step">{tFill('readyTitle')}</h2>
      <p className="ms-muted">{tFill('readyHelp')}</p>
      {finish}
      {first !== undefined && (
        <Button size="phone" onClick={() => fill.go({ kind: 'field', id: first.input.id })}>
          {tFill('check')}
        </Button>
      )}
    </>
  );
}

function FieldPart({ fill, server, name }: Omit<FillPanelProps, 'finish'>) {
  const { field, state } = fill;
  if (field === undefined) return null;
  const { id, field: settings, type } = field.input;
  const at = state.fields.findIndex(({ input }) => input.id === id);
  const position = tFill('position', { label: settings.label, number: at + 1, total: state.fields.length });
  const isPicture = type.inputType === 'Signature' || type.inputType === 'Initials';
  const after = state.fields[at + 1];
  return (
    <form
      className="sg-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPicture || field.value !== undefined) fill.next();
      }}
    >
      <h2 className="sg-step">
        {position} <span className="ms-muted">{tFill(field.isRequired ? 'required' : 'optional')}</span>
      </h2>
      <FieldControl
        key={id}
        field={field}
        value={field.value}
        error={fill.problems[id]}
        onChange={(value) => fill.setValue(field, value)}
        server={server}
        pictures={fill.pictures}
        hasInitials={hasUse(state, 'Initials')}
        name={name}
        onPicture={fill.addPicture}
        onPlaced={() => fill.next(true)}
      />
      <div className="sg-steps">
        <Button size="phone" icon={ArrowLeft} onClick={fill.back}>
          {tFill('back')}
        </Button>
        <span className="ms-muted ms-clip">
          {after === undefined
            ? tFill('last')
            : tFill('goOn', { label: after.input.field.label, number: at + 2, total: state.fields.length })}
        </span>
        {(!isPicture || field.value !== undefined || !field.isRequired) && (
          <Button type="submit" variant={isPicture ? 'default' : 'primary'} size="phone" trailing={<Icon of={ArrowRight} />}>
            {tFill('next')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The step of the recipient: the next field only, with the progress. */
export function FillPanel({ fill, server, name, finish }: FillPanelProps) {
  const content = useFieldFocus(fill);
  const count = Object.keys(fill.problems).length;
  const { done, total } = countDone(fill.state);
  return (
    <section className="sg-fill-panel" aria-label={tFill('fields')}>
      <Progress fill={fill} />
      <p className="ms-visually-hidden" role="status">
        {count > 0 ? tFill('problems', { count }) : tFill('progress', { done, total })}
      </p>
      <div ref={content} className="sg-form">
        {fill.step.kind === 'start' && <StartPart fill={fill} finish={finish} />}
        {fill.step.kind === 'field' && <FieldPart fill={fill} server={server} name={name} />}
        {fill.step.kind === 'ready' && <ReadyPart fill={fill} finish={finish} />}
      </div>
    </section>
  );
}
