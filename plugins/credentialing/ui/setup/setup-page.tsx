import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  ErrorState,
  findField,
  isAllowed,
  QuickCreateDialog,
  readRelate,
  SkeletonRows,
  useModuleView,
  useNamesById,
  useUserId,
  type RecordData,
  type SlotProps,
} from '#ui';
import { Facts } from '../items/facts.tsx';
import { ITEMS, useItems } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { BatchDialog, type BatchKind } from './batch-dialog.tsx';
import { OpenRecordsDialog } from './open-records-dialog.tsx';
import { SetupItems } from './setup-items.tsx';
import '../credentialing.css';

const CATEGORIES = 'credentialing_required_items_categories';

/** For whom the setup is: its own fields, and the account. */
function Owner({ module, record }: SlotProps<'record'>) {
  const account = readRelate(record['account_specific'])?._id;
  const { names } = useNamesById('accounts', account === undefined ? [] : [account]);
  return (
    <>
      <Facts module={module} record={record} />
      {account !== undefined && (
        <p className="cr-owner">
          {findField(module, 'account_specific')?.label} <strong>{names.get(account)}</strong>
        </p>
      )}
    </>
  );
}

/** What can be done with the items of many setups at once. */
const BATCHES: readonly BatchKind[] = ['change-entries', 'doc-replace', 'update'];

interface ToolsProps {
  readonly setup: RecordData;
  readonly items: readonly RecordData[];
  readonly onChanged: () => void;
}

function Tools({ setup, items, onChanged }: ToolsProps) {
  const [open, setOpen] = useState<BatchKind | 'add' | 'records'>();
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <div className="cr-bar">
      <Button variant="primary" icon={Plus} onClick={() => setOpen('add')}>
        {tCredentialing('setup.add')}
      </Button>
      {BATCHES.map((kind) => (
        <Button key={kind} onClick={() => setOpen(kind)}>
          {tCredentialing(`batch.${kind}.title`)}
        </Button>
      ))}
      <Button onClick={() => setOpen('records')}>{tCredentialing('setup.records')}</Button>
      {open === 'add' && (
        <QuickCreateDialog
          moduleName={ITEMS}
          prefill={{ relatedCredentialingSetup: setup._id, order: items.length, provider_type: setup['provider_type'] ?? null }}
          onCreated={done}
          onClose={close}
        />
      )}
      {open === 'records' && <OpenRecordsDialog setup={setup._id} onClose={close} />}
      {open !== undefined && open !== 'add' && open !== 'records' && (
        <BatchDialog kind={open} setup={setup._id} items={items} onDone={done} onClose={close} />
      )}
    </div>
  );
}

/** A setup: for whom it is, and its items in their order, by category. */
export function SetupPage(props: SlotProps<'record'>) {
  const { module, record } = props;
  const userId = useUserId();
  const { data: view } = useModuleView(ITEMS);
  const { items, error, reload } = useItems('relatedCredentialingSetup', record._id);
  const [hasChanged, setChanged] = useState(false);
  const changed = async () => {
    setChanged(true);
    await reload();
  };
  if (error !== null && items === undefined)
    return <ErrorState title={tCredentialing('list.failed')} text={error.message} code={error.code} onRetry={() => void reload()} />;
  if (items === undefined || view === undefined) return <SkeletonRows rows={8} />;
  const canEdit = isAllowed(module, 'edit', record, userId) && view.rights.edit !== 'None';
  const categories = view.dropdowns[CATEGORIES]?.options.map(({ value }) => value) ?? [];
  return (
    <div className="cr-setup" data-wide>
      <Owner {...props} />
      {categories.length === 0 && (
        <p role="alert" className="cr-problem">
          {tCredentialing('setup.noCategories')}
        </p>
      )}
      {canEdit && <Tools setup={record} items={items} onChanged={() => void changed()} />}
      {hasChanged && (
        <p role="status" className="cr-changed">
          {tCredentialing('setup.changed')}
        </p>
      )}
      <SetupItems
        key={items.map(({ _id, _version }) => `${_id}/${_version}`).join()}
        view={view}
        items={items}
        categories={categories}
        canEdit={canEdit}
        reload={changed}
      />
    </div>
  );
}
