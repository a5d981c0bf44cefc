import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { moduleRoute, recordRoute, useSession, type SavedRecord } from '../../client/index.ts';
import { findNewRecordBody } from '../../extensions/index.ts';
import {
  isAllowed,
  recordName,
  useRecord,
  useRecordForm,
  useRecordModule,
  useUserId,
  type Draft,
  type RecordValues,
} from '../../headless/index.ts';
import { ButtonLink, EmptyState, ErrorState, LoadingProgress, showNotice, SkeletonRows, t, usePageTitle } from '../../kit/index.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { ModuleLoader } from '../module-loader.tsx';
import { FormBody } from './form-body.tsx';
import { focusField } from './form-context.ts';
import { useFormPresence } from './form-presence.ts';
import { FormFooter } from './form-footer.tsx';
import { FormNav } from './form-nav.tsx';
import { problemsInOrder } from './form-problems.ts';
import { readTransferredDraft } from './draft-transfer.ts';
import { RestoredDraftBar } from './restored-draft-bar.tsx';
import { useInitialFocus } from './use-initial-focus.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';
import { useSaveFlow } from './use-save-flow.tsx';
import { useFormScope } from './use-form-scope.ts';
import '../styles/form.css';
import '../styles/views.css';

/** The location state of a form. */
interface FormLocationState {
  readonly prefill?: Draft;
  /** Id of the draft that is transferred from the quick-create dialog. */
  readonly draftId?: string;
  /** State of the list that the record was opened from. */
  readonly pager?: object;
  /** The record page is the previous entry of the browser history. */
  readonly returnsToRecord?: boolean;
}

interface FormScreenProps {
  readonly module: ModuleView;
  readonly record?: RecordValues | undefined;
}

/** Shortcuts of a form, wherever the focus is: Ctrl Enter saves, F8 goes to the next problem. */
function useFormKeys(onSave: () => void, onNext: () => void): void {
  const act = useRef({ onSave, onNext });
  useEffect(() => {
    act.current = { onSave, onNext };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A modal dialog over the form handles its own keys.
      if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        act.current.onSave();
      } else if (event.key === 'F8') {
        event.preventDefault();
        act.current.onNext();
      }
    };
    globalThis.addEventListener('keydown', listen);
    return () => globalThis.removeEventListener('keydown', listen);
  }, []);
}

/** The problem after the focused one; after the last, the first. */
function nextProblem(fields: readonly string[], prefix: string): string | undefined {
  const box = document.activeElement?.closest('[data-form-field]')?.getAttribute('data-form-field');
  const at = fields.findIndex((field) => `${prefix}-${field}` === box);
  return fields[(at + 1) % fields.length];
}

