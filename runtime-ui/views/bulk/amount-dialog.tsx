import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_SELECTED, readAmount } from '../../headless/bulk/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';

interface AmountDialogProps {
  /** Number of records in the list. */
  readonly total: number;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onApply: (amount: number) => void;
}

/** Dialog for the number of records to select, from the start of the list. */
export function AmountDialog({ total, busy, onCancel, onApply }: AmountDialogProps) {
  const maxAmount = Math.min(total, MAX_SELECTED);
  const [typed, setTyped] = useState('1');
  const amount = readAmount(typed, maxAmount);
  const type = (text: string) => {
    const read = readAmount(text, maxAmount);
    // A number above the maximum is replaced by the maximum; any other input stays as typed.
    setTyped(read !== undefined && Number(text) > maxAmount ? String(read) : text);
  };
  const apply = () => {
    if (amount !== undefined) onApply(amount);
  };
  const actions = (
    <>
      <Button onClick={onCancel}>{t('actions.cancel')}</Button>
      <Button variant="primary" disabled={amount === undefined} loading={busy} onClick={apply}>
        {t('work.select.apply')}
      </Button>
    </>
  );
  return (
    <Dialog opened size="confirm" title={t('work.select.amountTitle')} onCancel={onCancel} actions={actions}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={1}
        max={maxAmount}
        step={1}
        data-autofocus
        label={t('work.select.amountLabel')}
        description={t('work.select.most', { count: maxAmount.toLocaleString('en-US') })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
        }}
        error={amount === undefined ? t('work.select.invalid') : undefined}
      />
    </Dialog>
  );
}
