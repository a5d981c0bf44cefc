import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { updateCertainFields } from '../../client/index.ts';
import { findMassUpdateValidator } from '../../extensions/index.ts';
import { EditedRecordContext, FieldInput, wantsFullWidth } from '../../fields/widgets/index.ts';
import {
  getAllowedOptions,
  readProblems,
  useDialogDraft,
  useVisibility,
  type DialogDraft,
  type Draft,
  type FieldIssue,
  type FormProblems,
  NO_PROBLEMS,
  withoutField,
} from '../../headless/index.ts';
import {
  isOffered,
  buildMassUpdateForm,
  buildMassUpdatePayload,
  findMassUpdateIssues,
  findMissingInMassUpdate,
  isChangeable,
  isRequiredInMassUpdate,
  useBulkRun,
  type BulkOutcome,
  type BulkRefusal,
  type MassUpdateForm,
} from '../../headless/bulk/index.ts';
import { Button, Dialog, showNotice, t } from '../../kit/index.ts';
import { RestoredChoicesNote } from '../dialogs/restored-choices-note.tsx';
import { findRequirement } from '../field-update/find-requirement.ts';
import { listDraftRequirements } from '../form/draft-requirements.ts';
import { BulkProgressDialog } from './bulk-progress.tsx';
import { RefusedRecordsDialog } from './refused-records-dialog.tsx';
import { offerUndo, revertBatch } from './offer-undo.ts';
import '../styles/form.css';

/** Milliseconds: duration of an error notice of mass update as set by the specification, and of the undo notice. */
const ERROR_NOTICE_MS = 5000;
const UNDO_NOTICE_MS = 10_000;

export interface MassUpdateProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  /** Values that were chosen before and never sent. */
  readonly restored?: DialogDraft | undefined;
  /** `changed`: lists are out of date; `result`: ids of the refused records, if the user wants them selected. */
  readonly onClose: (changed: boolean, result?: readonly string[]) => void;
}

interface FieldsProps {
  readonly form: MassUpdateForm;
  readonly shown: readonly FieldView[];
  readonly draft: Draft;
  /** The chosen values, in the API format. */
  readonly values: JsonObject;
  readonly issues: FormProblems['byField'];
  readonly onChange: (name: string, value: JsonValue | undefined) => void;
  readonly onUnreadable: (name: string, message: string | undefined) => void;
}

const NO_ISSUES: readonly FieldIssue[] = [];

/** Options are restricted only if the parent is part of the update; otherwise each record has its own parent value. */
function allowedIn(field: FieldView, draft: Draft): readonly string[] | undefined {
  return field.optionsBy === undefined || typeof draft[field.optionsBy.field] !== 'string'
    ? undefined
    : getAllowedOptions(field, draft as JsonObject);
}

/** The chosen values, if they include the module whose fields are named; otherwise each record has its own. */
function findEdited({ fieldsOf }: FieldView, draft: Draft): Draft | undefined {
  return fieldsOf === undefined || (draft[fieldsOf] ?? null) === null ? undefined : draft;
}

function Fields({ form, shown, draft, values, issues, onChange, onUnreadable }: FieldsProps) {
  const prefix = useId().replace(/[^\w-]/g, '');
  return (
    // The initial focus is here: the first input would open its list.
    <div className="mv-form-grid mv-form-grid-2 mb-fields" tabIndex={-1} data-autofocus>
      {shown.map((field) => (
        <div key={field.fieldName} className={`mv-form-field ${wantsFullWidth(field) ? 'mv-form-wide' : ''}`}>
          <EditedRecordContext value={findEdited(field, draft)}>
            <FieldInput
              id={`${prefix}-${field.fieldName}`}
              module={form.module}
              field={{ ...field, placeholder: field.placeholder ?? t('work.mass.keep') }}
              value={draft[field.fieldName]}
              onChange={(value) => onChange(field.fieldName, value)}
              required={isRequiredInMassUpdate(field, values)}
              issues={issues[field.fieldName] ?? NO_ISSUES}
              onParseError={(message) => onUnreadable(field.fieldName, message)}
              allowed={allowedIn(field, draft)}
              hintOf={(value) => findRequirement(form.module, field, value, {})?.hint}
            />
          </EditedRecordContext>
        </div>
      ))}
    </div>
  );
}

