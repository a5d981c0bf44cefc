import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { toText } from '#engine/model';
import { Button, Dialog, findModule, showNotice, useAction, useRecordSearch, useShell, type RecordData } from '#ui';
import { changeSetups, type BatchChange, type BatchResult } from '../credentialing-api.ts';
import { tCredentialing } from '../texts.ts';
import { EntriesForm, ReplaceForm, UpdateForm, type Draft } from './batch-forms.tsx';
import { ChangeList } from './change-list.tsx';

/** A change of the items of many setups. */
export type BatchKind = BatchChange['kind'];

/** More setups than there are; the server takes 500. */
const MOST = 500;

interface BatchProps {
  readonly kind: BatchKind;
  /** Id of the setup from which the dialog was opened. */
  readonly setup: string;
  /** Its items. */
  readonly items: readonly RecordData[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The setups that are changed: at first the one from which the dialog was opened. */
function SetupChoice({ chosen, onChoose }: { readonly chosen: readonly string[]; readonly onChoose: (ids: string[]) => void }) {
  const module = findModule(useShell().data, 'credentialingSetup');
  const { data } = useRecordSearch(module, { pageSize: MOST, sortField: 'name', sortOrder: 'asc', fields: ['name'] });
  const setups = data?.data ?? [];
  return (
    <div className="cr-setups">
      <MultiSelect
        label={tCredentialing('batch.setups')}
        searchable
        data={setups.map((one) => ({ value: one._id, label: toText(one['name']) }))}
        value={[...chosen]}
        onChange={onChoose}
      />
      <Button size="sm" variant="quiet" onClick={() => onChoose(setups.map(({ _id }) => _id))}>
        {tCredentialing('batch.allSetups', { count: setups.length })}
      </Button>
    </div>
  );
}

const FORMS = { 'change-entries': EntriesForm, 'doc-replace': ReplaceForm, update: UpdateForm } as const;

function Preview({ result }: { readonly result: BatchResult }) {
  return (
    <>
      <p>{tCredentialing('batch.found', { changes: result.changes.length, setups: result.setups })}</p>
      <ChangeList changes={result.changes} />
      {result.refused.map(({ _id, error }) => (
        <p key={_id} className="cr-problem">
          {error}
        </p>
      ))}
    </>
  );
}

/** Changes the items of many setups: first it shows what would change. */
export function BatchDialog({ kind, setup, items, onDone, onClose }: BatchProps) {
  const [setups, setSetups] = useState<readonly string[]>([setup]);
  const [draft, setDraft] = useState<Draft>();
  const [preview, setPreview] = useState<BatchResult>();
  const { isBusy, run } = useAction();
  const Form = FORMS[kind];
  const isReady = draft !== undefined && setups.length > 0;
  const change = (isPreview: boolean) => changeSetups({ kind, body: { setups, ...draft } } as BatchChange, isPreview);
  const forget = () => setPreview(undefined);
  const show = () => run(async () => setPreview(await change(true)));
  const apply = () =>
    run(async () => {
      const { changes, refused } = await change(false);
      showNotice({
        kind: refused.length === 0 ? 'ok' : 'warning',
        text: tCredentialing('batch.done', { changes: changes.length, refused: refused.length }),
      });
      onDone();
    });
  return (
    <Dialog
      opened
      title={tCredentialing(`batch.${kind}.title`)}
      subtitle={tCredentialing(`batch.${kind}.help`)}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tCredentialing('batch.cancel')}</Button>
          {preview === undefined ? (
            <Button variant="primary" disabled={!isReady} loading={isBusy} onClick={show}>
              {tCredentialing('batch.show')}
            </Button>
          ) : (
            <Button variant="primary" disabled={preview.changes.length === 0} loading={isBusy} onClick={apply}>
              {tCredentialing('batch.apply', { count: preview.changes.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="cr-form">
        <SetupChoice
          chosen={setups}
          onChoose={(ids) => {
            setSetups(ids);
            forget();
          }}
        />
        <Form
          items={items}
          onChange={(next) => {
            setDraft(next);
            forget();
          }}
        />
        {preview !== undefined && <Preview result={preview} />}
      </div>
    </Dialog>
  );
}
