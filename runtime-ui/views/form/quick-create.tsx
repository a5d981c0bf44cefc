import { useNavigate } from 'react-router';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { moduleRoute, recordRoute, useModuleView, useSession, type SavedRecord } from '../../client/index.ts';
import { recordName, useRecordForm, type Draft } from '../../headless/index.ts';
import { Button, Dialog, ErrorState, showNotice, SkeletonRows, t } from '../../kit/index.ts';
import type { QuickCreateDialogProps } from '../view-props.ts';
import { FormBody } from './form-body.tsx';
import { transferDraft } from './draft-transfer.ts';
import { RestoredDraftBar } from './restored-draft-bar.tsx';
import { useSaveFlow } from './use-save-flow.tsx';
import { useFormScope } from './use-form-scope.ts';
import '../styles/form.css';
import '../styles/views.css';

interface QuickFormProps extends Omit<QuickCreateDialogProps, 'moduleName' | 'recordId'> {
  readonly module: ModuleView;
}

const NO_PREFILL: Draft = {};

function QuickForm({ module, onClose, onCreated, prefill = NO_PREFILL, isNested = false }: QuickFormProps) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const title = t('views.form.quickTitle', { thing: lowercaseLabel(module.labelSingular) });
  const form = useRecordForm({ module, prefill, draftTitle: title, isInDialog: true });
  const scope = useFormScope(module, form, 'quick-create');
  const open = (name: string, id: string) => {
    onClose();
    void navigate(recordRoute(name, id, user));
  };
  const onSaved = (saved: SavedRecord) => {
    const name = recordName(module, { ...form.state.draft, ...saved });
    showNotice({ kind: 'ok', text: t('views.form.saved', { name }) });
    if (onCreated) onCreated({ _id: saved._id, name });
    else open(module.name, saved._id);
  };
  const leaveTo = (name: string, id: string) => {
    // The existing or merged record is the one that the user needs; the caller loads its name.
    if (isNested && name === module.name) onCreated?.({ _id: id, name: '' });
    else open(name, id);
  };
  const flow = useSaveFlow({ module, form, onSaved, onLeaveTo: leaveTo });
  const save = () => void flow.save();
  const openFull = () => {
    onClose();
    void navigate(`${moduleRoute(module.name, user)}/new`, { state: { prefill, draftId: transferDraft(form.state.draft) } });
  };
  const leave = () => {
    form.discardLocalDraft();
    onClose();
  };
  const actions = (
    <>
      <Button onClick={leave}>{t('actions.cancel')}</Button>
      <Button variant="primary" loading={form.isSaving} onClick={save}>
        {t('views.form.save', { thing: lowercaseLabel(module.labelSingular) })}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      title={title}
      onCancel={leave}
      dirty={form.isDirty}
      actions={actions}
      consequences={
        !isNested && (
          <Button variant="quiet" size="sm" className="ms-link-button" onClick={openFull}>
            {t('views.form.openFull')}
          </Button>
        )
      }
    >
      <div
        className="mv-quick"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      >
        <RestoredDraftBar form={form} onSave={save} />
        <FormBody scope={scope} />
      </div>
      {flow.dialogs}
    </Dialog>
  );
}

/** Creates a record in a dialog, from the quick-create layout. */
export function QuickCreate({ moduleName, ...rest }: QuickCreateDialogProps) {
  const { data, error, refetch } = useModuleView(moduleName);
  if (data?.rights.create === true) return <QuickForm module={data} {...rest} />;
  return (
    <Dialog
      opened
      title={data === undefined ? '' : t('views.form.notAllowed')}
      onCancel={rest.onClose}
      dirty={false}
      actions={<Button onClick={rest.onClose}>{t('actions.close')}</Button>}
    >
      {error ? (
        <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} height={48} columns={2} />
      ) : (
        <p>{t('views.form.cannotCreate', { module: lowercaseLabel(data.label) })}</p>
      )}
    </Dialog>
  );
}
