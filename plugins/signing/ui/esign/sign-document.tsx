import { CircleCheck, Clock, Ellipsis, UserRound, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ApiError, Button, FieldError, getErrorMessage, Icon, IconButton, Menu, useAction } from '#ui';
import { FillView } from '../fill/fill-view.tsx';
import { useFill, type Fill } from '../fill/use-fill.ts';
import { usePdf } from '../pages/use-pdf.ts';
import { EndPage } from './end-page.tsx';
import { callSigning, createFillServer, fileUrl, type SigningState } from './esign-api.ts';
import { ConsentDialog, DeclineDialog, DelegateDialog } from './sign-dialogs.tsx';
import { tSign } from './texts.ts';
import { useSaving, type Saving } from './use-saving.ts';

interface SignDocumentProps {
  readonly state: SigningState;
  readonly onChange: (state: SigningState) => void;
}

type Opened = 'consent' | 'decline' | 'delegate' | 'later' | 'forwarded';

function SavingNote({ saving }: { readonly saving: Saving }) {
  const text = (): string => {
    if (saving.kind === 'saved')
      return tSign('saved', { time: new Date(saving.at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }) });
    if (saving.kind === 'failed') return tSign('notSaved', { reason: saving.reason });
    return saving.kind === 'saving' ? tSign('saving') : '';
  };
  return (
    <p className={saving.kind === 'failed' ? 'ms-overdue' : 'ms-muted'} role="status">
      {text()}
    </p>
  );
}

interface HeadProps {
  readonly state: SigningState;
  readonly saving: Saving;
  readonly onOpen: (opened: Opened) => void;
}

function Head({ state, saving, onOpen }: HeadProps) {
  const items = [
    { id: 'later', label: tSign('later'), icon: Clock, onSelect: () => onOpen('later') },
    ...(state.canDelegate ? [{ id: 'delegate', label: tSign('delegate'), icon: UserRound, onSelect: () => onOpen('delegate') }] : []),
    { id: 'decline', label: tSign('decline'), icon: X, danger: true, onSelect: () => onOpen('decline') },
  ];
  return (
    <header className="sg-sign-head">
      <div className="sg-title">
        <h1 className="ms-clip">{state.title}</h1>
        <p className="ms-muted ms-clip">{tSign(state.inPerson ? 'inPerson' : 'from', { sender: state.sender })}</p>
      </div>
      <SavingNote saving={saving} />
      <Menu
        label={tSign('more')}
        target={<IconButton icon={Ellipsis} size="phone" label={tSign('more')} />}
        groups={[{ id: 'more', items }]}
      />
    </header>
  );
}

function readProblems(cause: unknown): Readonly<Record<string, string>> {
  const details = cause instanceof ApiError ? cause.details : [];
  return Object.fromEntries(details.map(({ field, message }) => [field, message] as const));
}

interface FinishProps extends SignDocumentProps {
  readonly fill: Fill;
  readonly onStop: () => Promise<void>;
}

function FinishButton({ state, onChange, fill, onStop }: FinishProps) {
  const [problem, setProblem] = useState('');
  const onError = (cause: unknown): void => {
    setProblem(getErrorMessage(cause));
    const problems = readProblems(cause);
    if (Object.keys(problems).length > 0) fill.showProblems(problems);
  };
  const { isBusy, run } = useAction({ onError });
  const finish = (): void => {
    setProblem('');
    if (!fill.check()) return;
    run(async () => {
      await onStop();
      onChange(await callSigning(state, 'finish', { values: fill.values }));
    });
  };
  return (
    <>
      <div role="alert">{problem !== '' && <FieldError>{problem}</FieldError>}</div>
      <Button variant="primary" size="phone" loading={isBusy} onClick={finish}>
        {tSign('finish')}
      </Button>
    </>
  );
}

function LaterPage({ state, onBack }: { readonly state: SigningState; readonly onBack: () => void }) {
  const date = new Date(state.expiresAt);
  const until = Number.isNaN(date.getTime()) ? '' : tSign('until', { date: date.toLocaleDateString('en-US', { dateStyle: 'long' }) });
  return (
    <main className="sg-public">
      <h1>{tSign('laterTitle')}</h1>
      <p>{tSign('laterHelp', { until })}</p>
      <Button size="phone" onClick={onBack}>
        {tSign('goBack')}
      </Button>
    </main>
  );
}

/** The document of a recipient who may sign it now. */
export function SignDocument({ state, onChange }: SignDocumentProps) {
  const [opened, setOpened] = useState<Opened>();
  const { saving, save, flush, stop } = useSaving(state);
  // The token of a later state is another one: the file stays open.
  const [url] = useState(() => fileUrl(state, 'document'));
  const pdf = usePdf(url);
  const server = useMemo(() => createFillServer(state), [state]);
  const { pages = [], mine = [], pictures = [], recipient } = state;
  const fill = useFill({ pages, mine, pictures, person: recipient, onChange: save });
  const open = (next: Opened): void => {
    setOpened(next);
    if (next === 'later') void flush().catch(() => setOpened(undefined));
  };
  const close = (): void => setOpened(undefined);
  if (opened === 'later') return <LaterPage state={state} onBack={close} />;
  if (opened === 'forwarded')
    return (
      <main className="sg-public">
        <EndPage state={{ ...state, tokens: {} }} end="forwarded" />
      </main>
    );
  return (
    <main className="sg-sign">
      <Head state={state} saving={saving} onOpen={open} />
      <div className="sg-agreed">
        <Icon of={CircleCheck} />
        <span>{tSign('agreed')}</span>
        <button type="button" className="ms-link ms-link-link sg-read" onClick={() => setOpened('consent')}>
          {tSign('read')}
        </button>
      </div>
      <FillView
        fill={fill}
        pdf={pdf}
        server={server}
        name={recipient.name}
        finish={<FinishButton state={state} onChange={onChange} fill={fill} onStop={stop} />}
      />
      {opened === 'consent' && <ConsentDialog state={state} onClose={close} />}
      {opened === 'decline' && <DeclineDialog state={state} onClose={close} onChange={onChange} />}
      {opened === 'delegate' && <DelegateDialog state={state} onClose={close} onForwarded={() => setOpened('forwarded')} />}
    </main>
  );
}
