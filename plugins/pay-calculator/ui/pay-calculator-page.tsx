import { useEffect } from 'react';
import { Logo, PageHeader, t, TextLink } from '../../kit/index.ts';
import { PayCalculator } from './pay-calculator.tsx';

function useTitle(): void {
  useEffect(() => {
    document.title = `${t('payCalculator.title')} · ${t('product')}`;
  }, []);
}

/** `/app/pay-calculator`: the calculator within the frame. */
export function PayCalculatorPage() {
  useTitle();
  return (
    <>
      <PageHeader title={t('payCalculator.title')} />
      <div className="ms-page">
        <PayCalculator />
      </div>
    </>
  );
}

/** `/test`: the same page without a session. */
export function PublicPayCalculatorPage() {
  useTitle();
  return (
    <main className="ms-pay-public">
      <header>
        <TextLink href="/login" look="bare" className="ms-pay-brand">
          <Logo size={24} /> {t('product')}
        </TextLink>
        <h1>{t('payCalculator.title')}</h1>
      </header>
      <PayCalculator />
    </main>
  );
}
