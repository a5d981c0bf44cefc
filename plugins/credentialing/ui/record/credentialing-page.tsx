import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  EmptyState,
  ErrorState,
  findModule,
  formatDay,
  isAllowed,
  QuickCreateDialog,
  readRelate,
  showNotice,
  SkeletonRows,
  Tabs,
  useAction,
  useModuleView,
  useShell,
  useUrlParams,
  useUserId,
  type RecordData,
  type SlotProps,
} from '#ui';
import { approveItems } from '../credentialing-api.ts';
import { Facts } from '../items/facts.tsx';
import { isCounted, isDone, type ItemTimes } from '../items/item-state.tsx';
import { groupItems, ITEMS, useAssignment, useItems, useUnread } from '../items/use-items.ts';
import { ProviderChecklist } from '../provider/provider-checklist.tsx';
import { ItemReview } from '../review/item-review.tsx';
import { tCredentialing } from '../texts.ts';
import { Checklist, completionOf, isFor } from './checklist.tsx';
import '../credentialing.css';

type Filter = 'all' | 'open' | 'mine';

/** What is done, and when the assignment begins and ends. */
function Summary({ items, times, start }: { readonly items: readonly RecordData[]; readonly times: ItemTimes; readonly start: string }) {
  const { done, total, percent } = completionOf(items, times);
  const facts = [
    [tCredentialing('record.starts'), start],
    [tCredentialing('record.ends'), times.assignmentEnd],
  ].filter(([, day]) => day !== '');
  return (
    <div className="cr-summary">
      <span className="cr-progress">
        <strong className="ms-tabular">{tCredentialing('record.done', { done, total, percent })}</strong>
        <progress max={100} value={percent} aria-label={tCredentialing('record.progress')} />
      </span>
      {facts.map(([label, day]) => (
        <span key={label}>
          {label} <strong>{formatDay(day ?? '')}</strong>
        </span>
      ))}
    </div>
  );
}

/** Approves the selected items at once. */
function useBulkApproval(reload: () => Promise<void>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, run } = useAction();
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const approve = () =>
    run(async () => {
      const { refused } = await approveItems([...selected]);
      const [first] = refused;
      if (first === undefined) showNotice({ kind: 'ok', text: tCredentialing('list.approved', { count: selected.size }) });
      else showNotice({ kind: 'error', text: tCredentialing('list.refused', { count: refused.length, reason: first.error }) });
      setSelected(new Set(refused.map(({ _id }) => _id)));
      await reload();
    });
  return { selected, select, approve, isBusy };
}

function AddItem({ recordId, order, onAdded }: { readonly recordId: string; readonly order: number; readonly onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="quiet" icon={Plus} onClick={() => setOpen(true)}>
        {tCredentialing('list.add')}
      </Button>
      {isOpen && (
        <QuickCreateDialog
          moduleName={ITEMS}
          prefill={{ relatedCredentialingRecord: recordId, order }}
          onCreated={() => {
            close();
            onAdded();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** The checklist of a provider: for staff with the review beside it, for the provider what is left to do. */
export function CredentialingPage(props: SlotProps<'record'>) {
  const { items, error, reload } = useItems('relatedCredentialingRecord', props.record._id);
  const { start, times } = useAssignment(props.record);
  const shell = useShell().data;
  if (error !== null && items === undefined)
    return <ErrorState title={tCredentialing('list.failed')} text={error.message} code={error.code} onRetry={() => void reload()} />;
  if (items === undefined || shell === undefined) return <SkeletonRows rows={8} />;
  if (!shell.isStaff) return <ProviderChecklist items={items} times={times} />;
  return <StaffChecklist {...props} shell={shell} items={items} start={start} times={times} reloadItems={reload} />;
}

interface StaffProps extends SlotProps<'record'> {
  readonly shell: NonNullable<ReturnType<typeof useShell>['data']>;
  readonly items: readonly RecordData[];
  readonly start: string;
  readonly times: ItemTimes;
  readonly reloadItems: () => Promise<void>;
}

/** The items, and beside them the document of the chosen one. */
function StaffChecklist({ module, record, reload: reloadRecord, shell, items, start, times, reloadItems: reload }: StaffProps) {
  const userId = useUserId();
  const { data: view } = useModuleView(ITEMS);
  const [address, , setParams] = useUrlParams();
  const [filter, setFilter] = useState<Filter>('all');
  const bulk = useBulkApproval(reload);
  const unread = useUnread(items);
  const chosen = items.find(({ _id }) => _id === address.get('item'));
  const waiting = items.filter(({ status }) => status === 'Submitted');
  const at = chosen === undefined ? -1 : items.indexOf(chosen);
  const next = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].find((item) => waiting.includes(item));
  const isOpen = (item: RecordData) => isCounted(item) && !isDone(item, times);
  const mine = (item: RecordData) => isFor(item, userId);
  const shown = { all: () => true, open: isOpen, mine }[filter];
  // In the order of the page, which is by category.
  const listed = groupItems(items).flatMap(({ items: own }) => own.filter((item) => shown(item) || item === chosen));
  const place = chosen === undefined ? 0 : listed.indexOf(chosen);
  const canAdd = findModule(shell, ITEMS)?.rights.create === true && record['locked'] !== true;
  const canApprove = view !== undefined && view.rights.edit !== 'None' && isAllowed(module, 'edit', record, userId);
  return (
    <div className="cr-page" data-wide data-open={chosen !== undefined}>
      <div className="cr-side">
        <Summary items={items} times={times} start={start} />
        <div className="cr-bar">
          <Tabs
            label={tCredentialing('list.filter')}
            look="box"
            selected={filter}
            onSelect={(id) => setFilter(id as Filter)}
            items={[
              { id: 'all', label: tCredentialing('list.all'), count: items.length },
              { id: 'open', label: tCredentialing('list.open'), count: items.filter(isOpen).length },
              { id: 'mine', label: tCredentialing('list.mine'), count: items.filter(mine).length },
            ]}
          />
          {bulk.selected.size > 0 && (
            <Button size="sm" icon={Check} loading={bulk.isBusy} onClick={bulk.approve}>
              {tCredentialing('list.approve', { count: bulk.selected.size })}
            </Button>
          )}
          {canAdd && <AddItem recordId={record._id} order={items.length} onAdded={() => void reload()} />}
        </div>
        {items.length === 0 && <EmptyState compact title={tCredentialing('list.empty')} help={tCredentialing('list.emptyHelp')} />}
        {items.length > 0 && !items.some(shown) && <EmptyState compact title={tCredentialing('list.noneShown')} />}
        <Checklist
          items={items}
          shown={shown}
          times={times}
          chosen={chosen?._id}
          selected={bulk.selected}
          unread={unread}
          onSelect={canApprove ? bulk.select : undefined}
          onChoose={(item) => setParams({ item })}
        />
        <Facts module={module} record={record} />
      </div>
      <div className="cr-pane">
        {chosen === undefined ? (
          <EmptyState
            compact
            title={tCredentialing('review.choose')}
            help={tCredentialing('review.chooseHelp', { count: waiting.length })}
          />
        ) : (
          <ItemReview
            key={chosen._id}
            item={chosen}
            times={times}
            provider={readRelate(record['providers_credentialing'])?._id}
            next={next}
            onNext={() => setParams({ item: next?._id })}
            around={{ before: listed[place - 1]?._id, after: listed[place + 1]?._id, onChoose: (item) => setParams({ item }) }}
            onClose={() => setParams({ item: undefined })}
            onChanged={reload}
            onDone={async () => {
              await reload();
              reloadRecord();
            }}
          />
        )}
      </div>
    </div>
  );
}
