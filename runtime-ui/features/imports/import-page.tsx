import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { lowercaseLabel } from '#engine/model/values';
import type { ImportView, ModuleView } from '#engine/model/wire';
import { useModuleView } from '../../client/index.ts';
import { ErrorState, PageHeader, SkeletonRows, t, useBreakpoint, usePageTitle } from '../../kit/index.ts';
import { ColumnsStep } from './columns-step.tsx';
import { announce, describeFile, isStarted } from './describe-import.ts';
import { EditProblem } from './edit-problem.tsx';
import { FileStep } from './file-step.tsx';
import { HeaderActions } from './header-actions.tsx';
import { useImport } from './import-queries.ts';
import { NewImport } from './new-import.tsx';
import { PreviewStep } from './preview-step.tsx';
import { ResultStep } from './result-step.tsx';
import { useImportEdits } from './use-import-edits.ts';
import { isStep, WizardSteps, type Step } from './wizard-steps.tsx';
import './imports.css';

/** `/app/imports/{id}`: an import step by step; `/app/imports/new?module={name}`: its file is chosen. */
export function ImportPage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const module = parameters.get('module') ?? '';
  return id === 'new' ? <NewImport key={module} module={module} /> : <OneImport key={id} id={id} />;
}

function OneImport({ id }: { readonly id: string }) {
  const { data: view, error, refetch } = useImport(id);
  if (view !== undefined) return <WithModule view={view} />;
  if (error === null) return <SkeletonRows rows={8} columns={5} height={40} />;
  return <Failed text={error.message} code={error.code} onRetry={() => void refetch()} />;
}

function WithModule({ view }: { readonly view: ImportView }) {
  const { data: module, error, refetch } = useModuleView(view.module);
  if (module !== undefined) return <Wizard view={view} module={module} />;
  if (error === null) return <SkeletonRows rows={8} columns={5} height={40} />;
  return <Failed text={error.message} code={error.code} onRetry={() => void refetch()} />;
}

function Failed(props: { readonly text: string; readonly code: string; readonly onRetry: () => void }) {
  return <ErrorState title={t('imports.failedToLoad')} reassurance="" {...props} />;
}

/** The step that an import is in: as in the address if it can be there. */
function stepOf(view: ImportView, wanted: string | null): Step {
  if (isStarted(view)) return 'result';
  if (isStep(wanted) && wanted !== 'result') return wanted;
  return view.state === 'draft' && view.summary === null ? 'columns' : 'preview';
}

interface WizardProps {
  readonly view: ImportView;
  readonly module: ModuleView;
}

function Wizard({ view, module }: WizardProps) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isWide = useBreakpoint() === 'wide';
  const step = stepOf(view, parameters.get('step'));
  const open = (next: Step) => void navigate(`?step=${next}`);
  const title = t('imports.title', { module: lowercaseLabel(module.label) });
  usePageTitle(title);
  const file = describeFile(view.file);
  const edits = useImportEdits(view, step === 'preview');
  const parts = { view, module, edits };
  return (
    <div className={`iw-page iw-page-${step}`}>
      <PageHeader title={title} {...(isWide ? { note: file } : {})} actions={<HeaderActions view={view} module={module} />}>
        <WizardSteps step={step} onStep={step === 'result' ? undefined : open} />
      </PageHeader>
      {!isWide && <p className="iw-file">{file}</p>}
      <Announcement text={announce(view)} />
      <EditProblem edits={edits} />
      {step === 'file' && <FileStep view={view} edits={edits} onNext={() => open('columns')} />}
      {step === 'columns' && <ColumnsStep {...parts} onBack={() => open('file')} onNext={() => open('preview')} />}
      {step === 'preview' && <PreviewStep {...parts} onBack={() => open('columns')} />}
      {step === 'result' && <ResultStep view={view} module={module} />}
    </div>
  );
}

/** What screen readers hear of the progress; nothing of what was so when the page was opened. */
function Announcement({ text }: { readonly text: string }) {
  const [first] = useState(text);
  const [hasChanged, setChanged] = useState(false);
  if (text !== first && !hasChanged) setChanged(true);
  return (
    <p role="status" className="ms-visually-hidden">
      {hasChanged ? text : ''}
    </p>
  );
}