const NOTHING: Draft = {};

/**
 * Stores the chosen values as a local draft, except sensitive ones, until the dialog is closed. Returns a function that discards the draft.
 */
function useStoreDraft({ module, fields }: MassUpdateForm, ids: readonly string[], draft: Draft): () => void {
  const storedDraft = useMemo(() => {
    const sensitiveNames = fields.filter((field) => field.sensitive === true).map((field) => field.fieldName);
    if (draft === NOTHING) return undefined;
    return {
      ids,
      choices: Object.fromEntries(Object.entries(draft).filter(([name]) => !sensitiveNames.includes(name))),
      redactedFields: sensitiveNames.filter((name) => draft[name] !== undefined),
    };
  }, [fields, ids, draft]);
  return useDialogDraft({ module: module.name, name: 'mass-update', draft: storedDraft });
}

/** Issue code of a plugin's additional requirement. It is cleared on every change, because other values may require nothing. */
const REQUIREMENT_ISSUE = 'asked';

function withoutRequirementIssues({ byField, general }: FormProblems): FormProblems {
  return {
    byField: Object.fromEntries(Object.entries(byField).filter(([, issues]) => issues.every(({ code }) => code !== REQUIREMENT_ISSUE))),
    general,
  };
}

/** The chosen values and their problems. */
function useMassDraft({ module, ids, restored }: MassUpdateProps, form: MassUpdateForm) {
  const [draft, setDraft] = useState<Draft>(restored?.choices ?? NOTHING);
  const discardStored = useStoreDraft(form, ids, draft);
  const [problems, setProblems] = useState<FormProblems>(NO_PROBLEMS);
  const [unreadable, setUnreadable] = useState<{ readonly [name: string]: string }>({});
  const isShown = useVisibility(module);
  const values = buildMassUpdatePayload(module, form.fields, draft);
  const shown = form.fields.filter((field) => isOffered(field, draft, isShown) && isChangeable(field, values));
  const change = (name: string, value: JsonValue | undefined) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setProblems((before) => withoutRequirementIssues(withoutField({ ...before, general: [] }, name)));
  };
  const setUnreadableMessage = (name: string, message: string | undefined) =>
    setUnreadable((before) => {
      const rest = Object.fromEntries(Object.entries(before).filter(([one]) => one !== name));
      return message === undefined ? rest : { ...rest, [name]: message };
    });
  const own = Object.entries(unreadable).map(([field, message]) => [field, [{ field, path: '', code: 'unreadable', message }]] as const);
  return {
    draft,
    values,
    shown,
    discardStored,
    problems,
    setProblems,
    change,
    setUnreadableMessage,
    isReadable: own.length === 0,
    issues: { ...problems.byField, ...Object.fromEntries(own) },
  };
}

type MassDraft = ReturnType<typeof useMassDraft>;

/** Returns the payload if it can be sent; otherwise shows the problems. */
function readPayload(module: ModuleView, { draft, shown, setProblems, isReadable }: MassDraft): JsonObject | undefined {
  if (!isReadable) return undefined;
  const payload = buildMassUpdatePayload(module, shown, draft);
  if (Object.keys(payload).length === 0) {
    setProblems({ byField: {}, general: [t('work.mass.nothing')] });
    return undefined;
  }
  const broken = findMassUpdateIssues(module, payload);
  if (broken.general.length > 0 || Object.keys(broken.byField).length > 0) {
    setProblems(broken);
    return undefined;
  }
  const defined = findMissingInMassUpdate(module, payload);
  const refusal = defined?.message ?? findMassUpdateValidator(module.name)?.(payload);
  if (refusal === undefined) return payload;
  const requiredNames = defined?.missing ?? listDraftRequirements(module, payload, NOTHING).filter((name) => payload[name] === undefined);
  setProblems({
    byField: Object.fromEntries(requiredNames.map((field) => [field, [{ field, path: '', code: REQUIREMENT_ISSUE, message: refusal }]])),
    general: [],
  });
  showNotice({ id: 'mass-update', kind: 'error', text: refusal, duration: ERROR_NOTICE_MS });
  return undefined;
}