function FormScreen({ module, record }: FormScreenProps) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const location = useLocation();
  const { prefill, draftId, pager, returnsToRecord } = (location.state ?? {}) as FormLocationState;
  const title =
    record === undefined
      ? t('views.form.newThing', { thing: lowercaseLabel(module.labelSingular) })
      : t('views.form.editThing', { name: recordName(module, record) });
  usePageTitle(title);
  const form = useRecordForm({
    module,
    record,
    typed: readTransferredDraft(draftId),
    draftTitle: title,
    ...(prefill === undefined ? {} : { prefill }),
  });
  const scope = useFormScope(module, form, 'edit');
  const presence = useFormPresence(module, form, record, scope.prefix);
  const box = useInitialFocus();
  const guard = useLeaveGuard(form.isDirty, t('views.form.leaveDraft'), undefined, form.readIsDirty);
  const addsAnother = useRef(false);

  // The record page is the previous history entry, which contains the list of its pager.
  const leave = (id: string) =>
    returnsToRecord === true
      ? void navigate(-1)
      : void navigate(recordRoute(module.name, id, user), {
          replace: true,
          state: pager === undefined || record === undefined ? null : { pager },
        });
  const onSaved = (saved: SavedRecord) => {
    showNotice({ kind: 'ok', text: t('views.form.saved', { name: recordName(module, { ...form.state.draft, ...saved }) }) });
    if (addsAnother.current) {
      form.restart();
      const first = scope.sections[0]?.items[0]?.field;
      if (first) requestAnimationFrame(() => focusField(scope.prefix, first.fieldName));
      return;
    }
    guard.release();
    leave(saved._id);
  };
  const onLeaveTo = (name: string, id: string) => {
    guard.release();
    void navigate(recordRoute(name, id, user), { replace: true });
  };
  const flow = useSaveFlow({ module, form, onSaved, onLeaveTo });
  const save = (another: boolean) => {
    addsAnother.current = another;
    void flow.save();
  };
  const fields = form.state.attempt > 0 ? problemsInOrder(scope).map((problem) => problem.field) : [];
  const goToNext = () => {
    const next = nextProblem(fields, scope.prefix);
    if (next !== undefined) focusField(scope.prefix, next);
  };
  useFormKeys(() => save(false), goToNext);
  const cancel = () => {
    if (record?._id === undefined) void navigate(moduleRoute(module.name, user));
    else if (returnsToRecord === true) void navigate(-1);
    else void navigate(recordRoute(module.name, record._id, user), { state: pager === undefined ? null : { pager } });
  };

  return (
    <div className="mv-page mv-form">
      <header className="mv-form-head">
        <h1>{title}</h1>
        <span className="mv-form-note" role="status">
          {form.isDirty ? t(record === undefined ? 'views.form.notSaved' : 'views.form.changed') : ''}
        </span>
      </header>
      <RestoredDraftBar form={form} onSave={() => save(false)} />
      <div className="mv-form-scroll" data-tabbed={scope.isTabbed || undefined}>
        {!scope.isTabbed && <FormNav scope={scope} />}
        <div ref={box} className="mv-form-main" {...presence}>
          <FormBody scope={scope} />
        </div>
      </div>
      <FormFooter
        scope={scope}
        problemCount={fields.length}
        onNext={goToNext}
        onCancel={cancel}
        onSave={() => save(false)}
        onSaveAndAdd={record === undefined ? () => save(true) : undefined}
      />
      {flow.dialogs}
      {guard.dialog}
    </div>
  );
}

/** What a plugin shows for new records of the module, else their form. */
function NewRecordScreen({ module }: { readonly module: ModuleView }) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const Body = findNewRecordBody(module.name);
  if (Body === undefined) return <FormScreen module={module} />;
  return <Body module={module} openRecord={(id) => void navigate(recordRoute(module.name, id, user), { replace: true })} />;
}

function NotAllowed({ module, text, why }: { readonly module: ModuleView; readonly text: string; readonly why?: ReactNode }) {
  const user = useSession((session) => session.user);
  return (
    <EmptyState
      title={t('views.form.notAllowed')}
      help={text}
      actions={
        <>
          {why}
          <ButtonLink variant="primary" href={moduleRoute(module.name, user)}>
            {t('views.record.backToList', { module: lowercaseLabel(module.label) })}
          </ButtonLink>
        </>
      }
    />
  );
}

function EditScreen({ module: general, recordId }: { readonly module: ModuleView; readonly recordId: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useRecord(general, recordId);
  const module = useRecordModule(general, data);
  const userId = useUserId();
  if (error?.status === 404) return <NotAllowed module={module} text={t('views.record.notFound')} />;
  if (error && data === undefined)
    return <ErrorState title={t('views.record.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  // The form starts from the newest version, not from a cached list row.
  if (data === undefined || !isFetchedAfterMount)
    return (
      <>
        <LoadingProgress active />
        <SkeletonRows rows={10} height={48} columns={2} />
      </>
    );
  if (!isAllowed(module, 'edit', data, userId))
    return (
      <NotAllowed
        module={module}
        text={t('views.form.cannotEdit')}
        why={
          <ExplainedButton module={module} action="edit" recordId={recordId}>
            {t('views.record.edit')}
          </ExplainedButton>
        }
      />
    );
  return <FormScreen module={module} record={data} />;
}

/** Creates or edits a record of any module. */
export function RecordFormView({ moduleName, recordId }: { readonly moduleName: string; readonly recordId: string | undefined }) {
  return (
    <ModuleLoader moduleName={moduleName}>
      {(module) => {
        if (recordId !== undefined) return <EditScreen key={recordId} module={module} recordId={recordId} />;
        if (module.rights.create) return <NewRecordScreen key="new" module={module} />;
        return (
          <NotAllowed
            module={module}
            text={t('views.form.cannotCreate', { module: lowercaseLabel(module.label) })}
            why={
              <ExplainedButton module={module} action="create">
                {t('views.list.create', { thing: lowercaseLabel(module.labelSingular) })}
              </ExplainedButton>
            }
          />
        );
      }}
    </ModuleLoader>
  );
}
