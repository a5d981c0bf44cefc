import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { recordRoute, useSession } from '../../client/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { findStatusField, isEmptyValue, recordName, useBroadcastPresence, useRecord } from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import { Button, ErrorState, IconButton, Kbd, SkeletonRows, t, TextLink } from '../../kit/index.ts';
import { EditableSections } from '../inline/editable-sections.tsx';
import '../styles/record.css';
import '../styles/preview.css';

interface PreviewPanelProps {
  readonly module: ModuleView;
  readonly id: string;
  /** Moves to the previous or next row. */
  readonly onStep: (by: -1 | 1) => void;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

function Loaded({ module, record }: { readonly module: ModuleView; readonly record: EditedRecord }) {
  const user = useSession((session) => session.user);
  useBroadcastPresence(module.name, record._id);
  const status = findStatusField(module);
  return (
    <>
      <div className="mp-name">
        <h2>
          <TextLink look="bare" href={recordRoute(module.name, record._id, user)}>
            {recordName(module, record)}
          </TextLink>
        </h2>
        {status && !isEmptyValue(record[status.fieldName]) && (
          <FieldValue module={module} field={status} value={record[status.fieldName]} />
        )}
      </div>
      <EditableSections
        key={record._id}
        module={module}
        record={record}
        view="preview-panel"
        headingLevel={3}
        without={module.nameField}
        isNarrow
      />
    </>
  );
}

/** The preview panel of a record, with inline editing; the user can still move through the rows. */
export function PreviewPanel({ module, id, onStep, onOpen, onClose }: PreviewPanelProps) {
  const { data, error, refetch } = useRecord(module, id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside className="mp-panel" aria-label={t('work.peek.title')} onKeyDown={onKeyDown}>
      <header className="mp-head">
        <IconButton icon={ChevronUp} size="sm" label={t('work.peek.previous')} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronDown} size="sm" label={t('work.peek.next')} onClick={() => onStep(1)} />
        <span className="mv-spacer" />
        <Button size="sm" trailing={<Kbd>Enter</Kbd>} onClick={() => onOpen(id)}>
          {t('work.peek.openRecord')}
        </Button>
        <IconButton icon={X} size="sm" label={t('work.peek.close')} onClick={onClose} />
      </header>
      <div className="mp-body">
        {error && data === undefined ? (
          <ErrorState
            compact
            text={error.status === 404 ? t('work.peek.missing') : error.message}
            code={error.code}
            onRetry={() => void refetch()}
          />
        ) : data?._id === id ? (
          <Loaded module={module} record={data as EditedRecord} />
        ) : (
          <SkeletonRows rows={10} height={32} columns={2} />
        )}
      </div>
    </aside>
  );
}