function Form({ form, ...props }: MassUpdateProps & { readonly form: MassUpdateForm }) {
  const { module, ids, restored } = props;
  const client = useQueryClient();
  const mass = useMassDraft(props, form);
  const onClose: MassUpdateProps['onClose'] = (...outcome) => {
    mass.discardStored();
    props.onClose(...outcome);
  };
  const run = useBulkRun(module);
  const [result, setLeft] = useState<
    { readonly refused: readonly BulkRefusal[]; readonly done: number; readonly batchId: string } | undefined
  >(undefined);
  const title = t('work.mass.title', { module: module.label, count: ids.length.toLocaleString('en-US') });
  const doneText = (count: number) => t('work.mass.done', { count: count.toLocaleString('en-US') });

  const finish = ({ progress, batchId }: BulkOutcome) => {
    const done = progress.done.length;
    if (progress.refused.length > 0) return setLeft({ refused: progress.refused, done, batchId });
    if (done > 0) offerUndo({ client, module, batchId, text: doneText(done), duration: UNDO_NOTICE_MS });
    onClose(done > 0);
  };
  const settle = (outcome: BulkOutcome) => {
    const { phase, error, settled } = outcome.progress;
    // The request was refused before any record was changed: the form shows the problems.
    if (phase === 'failed' && settled === 0 && error !== undefined && error.status >= 400 && error.status < 500) {
      mass.setProblems(readProblems(module, error.body));
      return run.reset();
    }
    if (phase === 'done') finish(outcome);
  };
  const submit = () => {
    const payload = readPayload(module, mass);
    if (payload === undefined) return;
    void run
      .start(ids, async (chunk, options) => {
        const { data, ...outcome } = await updateCertainFields(module.path, chunk, payload, options);
        return { ...outcome, data: { done: data.updated ?? [], refused: data.refused } };
      })
      .then(settle);
  };

  if (result !== undefined) {
    const close = (chosen?: readonly string[]) => onClose(result.done > 0, chosen);
    const undo =
      result.done === 0
        ? undefined
        : () => {
            revertBatch({ client, module, batchId: result.batchId });
            close();
          };
    return (
      <RefusedRecordsDialog
        title={doneText(result.done)}
        refused={result.refused}
        onClose={() => close()}
        onSelect={() => close(result.refused.map((one) => one._id))}
        onUndo={undo}
      />
    );
  }
  const { progress } = run;
  if (progress !== undefined) {
    const leave = () => {
      finish({ progress, batchId: run.batchId() });
    };
    return (
      <BulkProgressDialog
        title={title}
        progress={progress}
        shown={run.shown}
        onStop={run.stop}
        onResume={() => void run.resume().then(settle)}
        onLeave={leave}
      />
    );
  }
  const general = mass.problems.general.join(' ');
  const actions = (
    <>
      <Button onClick={() => onClose(false)}>{t('actions.cancel')}</Button>
      <Button variant="primary" disabled={form.fields.length === 0} onClick={submit}>
        {t('work.mass.run')}
      </Button>
    </>
  );
  return (
    <Dialog opened title={title} subtitle={t('work.mass.help')} onCancel={() => onClose(false)} actions={actions}>
      <div
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      >
        {restored !== undefined && (
          <RestoredChoicesNote withheld={form.fields.filter(({ fieldName }) => restored.redactedFields.includes(fieldName))} />
        )}
        {general !== '' && (
          <p className="mb-problem" role="alert">
            {general}
          </p>
        )}
        {form.fields.length === 0 ? (
          <p className="mb-note">{t('work.mass.noField')}</p>
        ) : (
          <Fields
            form={form}
            shown={mass.shown}
            draft={mass.draft}
            values={mass.values}
            issues={mass.issues}
            onChange={mass.change}
            onUnreadable={mass.setUnreadableMessage}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Sets new values on many records: the dialog, its progress, and the refused records. */
export function MassUpdateDialog(props: MassUpdateProps) {
  const { module, onClose } = props;
  const [form] = useState(() => buildMassUpdateForm(module));
  useEffect(() => {
    if (form !== undefined) return;
    showNotice({ kind: 'warning', text: t('work.mass.noLayout') });
    onClose(false);
  }, []);
  return form === undefined ? null : <Form {...props} form={form} />;
}
