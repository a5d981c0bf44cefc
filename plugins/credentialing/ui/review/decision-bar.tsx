import { Autocomplete } from '@mantine/core';
import { Check, SkipForward, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { toText } from '#engine/model';
import { Button, FieldInput, findField, isWritable, showNotice, useAction, useModuleView, type RecordData } from '#ui';
import { approveItems, rejectItems, type Refusal } from '../credentialing-api.ts';
import { ITEMS, labelOf } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { useReviewKeys } from './use-review-keys.ts';

const SENTENCES = ['notReadable', 'wrongPerson', 'pageMissing'] as const;

interface DecisionProps {
  readonly item: RecordData;
  /** The next item that waits for review; undefined: there is none. */
  readonly next: RecordData | undefined;
  readonly onNext: () => void;
  /** The day until which the document is valid, as it is approved. */
  readonly ends: string | undefined;
  readonly onEnds: (day: string | undefined) => void;
  /** The item was approved or returned. */
  readonly onDone: () => Promise<void> | void;
}

/** Runs a decision, and says whether it was refused. */
function useDecision(onDone: DecisionProps['onDone']) {
  const { isBusy, run } = useAction();
  const decide = (decision: Promise<{ readonly refused: readonly Refusal[] }>, text: string) =>
    run(async () => {
      const [refusal] = (await decision).refused;
      showNotice(refusal === undefined ? { kind: 'ok', text } : { kind: 'error', text: refusal.error });
      await onDone();
    });
  return { isBusy, decide };
}

interface ReasonProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly input: { readonly current: HTMLInputElement | null };
}

/** The sentence that the provider reads if the item is returned: chosen or written. */
function ReasonInput({ reason, onReason, input }: ReasonProps) {
  return (
    <div className="cr-reason">
      <Autocomplete
        ref={input}
        label={tCredentialing('review.reason')}
        placeholder={tCredentialing('review.reasonHint')}
        description={tCredentialing('review.reasonHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={SENTENCES.map((name) => tCredentialing(`sentence.${name}`))}
        value={reason}
        onChange={onReason}
        maxLength={500}
      />
      <div className="cr-chips">
        {SENTENCES.map((name) => (
          <Button key={name} size="xs" onClick={() => onReason(tCredentialing(`sentence.${name}`))}>
            {tCredentialing(`chip.${name}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The decision about an item that waits for review, and the way to the next one. Keys: A, R, N. */
export function DecisionBar({ item, next, onNext, ends, onEnds, onDone }: DecisionProps) {
  const { data: view } = useModuleView(ITEMS);
  const { isBusy, decide } = useDecision(onDone);
  const [reason, setReason] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const field = view && findField(view, 'expiration_date');
  const status = view && findField(view, 'status');
  const canDecide = item['status'] === 'Submitted' && status !== undefined && isWritable(status, false);
  const wantsDate = canDecide && item['requires_exp_date'] === true;
  const approve = () =>
    decide(approveItems([item._id], wantsDate ? ends : undefined), tCredentialing('review.approved', { item: labelOf(item) }));
  const reject = () => {
    if (reason.trim() === '') input.current?.focus();
    else decide(rejectItems([item._id], reason.trim()), tCredentialing('review.rejected', { item: labelOf(item) }));
  };
  useReviewKeys({
    a: canDecide && !isBusy ? approve : undefined,
    r: canDecide && !isBusy ? reject : undefined,
    n: next === undefined ? undefined : onNext,
  });
  return (
    <div className="cr-decision">
      {canDecide && <ReasonInput reason={reason} onReason={setReason} input={input} />}
      {wantsDate && view && field && (
        <FieldInput id="cr-ends" module={view} field={field} value={ends} onChange={(value) => onEnds(toText(value) || undefined)} />
      )}
      <div className="cr-decision-buttons">
        {next !== undefined && (
          <Button variant="quiet" icon={SkipForward} trailing={<kbd className="ms-kbd">N</kbd>} onClick={onNext}>
            {tCredentialing('review.next', { item: labelOf(next) })}
          </Button>
        )}
        {canDecide && (
          <>
            <Button variant="danger-quiet" icon={X} disabled={isBusy} trailing={<kbd className="ms-kbd">R</kbd>} onClick={reject}>
              {tCredentialing('review.reject')}
            </Button>
            <Button variant="primary" icon={Check} loading={isBusy} trailing={<kbd className="ms-kbd">A</kbd>} onClick={approve}>
              {tCredentialing('review.approve')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
